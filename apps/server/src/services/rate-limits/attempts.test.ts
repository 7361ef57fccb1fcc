/** Limits on guessing: an attempt counts before it is checked, is given back when right, and counts for 15 minutes. */
import { expect, test } from 'vitest'
import type { BrowserStanding } from '../secrets/browsers.ts'
import { attemptsOf, signInAttempts } from './attempts.ts'
import { LIMITS } from './limits.ts'

function counters() {
  let now = 1_000_000
  const wait = (ms: number) => {
    now += ms
  }
  return { attempts: attemptsOf({ monotonicNow: () => now }), wait }
}
const ana = { kind: 'second_factor', key: '17' } as const
const bob = { kind: 'second_factor', key: '18' } as const
const times = (count: number, does: () => boolean) => Array.from({ length: count }, does).filter(Boolean).length

test('ten wrong attempts block for a quarter of an hour; another client is not blocked', () => {
  const { attempts, wait } = counters()
  expect(times(50, () => attempts.take([ana]))).toBe(LIMITS.attempts.second_factor.max)
  expect(attempts.take([bob])).toBe(true)
  wait(LIMITS.attempts.sign_in.millis - 1)
  expect(attempts.take([ana])).toBe(false)
  wait(1)
  expect(times(50, () => attempts.take([ana]))).toBe(LIMITS.attempts.second_factor.max)
})

test('right ones cost nothing', () => {
  const { attempts } = counters()
  for (let day = 0; day < 100; day++) {
    expect(attempts.take([ana])).toBe(true)
    attempts.giveBack([ana])
  }
  expect(times(50, () => attempts.take([ana]))).toBe(LIMITS.attempts.second_factor.max)
})

test('of several ceilings the first that is reached holds, and the others are not counted up by it', () => {
  const { attempts } = counters()
  const from = (address: string) => [
    { kind: 'sign_in', key: `ana ${address}` } as const,
    { kind: 'sign_in_account', key: 'ana' } as const,
  ]
  expect(times(20, () => attempts.take(from('192.0.2.1')))).toBe(LIMITS.attempts.sign_in.max)
  expect(times(20, () => attempts.take(from('192.0.2.2')))).toBe(LIMITS.attempts.sign_in.max)
  const others = Array.from({ length: 10 }, (_, index) => times(20, () => attempts.take(from(`198.51.100.${index}`))))
  expect(others.reduce((sum, each) => sum + each, 0)).toBe(
    LIMITS.attempts.sign_in_account.max - 2 * LIMITS.attempts.sign_in.max,
  )
})

test('wrong passwords from the 256 networks of one home line are four times those of one network', () => {
  const { attempts } = counters()
  let named = 0
  const tries = (from: string, standing: BrowserStanding = 'unknown') => {
    named += 1
    const attempt = { whom: `ana${named}@example.com`, from, browser: 'a browser', standing, port: 'app' } as const
    return attempts.take(signInAttempts(attempt))
  }
  const { max } = LIMITS.attempts.sign_in_network
  const counts = Array.from({ length: 8 }, (_, network) =>
    times(2 * max, () => tries(`2001:db8:0:11${network.toString(16)}::`)),
  )
  expect(counts).toEqual([max, max, max, max, 0, 0, 0, 0])
  expect(tries('2001:db8:0:200::')).toBe(true)
  expect(tries('2001:db8:0:110::', 'proven')).toBe(true)
})

test('all known browsers of one owner together have a ceiling, and the proven ones one of their own', () => {
  const { attempts } = counters()
  const tries = (standing: BrowserStanding, browser: string) =>
    attempts.take(signInAttempts({ whom: 'customer 7', from: '192.0.2.1', browser, standing, port: 'app' }))
  const guesses = (standing: BrowserStanding) => {
    const browsers = Array.from({ length: 100 }, (_, index) => `browser ${index}`)
    return browsers.reduce((sum, browser) => sum + times(20, () => tries(standing, browser)), 0)
  }
  const { sign_in_known, sign_in_known_all } = LIMITS.attempts
  expect(guesses('known')).toBe(sign_in_known_all.max)
  expect(times(20, () => tries('proven', 'a browser of the owner'))).toBe(sign_in_known.max)
  expect(guesses('proven')).toBe(sign_in_known_all.max - sign_in_known.max)
})
