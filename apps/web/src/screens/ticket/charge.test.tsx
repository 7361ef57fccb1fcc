/**
 * A fee of 0.035 USD reads 0.04 on every screen; the order sheet shows all decimals on request (decision 64). The
 * overnight fee has its rate.
 */
import { micros } from '@veritick/domain'
import { dictionaryOf } from '@veritick/locales/all'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { ticketFor } from './ticket.ts'
import { ACCOUNT, EURUSD_FINANCED, lots, MARKET, typed } from './ticket-fixture.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.stubGlobal('localStorage', { getItem: () => null })
const [{ Charge, CostBlock, CostLines }, { Leverages }, { summaryOf }, { SettingRow, Switch }, { showWords }] =
  await Promise.all([
    import('./CostBlock.tsx'),
    import('./LeverageRow.tsx'),
    import('./costs.ts'),
    import('../../design/index.ts'),
    import('../../i18n/i18n.ts'),
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

// Half a lot of EURUSD at 1.08512: fee 1.75, spread 4.50; a night costs a buyer 4.52 and pays a seller 1.81.
it.each([
  ['buy', ['−1.75', '−4.50', '−4.52']],
  ['sell', ['−1.75', '−4.50', '+1.81']],
] as const)('costs of a %s have one sign: negative where the balance falls', (side, costs) => {
  const form = typed(ticketFor(EURUSD_FINANCED, side), lots('0.50'))
  const summary = summaryOf({ form, terms: EURUSD_FINANCED, market: MARKET, account: ACCOUNT })
  const drawn = [
    <CostBlock key="block" summary={summary} balance={undefined} />,
    <CostLines key="lines" summary={summary} />,
  ]
  for (const each of drawn) {
    const text = renderToStaticMarkup(each).replace(/<[^>]*>/g, ' ')
    for (const cost of costs) expect(text).toContain(` ${cost} `)
  }
})

it('the panel beside the chart names the currency of the fee and of the spread', () => {
  const form = typed(ticketFor(EURUSD_FINANCED, 'buy'), lots('0.50'))
  const summary = summaryOf({ form, terms: EURUSD_FINANCED, market: MARKET, account: ACCOUNT })
  const text = renderToStaticMarkup(<CostLines summary={summary} />).replace(/<[^>]*>/g, ' ')
  expect(text).toMatch(/ −1\.75 (\S+) .* −4\.50 \1 /)
})

// 0.01 lots of EURUSD at 1.08512: a margin of 1085.12, 108.512 and 36.170667.
it('the margin of a leverage is the one of the ticket', () => {
  const form = typed(ticketFor(EURUSD_FINANCED, 'buy'), lots('0.01'))
  const part = <Leverages terms={EURUSD_FINANCED} market={MARKET} form={form} onChoose={() => {}} />
  const text = renderToStaticMarkup(part).replace(/<[^>]*>/g, ' ')
  for (const margin of ['1,085.12', '108.52', '36.18']) expect(text).toContain(` ${margin} `)
})

it('the spread is rounded as the profit of the position that it makes, so that the lines agree with the rest', () => {
  const form = typed(ticketFor(EURUSD_FINANCED, 'buy'), lots('0.50'))
  const summary = {
    ...summaryOf({ form, terms: EURUSD_FINANCED, market: MARKET, account: ACCOUNT }),
    fee: micros(1_204_000),
    spread: micros(4_504_000),
  }
  for (const part of [
    <CostBlock key="b" summary={summary} balance={undefined} />,
    <CostLines key="l" summary={summary} />,
  ])
    expect(renderToStaticMarkup(part).replace(/<[^>]*>/g, ' ')).toMatch(/ −1\.21 .* −4\.50 /)
})

it.each(['block', 'lines'])(
  'the overnight fee of the %s has its rate, and the nights of an evening that charges three, or none',
  (look) => {
    showWords('de', dictionaryOf('de').words)
    const form = typed(ticketFor(EURUSD_FINANCED, 'buy'), lots('0.50'))
    const costs = (nights: number) => {
      const summary = summaryOf({ form, terms: EURUSD_FINANCED, market: { ...MARKET, nights }, account: ACCOUNT })
      const part =
        look === 'block' ? <CostBlock summary={summary} balance={undefined} /> : <CostLines summary={summary} />
      return renderToStaticMarkup(part)
        .replace(/<[^>]*>/g, '')
        .replace(/ +/g, ' ')
    }
    expect(costs(1)).toContain('Overnight-Gebühr −3,00\u00a0% p. a. −4,52 USD')
    expect(costs(3)).toContain('Overnight-Gebühr −3,00\u00a0% p. a. 3 Nächte−13,56 USD')
    expect(costs(0)).toContain('Overnight-Gebühr −3,00\u00a0% p. a. 0 Nächte0,00 USD')
  },
)

it('rate and nights wrap with the name of the overnight fee, so that its amount stays in the column of the others', () => {
  const form = typed(ticketFor(EURUSD_FINANCED, 'buy'), lots('0.50'))
  const summary = summaryOf({ form, terms: EURUSD_FINANCED, market: { ...MARKET, nights: 3 }, account: ACCOUNT })
  for (const part of [
    <CostBlock key="b" summary={summary} balance={undefined} />,
    <CostLines key="l" summary={summary} />,
  ]) {
    const html = renderToStaticMarkup(part)
    const [, name = '', amount = ''] = /<dt[^>]*>((?:(?!<dt).)*p\. a\..*?)<\/dt><dd[^>]*>(.*?)<\/dd>/.exec(html) ?? []
    expect(name).toContain('3 Nächte')
    expect(amount).toContain('−13,56')
  }
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
