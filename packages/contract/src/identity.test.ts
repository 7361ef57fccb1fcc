/** The age at which a customer can be verified. */
import { expect, test } from 'vitest'
import { latestAdultBirth } from './identity.ts'

test.each([
  ['2026-11-21', '2008-11-21'],
  ['2024-02-29', '2006-02-29'],
])('on %s an adult was born on %s or before', (today, latest) => expect(latestAdultBirth(today)).toBe(latest))

test('who was born on 29 February is adult on 1 March', () => {
  const isAdultOn = (today: string) => '2008-02-29' <= latestAdultBirth(today)
  expect([isAdultOn('2026-02-28'), isAdultOn('2026-03-01')]).toEqual([false, true])
})
