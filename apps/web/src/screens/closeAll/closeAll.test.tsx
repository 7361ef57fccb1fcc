/**
 * The question and the progress as they are rendered, texts by their keys; and the meaning of each answer of the
 * server.
 */

import { QueryClientProvider } from '@tanstack/react-query'
import { lotUnits, micros } from '@veritick/domain'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '../../data/order.ts'
import { LONG } from '../../data/order-fixture.ts'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'
import type { Item, Run } from './run.ts'
import type { Question } from './useChoice.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
const reachable: { offline: 'offline' | 'reconnecting' | undefined } = { offline: undefined }
vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => reachable.offline }))
vi.doMock('../../data/live.ts', async (original) => ({
  ...(await original<typeof import('../../data/live.ts')>()),
  useConnection: () => (reachable.offline === undefined ? 'live' : 'lost'),
  useAccount: () => ({ orders: new Map([[LONG.id, { price: '1.39000', profit: '5.000000' }]]) }),
}))
const [{ Choose, ChooseFooter }, { Progress, ProgressFooter }, { answerOf }, { useChoice }, { CallFailed }, queries] =
  await Promise.all([
    import('./Choose.tsx'),
    import('./Progress.tsx'),
    import('./closeAll.ts'),
    import('./useChoice.ts'),
    import('../../data/api.ts'),
    import('../../data/queries.ts'),
  ])
const { KEY, queryClient } = queries
beforeEach(() => {
  reachable.offline = undefined
})

const order = (id: number, showCode: string) =>
  ({ id, showCode, side: 'buy', lots: lotUnits(1000), profit: micros(0) }) as Order
const question = (of: Partial<Question> = {}): Question => ({
  verb: 'close',
  group: 'all',
  choice: { chosen: [order(1, 'EUR/USD')], skipped: [order(2, 'AAPL')], estimate: micros(-12_300_000) },
  openings: [],
  sizes: { all: 2, profit: 0, loss: 2 },
  failed: undefined,
  busy: false,
  retry: () => {},
  ...of,
})

describe('the question', () => {
  const body = (of?: Partial<Question>) => renderToStaticMarkup(<Choose question={question(of)} onGroup={() => {}} />)
  const footer = (of?: Partial<Question>) => renderToStaticMarkup(<ChooseFooter question={question(of)} />)

  it('names the estimated result, the skipped positions, and the execution', () => {
    const html = body()
    for (const part of ['−12.30', 'close_all.skipped', 'close_all.close_text', 'close_all.group_loss'])
      expect(html).toContain(part)
    expect(footer()).not.toContain('disabled=""')
  })
  it('has no groups and no result for pending orders', () => {
    const html = body({ verb: 'cancel', choice: { chosen: [order(1, 'X')], skipped: [], estimate: micros(0) } })
    expect(html).toContain('close_all.cancel_text')
    expect([html.includes('group_loss'), html.includes('close_all.estimate')]).toEqual([false, false])
  })
  it.each([
    ['before the list is read', { choice: undefined }],
    ['with nothing to close', { choice: { chosen: [], skipped: [order(2, 'AAPL')], estimate: micros(0) } }],
  ] satisfies [string, Partial<Question>][])('cannot be confirmed %s', (_, of) =>
    expect(footer(of)).toContain('disabled=""'),
  )
  it('can be confirmed while only prices are paused: a dimmed estimate, the reason; offline it cannot', () => {
    expect(body()).not.toContain('last-known')
    reachable.offline = 'reconnecting'
    expect(body()).toMatch(/last-known[^>]*>−12.30/)
    expect(body()).toContain('shell.reconnecting')
    for (const verb of ['close', 'cancel'] as const) expect(footer({ verb })).not.toContain('disabled=""')
    reachable.offline = 'offline'
    expect(body()).toContain('shell.offline')
    expect(footer()).toContain('disabled=""')
  })
  it('takes the figures of the last push, and while the connection is lost those of the list', () => {
    queryClient.setQueryData(KEY.trades, [EURUSD_ITEM])
    queryClient.setQueryData(['personal', 'all-orders', 1], [LONG])
    const Estimate = () => useChoice({ verb: 'close', group: 'all', enabled: true }).choice?.estimate
    const estimate = () =>
      renderToStaticMarkup(
        <QueryClientProvider client={queryClient}>
          <Estimate />
        </QueryClientProvider>,
      )
    expect(estimate()).toBe('5000000')
    reachable.offline = 'reconnecting'
    expect(estimate()).toBe(String(LONG.profit))
  })
  it('says of a position in a closed market when the market opens', () => {
    const opens = Date.parse('2026-11-29T22:05:00Z')
    queryClient.setQueryData(KEY.trades, [{ ...EURUSD_ITEM, MarketStatus: 0, NextOpen: opens }])
    queryClient.setQueryData(['personal', 'all-orders', 1], [LONG])
    let shown: Question | undefined
    const Sheet = () => {
      shown = useChoice({ verb: 'close', group: 'all', enabled: true })
      return <Choose question={shown} onGroup={() => {}} />
    }
    const html = renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <Sheet />
      </QueryClientProvider>,
    )
    expect(shown?.openings).toEqual([{ opens, codes: [LONG.showCode] }])
    expect(html).toMatch(new RegExp(`close_all.skipped</p><p>${LONG.showCode}: ticket.closed_until`))
  })
  it('offers a retry when the list cannot be read', () =>
    expect(body({ choice: undefined, failed: 'No connection' })).toContain('common.retry'))
})

