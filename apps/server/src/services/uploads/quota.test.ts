/** The bytes that one network may store in a day. */
import { expect, test } from 'vitest'
import { DAY_MS } from '../clock/times.ts'
import { PICTURE_BYTES_PER_NETWORK_DAY_MAX, quotaOf } from './quota.ts'

test('a network has its bytes a day, another has its own, and room comes back as the day passes', () => {
  let clock = 0
  const quota = quotaOf(() => clock)
  const half = PICTURE_BYTES_PER_NETWORK_DAY_MAX / 2
  quota.count({ network: 'home', bytes: half })
  expect(quota.hasRoom('home')).toBe(true)
  quota.count({ network: 'home', bytes: half })
  expect(quota.hasRoom('home')).toBe(false)
  expect(quota.hasRoom('elsewhere')).toBe(true)
  clock += DAY_MS / 2
  expect(quota.hasRoom('home')).toBe(true)
  quota.count({ network: 'home', bytes: half })
  expect(quota.hasRoom('home')).toBe(false)
  quota.count({ network: 'elsewhere', bytes: 1 })
  expect(quota.hasRoom('home')).toBe(false)
  clock += DAY_MS
  quota.count({ network: 'elsewhere', bytes: 1 })
  expect(quota.hasRoom('home')).toBe(true)
})
