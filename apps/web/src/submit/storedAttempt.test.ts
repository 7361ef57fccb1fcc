/** A page that reloads while a request is being sent repeats the same request. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type Attempt, attemptAnswered, attemptIdle, attemptStarted } from './attempt.ts'
import { attemptStore, RESEND_MILLIS, STORED_MILLIS } from './storedAttempt.ts'

type Body = { readonly number: string }
let drawer: Map<string, string>
let now: number
const storage = {
  getItem: (key: string) => drawer.get(key) ?? null,
  setItem: (key: string, value: string) => void drawer.set(key, value),
  removeItem: (key: string) => void drawer.delete(key),
}
const page = (user = 7) => attemptStore<Body>({ name: 'draw', user, now: () => now, storage: () => storage })

beforeEach(() => {
  drawer = new Map()
  now = 1_000
})

it('is sent again with the same key and body', () => {
  const sending = attemptStarted<Body>(attemptIdle, { intent: '100 to 9', body: { number: '100' }, freshKey: 'key-1' })
  page().write(sending ?? attemptIdle)
  const after = page().read()
  expect(after).toEqual({ state: 'unanswered', key: 'key-1', intent: '100 to 9', body: { number: '100' } })
  const again = attemptStarted(after, { intent: '100 to 9', body: { number: '100' }, freshKey: 'key-2' })
  expect(again?.key).toBe('key-1')
})

it('is removed with its answer', () => {
  const sending =
    attemptStarted<Body>(attemptIdle, { intent: 'w', body: { number: '1' }, freshKey: 'k' }) ?? attemptIdle
  page().write(sending)
  page().write(attemptAnswered(sending, 'k', { kind: 'done' }))
  expect([page().read(), drawer.size]).toEqual([attemptIdle, 0])
})

it('belongs to one customer and expires', () => {
  page().write({ state: 'unanswered', key: 'k', intent: 'w', body: { number: '1' } })
  expect(page(8).read()).toEqual(attemptIdle)
  now += STORED_MILLIS + 1
  expect(page().read()).toEqual(attemptIdle)
})

describe('the moment at which a request was sent', () => {
  const lost: Attempt<Body> = { state: 'unanswered', key: 'k', intent: 'w', body: { number: '1' } }

  it('is recent after a reload, not at a later visit', () => {
    page().write(lost)
    now += RESEND_MILLIS
    expect(page().isRecent()).toBe(true)
    now += 1
    expect(page().isRecent()).toBe(false)
    expect(page().read()).toEqual(lost)
  })
  it('stays that of the first sending when the same request is sent again', () => {
    page().write(lost)
    now += STORED_MILLIS
    page().write({ ...lost, state: 'sending', isRepeat: true })
    page().write(lost)
    expect(page().isRecent()).toBe(false)
    now += 1
    expect(page().read()).toEqual(attemptIdle)
  })
  it('is that of the next request', () => {
    page().write(lost)
    now += RESEND_MILLIS + 1
    page().write({ ...lost, key: 'k2' })
    expect(page().isRecent()).toBe(true)
  })
  it('is not recent without a request', () => {
    expect(page().isRecent()).toBe(false)
  })
})

it('works without session storage', () => {
  const forbidden = attemptStore<Body>({
    name: 'draw',
    user: 7,
    now: () => now,
    storage: () => {
      throw new Error('forbidden')
    },
  })
  forbidden.write({ state: 'unanswered', key: 'k', intent: 'w', body: { number: '1' } })
  expect(forbidden.read()).toEqual(attemptIdle)
  drawer.set('veritick.submit.draw', '{"user":7}')
  expect(page().read()).toEqual(attemptIdle)
})
