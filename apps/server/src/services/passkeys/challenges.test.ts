/**
 * A client answers a challenge once, within five minutes, in the session and for the purpose that it was made for. The
 * number of waiting challenges has a ceiling.
 */
import { setMachine } from '@veritick/testing/test-clock'
import { expect, test } from 'vitest'
import { CHALLENGE_MILLIS, challengesOf, WAITING_MAX } from './challenges.ts'

const SITE = { rpId: 'trade.example.com', origin: 'https://trade.example.com' }
const ANAS = { purpose: 'proof', session: 'ana' } as const

function opened() {
  const clock = setMachine({ at: '2026-03-02T09:00:00Z' })
  return { clock, challenges: challengesOf(clock) }
}

test('a client answers a challenge once, and learns its site and handle', () => {
  const { challenges } = opened()
  const asked = { purpose: 'register', session: 'ana' } as const
  const challenge = challenges.make({ ...asked, site: SITE, userHandle: 'handle' })
  expect(challenge).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(challenges.spend({ ...asked, challenge })).toEqual({ ...SITE, userHandle: 'handle' })
  expect(challenges.spend({ ...asked, challenge })).toBeUndefined()
})

test('an attacker answers no challenge that the server did not make', () => {
  const { challenges } = opened()
  challenges.make({ ...ANAS, site: SITE })
  expect(challenges.spend({ ...ANAS, challenge: 'eve'.repeat(14) })).toBeUndefined()
})

test('a client that answers after five minutes is too late', () => {
  const { clock, challenges } = opened()
  const [first, second] = [ANAS, { ...ANAS, session: 'ben' }]
  const early = challenges.make({ ...first, site: SITE })
  const late = challenges.make({ ...second, site: SITE })
  clock.pass(CHALLENGE_MILLIS - 1)
  expect(challenges.spend({ ...first, challenge: early })).toEqual({ ...SITE, userHandle: undefined })
  clock.pass(1)
  expect(challenges.spend({ ...second, challenge: late })).toBeUndefined()
})

test.each([
  ['for another purpose', { ...ANAS, purpose: 'register' }],
  ['in another session', { ...ANAS, session: 'eve' }],
  ['without a session', { ...ANAS, session: undefined }],
] as const)('an attacker who answers %s uses the challenge up', (_how, eves) => {
  const { challenges } = opened()
  const challenge = challenges.make({ ...ANAS, site: SITE })
  expect(challenges.spend({ ...eves, challenge })).toBeUndefined()
  expect(challenges.spend({ ...ANAS, challenge })).toBeUndefined()
})

test('a session that asks again voids its own challenge before of that purpose, and no other', () => {
  const { challenges } = opened()
  const others = [
    { purpose: 'register', session: 'ana' },
    { purpose: 'proof', session: 'ben' },
    { purpose: 'sign_in', session: undefined },
    { purpose: 'sign_in', session: undefined },
  ] as const
  const before = challenges.make({ ...ANAS, site: SITE })
  const made = others.map((asked) => ({ ...asked, challenge: challenges.make({ ...asked, site: SITE }) }))
  const newest = challenges.make({ ...ANAS, site: SITE })
  expect(challenges.spend({ ...ANAS, challenge: before })).toBeUndefined()
  for (const each of [...made, { ...ANAS, challenge: newest }]) expect(challenges.spend(each)).toMatchObject(SITE)
})

test('visitors who ask beyond the ceiling void the oldest challenge alone', () => {
  const { clock } = opened()
  let count = 0
  // A count is cheaper than chance.
  const random = (bytes: number) => Buffer.from(String(count++).padStart(bytes))
  const challenges = challengesOf({ ...clock, random })
  const asked = { purpose: 'sign_in', session: undefined } as const
  const made = Array.from({ length: WAITING_MAX + 1 }, () => challenges.make({ ...asked, site: SITE }))
  const isTaken = (challenge = '') => challenges.spend({ ...asked, challenge }) !== undefined
  expect([made[0], made[1], made.at(-1)].map(isTaken)).toEqual([false, true, true])
})
