/** One key for each order, one request at a time, and the correct state of each order after every failure. */
import { lotUnits } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import {
  afterReload,
  countsOf,
  nextOf,
  type Run,
  type RunAnswer,
  resultOf,
  runNext,
  runOf,
  type Subject,
} from './run.ts'

const subject = (id: number): Subject => ({ id, instrument: 1, showCode: 'EUR/USD', side: 'buy', lots: lotUnits(1000) })
const start = (...ids: number[]) => runOf('close', ids.map(subject))
const closed = { kind: 'done', price: '1.08512', profit: '12.300000' } as const
const refused = { kind: 'refused', message: 'The market is closed.', fatal: false } as const
const lost = { kind: 'lost' } as const

/** Sends the next order and answers it. */
function step(run: Run, answer: RunAnswer, freshKey = `key-${nextOf(run)?.id}`): Run {
  const id = nextOf(run)?.id ?? 0
  return runNext(runNext(run, { kind: 'sent', id, freshKey }), { kind: 'answered', id, answer })
}
const states = (run: Run) => run.items.map(({ state }) => state.kind)

describe('a run', () => {
  it('sends one order after the other, each with its own key', () => {
    let run = start(1, 2)
    run = runNext(run, { kind: 'sent', id: 1, freshKey: 'a' })
    expect(nextOf(run)).toBeUndefined()
    expect(runNext(run, { kind: 'sent', id: 2, freshKey: 'b' })).toBe(run)
    run = runNext(run, { kind: 'answered', id: 1, answer: closed })
    expect(nextOf(run)?.id).toBe(2)
    run = step(run, closed, 'b')
    expect([run.phase, run.items.map(({ key }) => key), resultOf(run)]).toEqual(['finished', ['a', 'b'], '24.600000'])
  })

  it('continues after a refusal, and shows it', () => {
    const run = step(step(step(start(1, 2, 3), closed), refused), closed)
    expect(states(run)).toEqual(['done', 'refused', 'done'])
    expect(countsOf(run)).toEqual({ total: 3, done: 2, refused: 1, unknown: 0, waiting: 0, answered: 3 })
  })

  it('sends an order without an answer again under the same key, before any other', () => {
    let run = step(start(1, 2), lost, 'first')
    expect([states(run), nextOf(run)?.id]).toEqual([['unknown', 'waiting'], 1])
    run = runNext(run, { kind: 'sent', id: 1, freshKey: 'second' })
    expect(run.items[0]?.key).toBe('first')
    run = runNext(run, { kind: 'answered', id: 1, answer: closed })
    expect(states(run)).toEqual(['done', 'waiting'])
  })

  it('keeps the state of an order when the server is busy', () => {
    expect(states(step(start(1, 2), { kind: 'later' }))).toEqual(['waiting', 'waiting'])
    expect(states(step(step(start(1, 2), lost), { kind: 'later' }))).toEqual(['unknown', 'waiting'])
  })

  it('ends after the current order when the customer stops', () => {
    let run = runNext(start(1, 2), { kind: 'sent', id: 1, freshKey: 'a' })
    run = runNext(run, { kind: 'stop' })
    expect([run.phase, nextOf(run)]).toEqual(['stopping', undefined])
    run = runNext(run, { kind: 'answered', id: 1, answer: closed })
    expect([run.phase, states(run)]).toEqual(['stopped', ['done', 'waiting']])
    expect(nextOf(runNext(run, { kind: 'continue' }))?.id).toBe(2)
  })

  it('is finished, not stopped, when the current order was the last', () => {
    let run = runNext(start(1), { kind: 'sent', id: 1, freshKey: 'a' })
    run = runNext(runNext(run, { kind: 'stop' }), { kind: 'answered', id: 1, answer: closed })
    expect(run.phase).toBe('finished')
  })

  it('shows an order as unknown when it is stopped without an answer, and keeps the key', () => {
    let run = runNext(start(1, 2), { kind: 'sent', id: 1, freshKey: 'a' })
    run = runNext(runNext(run, { kind: 'stop' }), { kind: 'answered', id: 1, answer: lost })
    expect([run.phase, states(run), run.items[0]?.key]).toEqual(['stopped', ['unknown', 'waiting'], 'a'])
  })

  it('ends with the session; the state of an earlier request stays unknown', () => {
    const over = { kind: 'refused', message: 'Sign in again.', fatal: true } as const
    const run = step(step(start(1, 2), lost), over)
    expect([run.phase, states(run)]).toEqual(['stopped', ['unknown', 'waiting']])
  })

  it('ignores an unexpected answer', () => {
    const run = step(start(1, 2), closed)
    expect(runNext(run, { kind: 'answered', id: 1, answer: refused })).toBe(run)
  })

  it('is stopped after a reload, with the current order unknown', () => {
    const run = afterReload(runNext(start(1, 2), { kind: 'sent', id: 1, freshKey: 'a' }))
    expect([run.phase, run.sending, states(run), run.items[0]?.key]).toEqual([
      'stopped',
      undefined,
      ['unknown', 'waiting'],
      'a',
    ])
    expect(afterReload(step(start(1), closed)).phase).toBe('finished')
  })

  it('sends a hundred orders, each once', () => {
    let run = start(...Array.from({ length: 100 }, (_, index) => index + 1))
    const sent: (number | undefined)[] = []
    while (nextOf(run) !== undefined) {
      sent.push(nextOf(run)?.id)
      run = step(run, closed)
    }
    expect([sent.length, new Set(sent).size, countsOf(run).done]).toEqual([100, 100, 100])
  })

  it('has no result for cancelled orders', () => {
    const run = step(runOf('cancel', [subject(1)]), { kind: 'done', price: undefined, profit: undefined })
    expect([run.phase, resultOf(run)]).toEqual(['finished', undefined])
  })
})
