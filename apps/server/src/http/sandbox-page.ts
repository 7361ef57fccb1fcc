/**
 * The page of the card sandbox: the name of the platform, the statement that it is a trial, two buttons, and the way
 * back. Its colours are the browser's own, light or dark as the system is; it needs no script and nothing from
 * elsewhere.
 */
import { figureIn, type Key, LANGUAGE_FACTS, type Language, offeredOf, translate } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'
import { escaped, type ShellBrand } from './page-shell.ts'
import { onePagePolicy } from './security-headers.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 26rem; margin: 0 auto; padding: 1.25rem 1rem; background: Canvas; color: CanvasText }
  header { display: flex; align-items: center; gap: .5rem; font-weight: 700; overflow-wrap: anywhere }
  img { flex: none }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 2rem 0 .5rem }
  .trial { border: 1px solid; border-radius: 12px; padding: .75rem 1rem; margin: 1rem 0 }
  .amount { font-size: 2rem; font-weight: 700; margin: 1.5rem 0 1rem; font-variant-numeric: tabular-nums }
  form { display: grid; gap: .75rem }
  button, .back {
    overflow-wrap: anywhere; text-align: center;
    box-sizing: border-box; min-height: 48px; width: 100%; padding: .5rem 1rem; border: 1px solid; border-radius: 12px;
    font: inherit; font-weight: 600; background: Canvas; color: CanvasText; cursor: pointer
  }
  .pay { background: CanvasText; color: Canvas }
  .back { display: flex; align-items: center; justify-content: center; margin-top: .75rem; text-decoration: none; border-color: transparent }
`

/** The content policy of the page. */
export const SANDBOX_POLICY = onePagePolicy(STYLE)

export function sandboxPage(payment: {
  /** As the server writes amounts, with its unit. */
  readonly amount: string
  /** Of the company that the app is shown as: text from outside. */
  readonly brand: Pick<ShellBrand, 'name' | 'logo'>
  /** Nothing can be paid any more. */
  readonly ended: boolean
  /** Where the app goes on. */
  readonly back: string
  readonly language: Language
}): string {
  const { amount, ended, back, language } = payment
  const { tag, direction } = LANGUAGE_FACTS[offeredOf(language)]
  const brand = payment.brand.name
  const say = (key: PageKey) => escaped(translate(dictionaryOf(language), key, { amount, brand }))
  const name = escaped(brand)
  const logo = escaped(payment.brand.logo || '/logo.svg')
  const choice = ended
    ? `<p>${say('card_page.ended')}</p>`
    : `<form method="post">
<button class="pay" name="outcome" value="paid">${say('card_page.pay')}</button>
<button name="outcome" value="failed">${say('card_page.decline')}</button>
</form>`
  return `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${say('card_page.title')} · ${name}</title>
<link rel="icon" href="${logo}">
<style>${STYLE}</style>
</head>
<body>
<header><img src="${logo}" alt="" width="28" height="28"> <bdi>${name}</bdi></header>
<main>
<h1>${say('card_page.title')}</h1>
<p class="amount"><bdi dir="ltr">${escaped(figureIn(amount, tag))}</bdi></p>
<p class="trial">${say('card_page.trial')}</p>
${choice}
<a class="back" href="${back}">${say('card_page.back')}</a>
</main>
</body>
</html>
`
}

type PageKey = Extract<Key, `card_page.${string}`>
