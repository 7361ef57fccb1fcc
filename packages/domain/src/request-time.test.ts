/** A table of times that keys name: which are new, which may be forgotten, which lie ahead. */
import { describe, expect, test } from 'vitest'
import { millis } from './numbers.ts'
import { KEY_AHEAD_MAX_MS, keyRefusal, REQUEST_KEPT_MS } from './request-time.ts'

const NOW = 1_800_000_000_000
const oldest = NOW - REQUEST_KEPT_MS + KEY_AHEAD_MAX_MS

describe('a key without a kept answer', () => {
  test.each<[string, number | undefined, string | undefined]>([
    ['names no time: new', undefined, undefined],
    ['names now: new', NOW, undefined],
    ['as far ahead as clocks may differ: new', NOW + KEY_AHEAD_MAX_MS, undefined],
    ['further ahead', NOW + KEY_AHEAD_MAX_MS + 1, 'idempotency_key_ahead'],
    ['the oldest that cannot be forgotten: new', oldest + 1, undefined],
    ['a millisecond older', oldest, 'idempotency_key_expired'],
    ['of 1970', 0, 'idempotency_key_expired'],
  ])('%s', (_, named, refusal) => {
    const namedAt = named === undefined ? undefined : millis(named)
    expect(keyRefusal({ namedAt, now: NOW })).toBe(refusal)
  })

  test('where answers were forgotten before their time, names a time after the newest of them', () => {
    const forgottenUntil = NOW - 60_000
    const at = (named: number) => keyRefusal({ namedAt: millis(named), now: NOW, forgottenUntil })
    expect(at(forgottenUntil + KEY_AHEAD_MAX_MS)).toBe('idempotency_key_expired')
    expect(at(forgottenUntil + KEY_AHEAD_MAX_MS + 1)).toBeUndefined()
  })
})
