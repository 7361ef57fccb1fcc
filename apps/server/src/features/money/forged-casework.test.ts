/**
 * An attacker with write access to the store changes records of money by plain statements. The start names what differs
 * from the engine, and trading does not open. No money is moved for a record in progress without its decision. A record
 * that a crash may leave is finished. The statements are the same on both stores; the embedded one takes one change of
 * each kind.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { micros, must } from '@veritick/domain'
import {
  accountOf,
  bindTron,
  customer,
  draws,
  FINN,
  GRETA,
  openChannels,
  richCustomer,
  tronHash,
  userOf,
} from '@veritick/testing/customers'
import { JOURNAL_TABLES, restoreTables, saveTables } from '@veritick/testing/forgery'
import { reseal } from '@veritick/testing/reseal'
import { openLocation, type StoreKind, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { balanceOf } from '../../core/forged-fixture.ts'
import { KNOWN_BATCH_FILE, StateFault } from '../../core/index.ts'
import { realRuntime } from '../../services/clock/index.ts'
import { openEncryption } from '../../services/encryption/index.ts'
import { KNOWN_RECORDS_FILE } from '../../services/seals/index.ts'
import { EMPTIED_TABLES, type Transaction } from '../../store/index.ts'
import { openStore } from '../../store/store.ts'

const STARTS = 240_000
const WORLD = 'simulated'
const CHANGED = ['deposits', 'withdrawals', 'corrections', ...JOURNAL_TABLES]
const READ_TABLES = EMPTIED_TABLES.filter((table) => table !== 'projection')
const KINDS = storeKinds()

/** A store with one record of each end, as the server left it. */
class MoneyStore {
  readonly #kind: StoreKind
  #location: StoreLocation | undefined
  #server: TestServer | undefined
  account = 0
  paid = 0
  approved = 0
  correction = 0
  /** The batch that the journal ended with before the withdrawals. */
  cut = 0

  constructor(kind: StoreKind) {
    this.#kind = kind
  }