describe('the progress', () => {
  const item = (id: number, state: Item['state']): Item => ({
    id,
    instrument: 1,
    key: 'k',
    showCode: 'EUR/USD',
    side: 'buy',
    lots: lotUnits(1000),
    state,
  })
  const run = (phase: Run['phase'], ...states: Item['state'][]): Run => ({
    verb: 'close',
    phase,
    sending: undefined,
    items: states.map((state, at) => item(at + 1, state)),
  })
  const shown = (of: Run) =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <Progress run={of} />
      </QueryClientProvider>,
    ) + renderToStaticMarkup(<ProgressFooter run={of} />)

  it('shows each answer: price and result, or the sentence of the refusal', () => {
    const done = { kind: 'done', price: '1.08512', profit: '12.300000' } as const
    const html = shown(run('finished', done, { kind: 'refused', message: 'This position is closed already.' }))
    for (const part of ['1.085', '+12.30', 'This position is closed already.', 'common.done'])
      expect(html).toContain(part)
    expect(html).not.toContain('close_all.not_known')
  })
  it.each([
    ['running', 'close_all.retrying', 'close_all.stop'],
    ['stopped', 'close_all.not_known', 'close_all.continue'],
  ] as const)('%s: names the unknown result', (phase, sentence, button) => {
    const html = shown(run(phase, { kind: 'unknown' }, { kind: 'waiting' }))
    expect([html.includes(sentence), html.includes(button)]).toEqual([true, true])
  })
  it('has the same two columns in each row, whatever its answer', () => {
    const done = { kind: 'done', price: '1.08512', profit: '-1112.300000' } as const
    const html = shown(run('finished', done, { kind: 'unknown' }, { kind: 'refused', message: 'Closed already.' }))
    const rows = html.match(/<li class="[^"]*"/g)
    expect(rows).toHaveLength(3)
    expect(new Set(rows).size).toBe(1)
    expect(rows?.[0]).toMatch(/ grid-cols-\[/)
  })
  it('cannot be stopped twice', () => expect(shown(run('stopping', { kind: 'waiting' }))).toContain('disabled=""'))
})

describe('an answer', () => {
  const refusal = (reason: 'busy' | 'store_trouble' | 'market_closed' | 'session_ended') =>
    answerOf(new CallFailed({ kind: 'refused', message: 'no', reason }))
  it.each([
    ['a refusal', refusal('market_closed'), { kind: 'refused', message: 'no', fatal: false }],
    ['busy', refusal('busy'), { kind: 'later' }],
    ['a store in trouble', refusal('store_trouble'), { kind: 'lost' }],
    ['the end of the session', refusal('session_ended'), { kind: 'refused', message: 'no', fatal: true }],
    ['a lost network', answerOf(new CallFailed({ kind: 'network', message: '' })), { kind: 'lost' }],
    ['a proxy', answerOf(new CallFailed({ kind: 'status', message: '' })), { kind: 'lost' }],
    ['the time limit', answerOf(new DOMException('', 'TimeoutError')), { kind: 'lost' }],
  ])('%s', (_, answer, expected) => expect(answer).toEqual(expected))
  it('hides no bug', () => expect(() => answerOf(new TypeError('x'))).toThrow(TypeError))
})
