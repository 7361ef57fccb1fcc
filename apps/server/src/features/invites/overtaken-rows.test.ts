/**
 * A customer's row and the row of their identity check change while the server reads them for a screen, a decision or
 * the rewards of invites. No attacker changed the store: the answer is the row that was written
 * meanwhile.
 */
import { userId } from '@veritick/domain'
import { expect, test } from 'vitest'
import { testEncryption } from '../../services/encryption/encryption-fixture.ts'
import { namesOf, RowChanged, requireSealed, rowSeal, type SealedRow } from '../../services/seals/index.ts'
import type { Database, Query } from '../../store/index.ts'
import { provenState, storedState } from '../identity/queries.ts'
import { readParticipants } from './programme.ts'

const encryption = testEncryption
const { rowVersions } = encryption

/** The columns that no step here looks at are empty. */
function personRow(user: number, version: number) {
  const empty = Object.fromEntries(namesOf('users').map((name) => [name, null]))
  const row = { ...empty, user_id: user, version } as unknown as SealedRow<'users'>
  return { ...row, seal: rowSeal(encryption, 'users', row) }
}
function identityRow(user: number, version: number) {
  const row = { user_id: user, version, state: 'verified', changed_at: 5 } as const
  return { ...row, seal: rowSeal(encryption, 'identities', row) }
}
const knownStaff = { rows: async () => new Map() }

/** The answers of the store; the row changes before the first one comes. */
function answering<Row>(name: { readonly table: string; readonly key: number }, rows: readonly Row[]) {
  let asked = 0
  const query = (async () => {
    if (asked === 0) rowVersions.keep([{ row: name, version: 3 }])
    const row = rows[Math.min(asked, rows.length - 1)]
    asked += 1
    return [row]
  }) as unknown as Query
  return query
}

test('a customer whose row changes while it is read is proven, and one whose old row was put back is not', async () => {
  const joined = (version: number) => ({ ...personRow(501, version), identity_state: null })
  const query = answering({ table: 'users', key: 501 }, [joined(2), joined(3)])
  expect(await readParticipants({ query, encryption, knownStaff }, '', [])).toMatchObject([{ isProven: true }])
  const old = answering({ table: 'users', key: 501 }, [joined(2)])
  expect(await readParticipants({ query: old, encryption, knownStaff }, '', [])).toMatchObject([{ isProven: false }])
})

test('the participant whose check changes while it is read is verified', async () => {
  const joined = (version: number) => {
    const { state, changed_at, seal } = identityRow(502, version)
    const identity = { identity_state: state, identity_version: version, identity_at: changed_at, identity_seal: seal }
    return { ...personRow(502, 1), ...identity }
  }
  const query = answering({ table: 'identities', key: 502 }, [joined(2), joined(3)])
  expect(await readParticipants({ query, encryption, knownStaff }, '', [])).toMatchObject([{ identity: 'verified' }])
})

test('a screen and a decision see the state of a check that changes while it is read', async () => {
  const reading = (user: number, versions: readonly number[]) => {
    const rows = versions.map((version) => {
      const { user_id: _, changed_at: changedAt, ...row } = identityRow(user, version)
      return { ...row, changedAt, user: userId(user) }
    })
    const where = answering({ table: 'identities', key: user }, rows)
    return { encryption, db: { select: () => ({ from: () => ({ where }) }) } as unknown as Database }
  }
  expect(await storedState(reading(503, [2, 3]), userId(503))).toBe('verified')
  expect(await provenState(reading(504, [2, 3]), userId(504))).toBe('verified')
  expect(await storedState(reading(505, [2]), userId(505))).toBe('none')
  await expect(provenState(reading(506, [2]), userId(506))).rejects.toThrow(RowChanged)
})

test('a row that is read by its key is read again where it changes meanwhile', async () => {
  const query = answering({ table: 'users', key: 507 }, [personRow(507, 2), personRow(507, 3)])
  expect(await requireSealed({ query, encryption }, 'users', { user_id: 507 })).toMatchObject({ version: 3 })
})
