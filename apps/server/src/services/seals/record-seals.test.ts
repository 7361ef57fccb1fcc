/** A visitor who closes many demo accounts makes the server forget no closure that has money behind it. */
import { expect, test } from 'vitest'
import { closures, type Query } from '../../store/index.ts'
import { testEncryption } from '../encryption/encryption-fixture.ts'
import { NewestSeals } from './newest-seals.ts'
import { recordSeals, sealInserted } from './record-seals.ts'
import { namesOf, rowSeal } from './row-seals.ts'
import type { SealedRow } from './sealed-tables.ts'

const USER = 601
const CLOSURE = 7

/** A store with one customer. */
function storeOf(kind: 'demo' | 'real'): Query {
  const empty = Object.fromEntries(namesOf('users').map((name) => [name, null]))
  const row = { ...empty, user_id: USER, version: 1, kind } as unknown as SealedRow<'users'>
  const person = { ...row, seal: rowSeal(testEncryption, 'users', row) }
  return (async (text: string) => (text.includes('from users') ? [person] : [])) as unknown as Query
}

test.each([
  ['demo', undefined, undefined],
  ['real', 1, 2],
] as const)('the closure of a %s account', async (kind, inserted, renewed) => {
  const newestSeals = new NewestSeals({ file: undefined, log: undefined, now: () => 5 })
  const of = { encryption: testEncryption, newestSeals }
  const tx = { query: storeOf(kind), onEnd: (listener: (end: 'committed') => void) => listener('committed') }
  const row = { user: USER, state: 'closing', requestedBy: 'customer', reason: '', requestedAt: 5 }
  await sealInserted(of, tx, { table: 'closures', schema: closures, id: CLOSURE, row })
  expect(newestSeals.of('closures', CLOSURE)?.version).toBe(inserted)
  await recordSeals('closures', closures).renew(of, tx, CLOSURE, { ...row, version: 1, seal: '' })
  expect(newestSeals.of('closures', CLOSURE)?.version).toBe(renewed)
})
