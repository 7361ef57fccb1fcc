/** The account log's words: the contract names exactly what the ledger books, and each has its sentence. */

import { ENTRY_GROUPS } from '@veritick/contract'
import { ENTRY_KINDS } from '@veritick/contract/schemas'
import { accountId } from '@veritick/domain'
import { ENTRY_CATEGORIES } from '@veritick/engine'
import { expect, test } from 'vitest'
import { realRuntime } from '../../services/clock/clock.ts'
import { idsOf } from '../../services/encryption/ids.ts'
import { wireEntry } from './wallet.ts'

test('the contract knows every reason for which money moves, and no other', () => {
  expect([...ENTRY_KINDS]).toEqual([...ENTRY_CATEGORIES])
})

test('every kind can be found in one group of the list', () => {
  expect(Object.values(ENTRY_GROUPS).flat().sort()).toEqual([...ENTRY_KINDS].sort())
})

test.each(ENTRY_CATEGORIES)('%s is told in words', (kind) => {
  const row = {
    account: accountId(7),
    sequence: 12,
    kind,
    amount: -350_000,
    balanceAfter: 99_999_650_000,
    order: 3,
    instrument: 1,
    reference: null,
    at: 0,
    wallTime: 0,
  }
  const ids = idsOf({ encryption: { fingerprint: () => '00'.repeat(32) }, runtime: realRuntime })
  const line = wireEntry({ row, code: 'EURUSD', language: 'en', ids })
  expect(line).toMatchObject({
    Id: ids.entry(12),
    Kind: kind,
    Value: '-0.350000',
    Balance: '99999.650000',
    OrderId: ids.order(3),
  })
  expect(line.MemoTran).toMatch(/^[A-Z][^{}]*$/)
})
