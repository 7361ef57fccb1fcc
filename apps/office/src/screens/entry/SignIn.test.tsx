/** The steps of the sign-in: their buttons can be pressed before the fields are filled, and the fields say why not. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

/** As after the button was pressed. */
let pressed = 0
vi.mock('./faults.ts', async (original) => {
  const real = await original<typeof import('./faults.ts')>()
  type Texts = Readonly<Record<string, string>>
  return {
    ...real,
    useFaults: (texts: Texts, faults: Texts) => ({
      shown: real.shownFaults({ faults, texts, left: new Set<string>(), tried: pressed > 0, refused: {} }),
      pressed,
      press: () => undefined,
      leave: () => undefined,
      refuse: () => undefined,
    }),
  }
})
const { CodeStep, PasswordStep } = await import('./SignIn.tsx')

const ignored = () => undefined
const passwordStep = (email = '', password = '') =>
  renderToStaticMarkup(<PasswordStep texts={{ email, password }} write={ignored} onDone={ignored} />)
const codeStep = () =>
  renderToStaticMarkup(<CodeStep texts={{ email: 'a@b.example', password: 'x' }} onBack={ignored} />)

test('no button is disabled while fields are empty, and no fault is shown before it is pressed', () => {
  pressed = 0
  for (const html of [passwordStep(), codeStep()]) {
    expect(html).toContain('type="submit"')
    expect(html).not.toContain('disabled=""')
    expect(html).not.toMatch(/Enter (your|the)/)
  }
})

test('after the button each empty field says what it needs', () => {
  pressed = 1
  const html = passwordStep()
  expect(html).toContain('Enter your e-mail address.')
  expect(html).toContain('Enter your password.')
  expect(passwordStep('ada@broker.example')).not.toContain('Enter your e-mail address.')
  expect(codeStep()).toContain('Enter the six digits that the app shows now.')
})
