/** The sessions of one customer in memory are found without a look at those of all others, and none stays behind. */
import { accountId, millis, type UserId, userId } from '@veritick/domain'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/index.ts'
import { type Kept, REMEMBERED_MAX, RememberedSessions } from './remembered.ts'

const NOW = millis(1_700_000_000_000)
const [ANA, BEN] = [userId(1), userId(2)]

let looked = 0

/** Counts how often its owner is asked for. */
function keptOf(user: UserId, tokenHash: string): Kept {
  const session = {
    ...({ user, kind: 'real', account: accountId(user), accountKind: 'real', tokenHash } as const),
    expiresAt: millis(NOW + DAY_MS),
  }
  const times = { createdAt: NOW, lastUsedAt: NOW, writtenAt: NOW }
  return {
    ...{ device: '', ...times, proven: undefined, secondFactorAt: undefined },
    get session() {
      looked += 1
      return session
    },
  }
}

const hashesOf = (sessions: RememberedSessions, user: UserId) => sessions.of(user).map((kept) => kept.session.tokenHash)

test('the sessions of one customer are found without a look at those of others', () => {
  const sessions = new RememberedSessions(() => NOW)
  for (const name of ['a', 'b']) sessions.add(keptOf(ANA, name))
  for (let each = 0; each < 1_000; each += 1) sessions.add(keptOf(BEN, `of ben ${each}`))
  looked = 0
  expect(sessions.of(ANA)).toHaveLength(2)
  expect(looked).toBeLessThan(10)
})

test('a session that has ended, is in doubt or left memory is none of its customer any more', () => {
  const sessions = new RememberedSessions(() => NOW)
  for (const name of ['oldest', 'ended', 'doubted', 'kept']) sessions.add(keptOf(ANA, name))
  sessions.end('ended')
  sessions.doubt('doubted')
  sessions.end('unknown')
  expect(hashesOf(sessions, ANA)).toEqual(['oldest', 'kept'])
  for (let each = 0; each < REMEMBERED_MAX - 1; each += 1) sessions.add(keptOf(BEN, `of ben ${each}`))
  expect(hashesOf(sessions, ANA)).toEqual(['kept'])
  expect(sessions.get('oldest')).toBeUndefined()
  sessions.add(keptOf(ANA, 'kept again'))
  expect(hashesOf(sessions, ANA)).toEqual(['kept again'])
})
