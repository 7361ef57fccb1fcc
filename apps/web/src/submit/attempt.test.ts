/** Double taps and lost networks: the same order is never sent with two keys. */
import { describe, expect, it } from 'vitest'
import { type Attempt, attemptAnswered, attemptFormChanged, attemptIdle, attemptStarted, bodySent } from './attempt.ts'

type Body = { readonly lots: string; readonly seen: string }
const buy = { intent: 'buy 0.10 EURUSD', body: { lots: '0.10', seen: '1.08521' }, freshKey: 'key-1' }
const started = (before: Attempt<Body>, request = buy) => {
  const after = attemptStarted(before, request)
  if (after === undefined) throw new Error('it did not start')
  return after
}

it('ignores the second tap while the first request awaits its answer', () => {
  const first = started(attemptIdle)
  expect(attemptStarted(first, { ...buy, freshKey: 'key-2' })).toBeUndefined()
})

it('sends again with the same key and the same seen price without an answer', () => {
  const lost = attemptAnswered(started(attemptIdle), 'key-1', { kind: 'lost' })
  const again = started(lost, { ...buy, body: { lots: '0.10', seen: '1.08530' }, freshKey: 'key-2' })
  expect(again).toEqual({ state: 'sending', key: 'key-1', intent: buy.intent, body: buy.body, isRepeat: true })
})

it('gives the sent price until the form contains another order', () => {
  const lost = attemptAnswered(started(attemptIdle), 'key-1', { kind: 'lost' })
  expect(bodySent(lost, buy.intent)?.seen).toBe('1.08521')
  expect(bodySent(lost, 'buy 0.20 EURUSD')).toBeUndefined()
  expect(bodySent(attemptIdle, buy.intent)).toBeUndefined()
})

it('uses a new key for another order', () => {
  const lost = attemptAnswered(started(attemptIdle), 'key-1', { kind: 'lost' })
  const other = { intent: 'buy 0.20 EURUSD', body: { lots: '0.20', seen: '1.08521' }, freshKey: 'key-2' }
  expect(started(lost, other)).toMatchObject({ key: 'key-2', body: other.body })
})

it('starts a new attempt after a refusal, which a change of the form clears', () => {
  const no = { kind: 'refused', reason: 'margin_not_enough', message: 'Not enough margin' } as const
  const refused = attemptAnswered(started(attemptIdle), 'key-1', no)
  expect(refused).toEqual({ state: 'refused', reason: 'margin_not_enough', message: 'Not enough margin' })
  expect(attemptFormChanged(refused)).toEqual(attemptIdle)
  expect(started(refused, { ...buy, freshKey: 'key-2' }).key).toBe('key-2')
})

describe('a repeat that the server refuses', () => {
  const lost = attemptAnswered(started(attemptIdle), 'key-1', { kind: 'lost' })
  const refusedFor = (reason: string) =>
    attemptAnswered(started(lost), 'key-1', { kind: 'refused', reason, message: 'No' })

  it.each(['too_many_requests', 'session_ended', 'session_missing'])(
    'before it has looked for the key (%s) keeps the key of the first request',
    (reason) => {
      const after = refusedFor(reason)
      expect(after).toEqual(lost)
      expect(started(after, { ...buy, freshKey: 'key-2' }).key).toBe('key-1')
    },
  )
  it('after it has looked for the key has the answer', () => {
    expect(refusedFor('margin_not_enough')).toMatchObject({ state: 'refused', reason: 'margin_not_enough' })
  })
  it('shows the refusal of a first request, which did nothing', () => {
    const no = { kind: 'refused', reason: 'too_many_requests', message: 'Too many' } as const
    expect(attemptAnswered(started(attemptIdle), 'key-1', no)).toMatchObject({ state: 'refused', message: 'Too many' })
  })
})

it('ignores a late answer to an older key', () => {
  const second = started(attemptIdle, { ...buy, freshKey: 'key-2' })
  expect(attemptAnswered(second, 'key-1', { kind: 'done' })).toBe(second)
  expect(attemptAnswered(second, 'key-2', { kind: 'done' })).toEqual(attemptIdle)
})
