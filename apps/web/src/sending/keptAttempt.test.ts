/** A page that is loaded again while a request is on its way asks for the very same thing. */
import { beforeEach, expect, it } from 'vitest'
import { attemptAnswered, attemptIdle, attemptStarted } from './attempt.ts'
import { KEPT_MILLIS, memoryOf } from './keptAttempt.ts'

type Body = { readonly number: string }
let drawer: Map<string, string>
let now: number
const shelf = {
  getItem: (key: string) => drawer.get(key) ?? null,
  setItem: (key: string, value: string) => void drawer.set(key, value),
  removeItem: (key: string) => void drawer.delete(key),
}
const page = (user = 7) => memoryOf<Body>({ name: 'draw', user, now: () => now, shelf: () => shelf })

beforeEach(() => {
  drawer = new Map()
  now = 1_000
})

it('asks again with the same key and body', () => {
  const sending = attemptStarted<Body>(attemptIdle, { wish: '100 to 9', body: { number: '100' }, freshKey: 'key-1' })
  page().write(sending ?? attemptIdle)
  const after = page().read()
  expect(after).toEqual({ state: 'unanswered', key: 'key-1', wish: '100 to 9', body: { number: '100' } })
  const again = attemptStarted(after, { wish: '100 to 9', body: { number: '100' }, freshKey: 'key-2' })
  expect(again?.key).toBe('key-1')
})

it('forgets it with its answer', () => {
  const sending = attemptStarted<Body>(attemptIdle, { wish: 'w', body: { number: '1' }, freshKey: 'k' }) ?? attemptIdle
  page().write(sending)
  page().write(attemptAnswered(sending, 'k', { kind: 'done' }))
  expect([page().read(), drawer.size]).toEqual([attemptIdle, 0])
})

it('is nobody else’s, and not for ever', () => {
  page().write({ state: 'unanswered', key: 'k', wish: 'w', body: { number: '1' } })
  expect(page(8).read()).toEqual(attemptIdle)
  now += KEPT_MILLIS + 1
  expect(page().read()).toEqual(attemptIdle)
})

it('lives without a place to keep anything', () => {
  const forbidden = memoryOf<Body>({
    name: 'draw',
    user: 7,
    now: () => now,
    shelf: () => {
      throw new Error('forbidden')
    },
  })
  forbidden.write({ state: 'unanswered', key: 'k', wish: 'w', body: { number: '1' } })
  expect(forbidden.read()).toEqual(attemptIdle)
  drawer.set('veritick.sending.draw', '{"user":7}')
  expect(page().read()).toEqual(attemptIdle)
})
