/** The records that a page of the account log belongs to: found by their references, and no other record is read. */
import { userId } from '@veritick/domain'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../store/interface.ts'
import { openStore } from '../../store/store.ts'
import { referenceOf } from '../money/transfers.ts'
import { recordsOf } from './records.ts'

const ANA = userId(7)
const BEN = userId(8)
const RECORDS = 400

describe.each(storeKinds())('on the %s store', (kind) => {
  let location: StoreLocation
  let store: Store

  beforeAll(async () => {
    location = await openLocation(kind, ['records'])
    store = await openStore({ ...location, world: 'records' })
    // The records of this test need no customers.
    await store.query('alter table deposits drop constraint deposits_account')
    await store.query(
      'alter table withdrawals drop constraint withdrawals_account, drop constraint withdrawals_of_payee',
    )
    const owned = [ANA, ANA, BEN, RECORDS]
    await store.query(
      `insert into deposits (deposit_id, user_id, account_id, method, channel, currency, protocol, paid_to, units,
         usd_price, amount, flags, state, remark, created_at)
       select each, case when each < $4 then $1::int else $3::int end, 100000000 + $2::int,
         'coin', 1, 'USDT', 'TRC20', 'T', 1, 1, 1, '', 'unchecked', '', each
       from generate_series(1, $4::int) as each`,
      owned,
    )
    await store.query(
      `insert into withdrawals (withdrawal_id, user_id, account_id, method, currency, protocol, payee_id, encrypted,
         amount, fee, usd_price, received, state, needs_two, notes, created_at)
       select each, case when each < $4 then $1::int else $3::int end, 100000000 + $2::int,
         'coin', 'USDT', 'TRC20', 1, '', 1, 0, 1, 1, 'waiting', false, '', each
       from generate_series(1, $4::int) as each`,
      owned,
    )
  })
  afterAll(async () => {
    await store.close()
    await location.clean()
  })

  test('of one among hundreds, that one row is read, by the index', async () => {
    let rowsRead = 0
    let statement = ''
    const db = drizzle(async (sql, params) => {
      const rows = await store.query<Record<string, unknown>>(sql, params)
      rowsRead += rows.length
      if (sql.includes('deposits')) statement = sql
      return { rows: rows.map((row) => Object.values(row)) }
    })
    const reference = referenceOf('deposit', 250)
    const recordOf = await recordsOf(db, { user: ANA, rows: [{ reference }, { reference: null }] })
    expect([recordOf(reference), recordOf(null), rowsRead]).toEqual([{ kind: 'deposit', id: 250 }, undefined, 1])
    const plan = await store.query(`explain ${statement}`, [ANA, [reference]])
    expect(JSON.stringify(plan)).toContain('deposits_transfer')
  })

  test('every reference of the engine finds its own record, and that of another customer none', async () => {
    const rows = [
      ...Array.from({ length: RECORDS }, (_, at) => ({ reference: referenceOf('deposit', at + 1) })),
      ...Array.from({ length: RECORDS }, (_, at) => ({ reference: referenceOf('withdrawal', at + 1) })),
    ]
    const recordOf = await recordsOf(store.db, { user: ANA, rows })
    const found = rows.map(({ reference }) => recordOf(reference)?.id)
    const own = Array.from({ length: RECORDS - 1 }, (_, at) => at + 1)
    expect(found).toEqual([...own, undefined, ...own, undefined])
    expect(recordOf(referenceOf('withdrawal', 3))).toEqual({ kind: 'withdrawal', id: 3, state: 'waiting' })
  })
})
