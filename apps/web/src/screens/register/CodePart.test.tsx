/** The step with the code shows neither address nor number, so its hint names where the code goes. */
import { dictionaryOf } from '@veritick/locales/all'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
const [{ CodePart }, { showWords }] = await Promise.all([import('./CodePart.tsx'), import('../../i18n/i18n.ts')])
type Props = Parameters<typeof CodePart>[0]

const shown = (values: Partial<Props['values']>) =>
  renderToStaticMarkup(
    <CodePart
      values={{ code: '', email: '', mobile: '', area: '', ...values } as Props['values']}
      change={() => undefined}
      error={undefined}
      captcha={{} as Props['captcha']}
    />,
  )

it.each([
  [{ mode: 'picture', byMail: true, email: 'ana@example.com' }, 'The code is sent to ana@example.com.'],
  [{ mode: 'phone', mobile: '+351912345678' }, 'The code is sent to +351912345678.'],
] as const)('%j', (values, hint) => {
  showWords('en', dictionaryOf('en').words)
  expect(shown(values as Partial<Props['values']>)).toContain(hint)
})
