/** The rows, the own line and the facts of the ranking, as pure functions. */
import type { RankingEntry, RankingOwn } from '@veritick/contract'
import { RANKING_STATES } from '@veritick/contract'
import { translate } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'
import { expect, it } from 'vitest'
import { computedAt, entriesIn, factsOf, HOW, ownLine, SORTS, signedPercent } from './rank.ts'

const entry: RankingEntry = {
  rank: 1,
  user: 'tr***7',
  code: 'K7M2Q7',
  multiple: 30,
  three_week_rate: '12.34',
  three_week_win: null,
  three_week_profit: '1234.500000',
  total_rate: '-3.10',
  total_win: '61.53',
  total_trade_num: 52,
  drawdown: '8.01',
  since: 0,
  curve: ['0.00', '-3.10'],
  variety: ['EUR/USD'],
}
const page = (codes: readonly string[], asOf: number | null = 5) => ({
  data: codes.map((code) => ({ ...entry, code })),
  total: 3,
  asOf,
})
const own = (changes: Partial<RankingOwn>): RankingOwn => ({
  listed: 1,
  state: 'listed',
  days_left: 0,
  trades_left: 0,
  entries: [],
  ...changes,
})

it('shows an entry that moved between two pages once', () => {
  expect(entriesIn([page(['A', 'B']), page(['B', 'C'])]).map(({ code }) => code)).toEqual(['A', 'B', 'C'])
  expect([computedAt([page([])]), computedAt([page([], null)]), computedAt([])]).toEqual([5, undefined, undefined])
})

it('gives the places of the own account, or the reason for none', () => {
  expect(ownLine(own({ entries: [entry] }))).toEqual({ kind: 'entries', entries: [entry] })
  expect(ownLine(own({ state: 'too_new', days_left: 3 }))).toMatchObject({ count: 3, offersSwitch: false })
  expect(ownLine(own({ state: 'too_few_trades', trades_left: 1 }))).toMatchObject({ count: 1 })
  expect(ownLine(own({ listed: 0, state: 'off' }))).toMatchObject({ offersSwitch: true })
})

it.each(['en', 'hk', 'ar'] as const)('every state, order and section has its sentence in %s', (language) => {
  const words = (key: Parameters<typeof translate>[1]) => translate(dictionaryOf(language), key, { count: 2 })
  const lines = RANKING_STATES.map((state) => ownLine(own({ state, days_left: 2, trades_left: 2 })))
  const keys = [
    ...lines.flatMap((line) => (line.kind === 'state' ? [line.text] : [])),
    ...SORTS.map(({ label }) => label),
    ...HOW.flatMap(({ title, text }) => [title, text]),
    ...factsOf(entry, 'en').map(({ label }) => label),
  ]
  expect(keys.filter((key) => words(key) === '' || words(key).startsWith('rank.'))).toEqual([])
})

it('gives each rate its sign, and names a win rate of too few positions as missing', () => {
  expect(['12.34', '-3.10', '0.00'].map((rate) => signedPercent(rate, 'en'))).toEqual([
    '+12.34%',
    '\u22123.10%',
    '0.00%',
  ])
  expect(factsOf(entry, 'en').map(({ value }) => value)).toEqual([
    '+12.34%',
    '\u22123.10%',
    '8.01%',
    undefined,
    '61.53%',
    '52',
    '×30',
  ])
})
