/**
 * What the sandbox shows: whose page it is, that it is for trying out, two buttons, and the way back. Its colours are
 * the browser's own, light or dark as the system is; it needs no script and nothing from elsewhere.
 */
import { onePagePolicy } from './security-headers.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 26rem; margin: 0 auto; padding: 1.25rem 1rem; background: Canvas; color: CanvasText }
  header { display: flex; align-items: center; gap: .5rem; font-weight: 700 }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 2rem 0 .5rem }
  .trial { border: 1px solid; border-radius: 12px; padding: .75rem 1rem; margin: 1rem 0 }
  .amount { font-size: 2rem; font-weight: 700; margin: 1.5rem 0 1rem; font-variant-numeric: tabular-nums }
  form { display: grid; gap: .75rem }
  button, .back {
    box-sizing: border-box; min-height: 48px; width: 100%; padding: .5rem 1rem; border: 1px solid; border-radius: 12px;
    font: inherit; font-weight: 600; background: Canvas; color: CanvasText; cursor: pointer
  }
  .pay { background: CanvasText; color: Canvas }
  .back { display: flex; align-items: center; justify-content: center; margin-top: .75rem; text-decoration: none; border-color: transparent }
`

/** What a browser may load on it. */
export const SANDBOX_POLICY = onePagePolicy(STYLE)

export function sandboxPage(payment: {
  /** As the customer reads it, with its unit. */
  readonly amount: string
  /** Nothing can be paid any more. */
  readonly ended: boolean
  /** Where the app goes on. */
  readonly back: string
}): string {
  const { amount, ended, back } = payment
  const choice = ended
    ? '<p>This payment has ended.</p>'
    : `<form method="post">
<button class="pay" name="outcome" value="paid">Pay ${amount}</button>
<button name="outcome" value="failed">Decline</button>
</form>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Trial card payment · Veritick</title>
<link rel="icon" href="/logo.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<header><img src="/logo.svg" alt="" width="28" height="28"> Veritick</header>
<main>
<h1>Trial card payment</h1>
<p class="amount">${amount}</p>
<p class="trial">This is Veritick’s own trial provider, not a bank. No card is asked for, and no money moves outside this platform.</p>
${choice}
<a class="back" href="${back}">Back to Veritick</a>
</main>
</body>
</html>
`
}