  async prepare(): Promise<void> {
    this.#location = await openLocation(this.#kind, [WORLD])
    const server = await this.start()
    await openChannels(server)
    const ana = await richCustomer(server, 'ana', 5000)
    await customer(server, 'ben')
    this.account = await accountOf(server, ana)
    const { review } = server.context.withdrawals
    const { corrections, core, store } = server.context
    const by = (withdrawal: number, actor = FINN) => ({ withdrawal, actor, reason: 'all in order' })
    const payee = await bindTron(server, ana, 'ana')
    await core.projected()
    const [newest] = await store.query<{ batch: number }>('select max(batch) as batch from journal')
    this.cut = must(newest, 'a batch').batch
    const drawn = async (number: string) =>
      (await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number })).id
    this.paid = await drawn('900')
    this.approved = await drawn('40')
    for (const id of [this.paid, this.approved]) expect((await review.approve(by(id))).ok).toBe(true)
    expect((await review.pay({ ...by(this.paid), reference: tronHash(this.paid) })).ok).toBe(true)
    expect((await review.reject({ ...by(await drawn('50')), remark: 'Not this time' })).ok).toBe(true)
    const ask = {
      user: await userOf(ana),
      amount: micros(7_000_000),
      category: 'cost',
      remark: 'A fee was wrong',
    } as const
    const asked = await corrections.request({ ...ask, actor: FINN, reason: 'seen in the log' })
    if (!asked.ok) throw new Error(asked.reason)
    this.correction = asked.value.correction
    expect((await corrections.approve({ correction: this.correction, actor: GRETA, reason: 'right' })).ok).toBe(true)
    await this.close()
    await this.inStore(({ query }) => saveTables(query, CHANGED))
  }

  async start(tasks: { readonly rebuildReadTables?: boolean } = {}): Promise<TestServer> {
    const { dataDir, databaseUrl } = must(this.#location, 'a location')
    this.#server = await openTestServer({ dataDir, config: { databaseUrl, tasks }, patient: true })
    return this.#server
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    await server?.close()
  }

  async remove(): Promise<void> {
    await must(this.#location, 'a location').clean()
  }

  async inStore(work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const store = await openStore({ ...must(this.#location, 'a location'), world: WORLD })
    await store.transaction(work).finally(() => store.close())
  }

  /** As if the server itself had written the records as they are now. */
  async resealed(): Promise<void> {
    const location = must(this.#location, 'a location')
    const store = await openStore({ ...location, world: WORLD })
    const place = { ...location, store, world: WORLD, vaultKey: undefined, runtime: realRuntime }
    const encryption = await openEncryption(place)
    const query = store.query
    for (const table of ['deposits', 'corrections', 'withdrawals'] as const) await reseal({ query, encryption }, table)
    await store.close()
  }

  /** The store as the server left it, changed by these statements, beside a folder that knows no batch and record. */
  forged(...statements: readonly string[]): Promise<void> {
    const folder = join(must(this.#location, 'a location').dataDir, WORLD)
    for (const file of [KNOWN_BATCH_FILE, KNOWN_RECORDS_FILE]) rmSync(join(folder, file), { force: true })
    return this.inStore(async ({ query }) => {
      await restoreTables(query, CHANGED)
      for (const statement of statements) await query(statement)
    })
  }

  async refused(tasks: { readonly rebuildReadTables?: boolean } = {}): Promise<StateFault> {
    const fault = await this.start(tasks).catch((error: unknown) => error)
    if (!(fault instanceof StateFault)) throw new Error(`the start was to be refused: ${String(fault)}`)
    return fault
  }
}

/** A copy of the newest row of a table with other values. */
async function copied(store: MoneyStore, table: string, changes: Readonly<Record<string, string>>): Promise<string> {
  let columns: readonly string[] = []
  await store.inStore(async ({ query }) => {
    const rows = await query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = $1 and table_schema = current_schema() order by ordinal_position`,
      [table],
    )
    columns = rows.map(({ name }) => name)
  })
  const values = columns.map((column) => changes[column] ?? column)
  return `insert into ${table} (${columns.join(', ')}) overriding system value
    select ${values.join(', ')} from ${table} order by 1 desc limit 1`
}

const reopen = (id: number, more = '') =>
  `update withdrawals set state = 'approved', ended_at = null, payment_reference = null, notes = ''${more}
   where withdrawal_id = ${id}`

describe.each(KINDS)('on the %s store', (kind) => {
  const store = new MoneyStore(kind)
  const isThorough = kind === KINDS.at(-1)

  beforeAll(() => store.prepare(), STARTS)
  afterEach(() => store.close(), STARTS)
  afterAll(() => store.remove(), STARTS)

  const CHANGES: readonly (readonly [string, () => string, RegExp])[] = [
    [
      'a paid withdrawal is open again',
      () => reopen(store.paid, ', received = received * 100'),
      /^table withdrawals, record \d+, state approved: .*expected 900000000 locked .*, found 900000000 settled/,
    ],
    [
      'an open withdrawal of another amount',
      () => `update withdrawals set amount = amount * 2 where state = 'approved'`,
      /^table withdrawals, record \d+, state approved: .*expected 80000000 locked .*, found 40000000 locked/,
    ],
    [
      'a paid withdrawal that was given back',
      () =>
        `update withdrawals set state = 'paid', payment_reference = 'tron:test', approved_at = 5, first_approved_at = 5,
           first_approver = 'staff:1' where state = 'rejected'`,
      /^table withdrawals, record \d+, state paid: given back in the account log: expected nothing, found 50000000$/,
    ],
    [
      'a larger credit',
      () => 'update deposits set credited = credited + 1',
      /^table deposits, record \d+, state finished: .*expected 5000000001 credited .*, found 5000000000 credited/,
    ],
    [
      'a credit taken away',
      () => 'delete from deposits',
      /have a record: expected 5, found 4; event \d+ is one: deposit/,
    ],
    [
      'a correction of another sign',
      () => 'update corrections set amount = -amount',
      /^table corrections, record \d+, state booked: .*expected -7000000 credited .*, found 7000000 credited/,
    ],
  ]

  test.each(isThorough ? CHANGES : CHANGES.slice(0, 1))(
    '%s: named, and trading does not open',
    async (_, statement, message) => {
      await store.forged(statement())
      const fault = await store.refused()
      expect(fault.message).toMatch(message)
      expect(fault.remedy).toContain('Restore the store')
    },
    STARTS,
  )

  test(
    'the end of the journal was cut off with all that was derived from it',
    async () => {
      const cut = [
        `delete from journal where batch > ${store.cut}`,
        `delete from snapshots where batch >= ${store.cut}`,
        ...READ_TABLES.map((table) => `delete from ${table}`),
      ]
      await store.forged(...cut, 'delete from projection')
      expect((await store.refused()).message).toMatch(/^table projection, .*expected a row, found none$/)
      const lost = /^table withdrawals, record \d+, state (paid|approved|rejected): .*, found no transfer$/
      expect((await store.refused({ rebuildReadTables: true })).message).toMatch(lost)
      await store.forged(...cut, 'update projection set batch = 0, sequence = 0')
      expect((await store.refused()).message).toMatch(lost)
    },
    STARTS,
  )

  test(
    'a record in progress without its decision moves no money and is named',
    async () => {
      const credit = {
        deposit_id: '777777777',
        state: "'crediting'",
        credited: '1000000000000',
        payment_reference: "'tron:forged'",
        ended_at: 'null',
        reference: 'null',
        provider_reference: 'null',
        tx_hash: 'null',
      }
      const booking = { correction_id: '777777777', state: "'booking'", amount: '1000000000000', ended_at: 'null' }
      await store.forged(
        await copied(store, 'deposits', credit),
        await copied(store, 'corrections', booking),
        `update withdrawals set state = 'paying', payment_reference = 'tron:forged' where state = 'approved'`,
      )
      const server = await store.start()
      const { context, logged } = server
      await expect(context.deposits.resumeIntents()).rejects.toThrow('1 of 1 records were not finished')
      expect(await balanceOf(server, store.account)).toBe(4_067_000_000)
      const states = await context.store.query(
        `select state from deposits where deposit_id = 777777777 union all
         select state from corrections where correction_id = 777777777 union all
         select state from withdrawals where withdrawal_id = ${store.approved}`,
      )
      expect(states).toEqual([{ state: 'crediting' }, { state: 'booking' }, { state: 'paying' }])
      const log = logged.join()
      const changed = 'this row was inserted or changed in the store'
      expect(log).toContain(`deposit_id 777777777: ${changed}`)
      expect(log).toContain(`correction_id 777777777: ${changed}`)
      expect(log).toContain(`withdrawal_id ${store.approved}: ${changed}`)
    },
    STARTS,
  )

  test(
    'what a crash between engine and record leaves is finished',
    async () => {
      await store.forged(
        `update deposits set state = 'crediting', ended_at = null`,
        `update corrections set state = 'booking', ended_at = null`,
        `update withdrawals set state = 'paying', ended_at = null where state = 'paid'`,
        `update withdrawals set state = 'rejecting', ended_at = null where state = 'rejected'`,
      )
      await store.resealed()
      const server = await store.start()
      expect(server.logged.join()).toContain('deposits, withdrawals, corrections and rewards agree with the ledger')
      const left = await server.context.store.query(
        `select state from (select state from deposits union all select state from corrections union all
           select state from withdrawals) as records order by state`,
      )
      const ends = ['approved', 'booked', 'finished', 'paid', 'rejected']
      expect(left).toEqual(ends.map((state) => ({ state })))
      expect(await balanceOf(server, store.account)).toBe(4_067_000_000)
    },
    STARTS,
  )

  test.runIf(isThorough)(
    'a paid withdrawal that is opened again while trading is open is not paid again',
    async () => {
      await store.forged()
      const { context, logged } = await store.start()
      const { review } = context.withdrawals
      await context.store.query(reopen(store.paid))
      const payment = { withdrawal: store.paid, actor: FINN, reason: 'sent', reference: tronHash(99) }
      expect(await review.pay(payment)).toMatchObject({ ok: false, reason: 'record_changed' })
      expect(logged.join()).toContain('a record of money was changed in the store')
      const [row] = await context.store.query('select state from withdrawals where withdrawal_id = $1', [store.paid])
      expect(row).toEqual({ state: 'approved' })
      await context.store.query('update withdrawals set received = received * 100 where withdrawal_id = $1', [
        store.approved,
      ])
      expect((await review.find(store.approved))?.row.fault).toMatch(/^received was \d+ and is \d+$/)
      const refused = await review.pay({ ...payment, withdrawal: store.approved })
      expect(refused).toMatchObject({ ok: false, reason: 'record_changed' })
    },
    STARTS,
  )
})
