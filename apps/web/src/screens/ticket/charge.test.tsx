/** A fee of 0.035 USD reads 0.04 on every screen; the order sheet shows all decimals on request (decision 64). */
import { micros } from '@veritick/domain'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const [{ Charge }, { SettingRow, Switch }] = await Promise.all([
  import('./CostBlock.tsx'),
  import('../../design/index.ts'),
])

const shown = (amount: number, exact: boolean) =>
  renderToStaticMarkup(<Charge amount={micros(amount)} exact={exact} />).replace(/<[^>]*>/g, '')

it.each([
  [35_000, '0.04', '0.035000'],
  [40_000, '0.04', '0.040000'],
  [1_807_316_667, '1,807.32', '1,807.316667'],
  [1_807_350_000, '1,807.35', '1,807.350000'],
])('%d micro-dollars: %s, exactly %s', (amount, cents, exact) => {
  expect(shown(amount, false)).toBe(cents)
  expect(shown(amount, true)).toBe(exact)
})

it('the label of a row toggles its switch, and the note under it too', () => {
  const html = renderToStaticMarkup(
    <SettingRow label="Stop-loss" note="20 pips">
      <Switch label="Stop-loss" checked={false} onCheckedChange={() => {}} />
    </SettingRow>,
  )
  const named = /<label for="([^"]+)"/.exec(html)?.[1]
  expect(named).toBeDefined()
  expect(html).toMatch(new RegExp(`<input[^>]* id="${named}"`))
  expect(/<label.*<\/label>/.exec(html)?.[0]).toContain('20 pips')
})
