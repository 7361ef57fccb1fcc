/** A key contains the time of the server's clock, not the device's, and every key is unique. */
import { expect, it } from 'vitest'
import { newKey, noteServerTime } from './requestKey.ts'

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const NOON = Date.parse('Thu, 08 May 2014 12:00:00 GMT')
const HOUR = 3_600_000

const answer = (headers: Record<string, string>) => ({ headers: new Headers(headers) })
const timeOf = (key: string) => Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16)

it('is a UUID of version 7 with the time of the device until the server has answered', () => {
  const key = newKey(NOON)
  expect(key).toMatch(UUID_7)
  expect(timeOf(key)).toBe(NOON)
  expect(new Set(Array.from({ length: 1_000 }, () => newKey(NOON))).size).toBe(1_000)
})

it('contains the time of the server when the device is hours off, by the newest answer', () => {
  noteServerTime(answer({ date: 'Thu, 08 May 2014 12:00:00 GMT' }), NOON + 3 * HOUR)
  expect(timeOf(newKey(NOON + 3 * HOUR + 500))).toBe(NOON + 500)
  noteServerTime(answer({ date: 'Thu, 08 May 2014 12:00:01 GMT' }), NOON - 2 * HOUR)
  expect(timeOf(newKey(NOON - 2 * HOUR))).toBe(NOON + 1_000)
  noteServerTime(answer({}), NOON)
  noteServerTime(answer({ date: 'yesterday' }), NOON)
  expect(timeOf(newKey(NOON - 2 * HOUR))).toBe(NOON + 1_000)
})
