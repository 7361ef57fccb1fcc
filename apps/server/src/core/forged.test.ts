/**
 * A store that an attacker changed, through the real start: each change is named and trading does not open, or it stops
 * when the check of the older batches comes to it. Statements, rows and the PostgreSQL behind them are the same on both
 * stores, so the embedded one, whose openings cost most, is changed once in each kind: snapshot, journal, read tables.
 * forged-hashes.test.ts has the attacker who computes the hashes anew.
 */
import { must } from '@veritick/domain'
import { forgeSnapshot } from '@veritick/testing/forgery'
import { firstOf, furtherTest, IS_QUICK } from '@veritick/testing/quick'
import { storeKinds } from '@veritick/testing/stores'
import { firstAdmin, type Member, signsIn } from '@veritick/testing/test-office'
import type { TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { balanceIn, CHECKED, FORGED_TABLES, ForgedStore, MILLION, richer } from './forged-fixture.ts'

const STARTS = 120_000
/** A code of the authenticator app works once. */
const AUTHENTICATOR_STEP = 30_000

const KINDS = storeKinds()
/** Every change is tried on it. */
const THOROUGH = must(KINDS.at(-1), 'a store can be had')

const FLIP = 'update journal set events = set_byte(events, 5, get_byte(events, 5) # 1) where batch = 2'
const FLIPPED = /^journal batch 2 \(events \d+ to \d+\) is damaged: /

/** Trading opened; the check comes to the changed batch. Health pages, staff and customers are told. */
async function stopsTrading(server: TestServer, member: Member): Promise<void> {
  server.passWallTime(AUTHENTICATOR_STEP)
  const admin = await signsIn(server, member)
  const damage = expect.stringMatching(FLIPPED)
  await expect.poll(() => server.context.core.journalCheck(), CHECKED).toMatchObject({ state: 'damaged', damage })
  const health = await fetch(`${server.url}/healthz`)
  expect(health.status).toBe(503)
  expect(await health.json()).toMatchObject({ status: 'failed', journal_check: { state: 'damaged' } })
  expect((await admin.does('health', {})).journal.check).toMatchObject({ state: 'damaged', damage })
  await server.context.alerts.check()
  const raised = "select told_raised from staff_alerts where kind = 'journal_damaged' and raised"
  expect(await server.context.store.query(raised), 'staff are mailed').toEqual([{ told_raised: true }])
  expect(server.logged.join()).toContain('trading has stopped: an older batch of the journal is damaged')
  const { sequence } = server.context.core.stats()
  expect(await server.visitor.reason('createAccountDemoForU', {})).toBe('shutting_down')
  expect(server.context.core.stats().sequence).toBe(sequence)
}

const SPOILT_TABLES = [
  'delete from ledger_entries where line = 0',
  'update account_totals set balance = balance + 1, fees = 0',
  'delete from account_log',
]

describe.runIf(THOROUGH !== 'embedded' && !IS_QUICK)('on the embedded store, each change after the one before', () => {
  const store = new ForgedStore('embedded')
  let member: Member

  beforeAll(() => store.prepare(), STARTS)
  afterEach(() => store.closeAll(), STARTS)
  afterAll(() => store.remove(), STARTS)

  test(
    'a forged snapshot and read tables that differ are named, and open when the operator gives both up',
    async () => {
      await store.forged(async (query) => {
        await forgeSnapshot(query, store.newest, richer(store.ana))
        for (const statement of SPOILT_TABLES) await query(statement)
      })
      const snapshot = await store.refused()
      expect(snapshot.message).toContain(`the snapshot at batch ${store.newest} is forged`)
      const tables = await store.refused({ dropSnapshot: store.newest })
      expect(tables.remedy).toContain('--rebuild-read-tables')
      const server = await store.opens({ dropSnapshot: store.newest, rebuildReadTables: true })
      expect(server.logged.join()).toContain(`"fromSnapshot":${store.carried}`)
      member = await firstAdmin(server)
      await server.context.store.query(FLIP)
    },
    STARTS,
  )

  test(
    'one byte in the events of an old batch: trading stops, until the row is right again',
    async () => {
      const server = await store.start()
      await stopsTrading(server, member)
      await server.context.store.query(FLIP)
      await store.closeAll()
      await store.opensRight()
      expect(await store.inStore((query) => query('select finding from journal_damage'))).toEqual([])
    },
    STARTS,
  )
})

describe(`on the ${THOROUGH} store`, () => {
  const store = new ForgedStore(THOROUGH)
  let member: Member

  beforeAll(() => store.prepare(), STARTS)
  afterEach(() => store.closeAll(), STARTS)
  afterAll(() => store.remove(), STARTS)

  test(
    'what the server left opens, from the snapshot that the journal carries, and the older batches pass',
    async () => {
      const server = await store.start()
      expect(server.logged.join()).toContain(`"fromSnapshot":${store.carried}`)
      expect(server.logged.join()).toContain('the accounts agree with books, ledger and totals')
      await expect
        .poll(() => server.context.core.journalCheck(), CHECKED)
        .toMatchObject({ state: 'passed', checked: store.newest, total: store.newest })
      member = await firstAdmin(server)
      const health = await member.caller.does('health', {})
      expect(health.journal.check).toEqual({
        state: 'passed',
        checked: store.newest,
        total: store.newest,
        damage: null,
      })
      await store.closeAll()
    },
    STARTS,
  )

  test(
    'a million added to one account in the newest snapshot, its hash computed anew',
    async () => {
      await store.forged((query) => forgeSnapshot(query, store.newest, richer(store.ana)))
      const named =
        `the snapshot at batch ${store.newest} is forged: it is not what the journal's events make. ` +
        `account ${store.ana}, balance: expected`
      const { message, remedy } = await store.refused()
      expect(message).toBe(
        `${named} ${store.balances.get(store.ana)}, found ${(store.balances.get(store.ana) ?? 0) + MILLION}`,
      )
      expect(remedy).toContain(`--drop-snapshot=${store.newest}`)
      expect(remedy).toContain('veritick-run')
      await store.opensRight({ dropSnapshot: store.newest })
    },
    STARTS,
  )

  test(
    'one byte in the events of an old batch: trading stops, and the next start refuses until the row is right again',
    async () => {
      await store.forged((query) => query(FLIP))
      await stopsTrading(await store.start(), member)
      await store.closeAll()
      await expect(store.start()).rejects.toThrow(FLIPPED)
      await store.inStore((query) => query(FLIP))
      await store.opensRight()
      expect(await store.inStore((query) => query('select finding from journal_damage'))).toEqual([])
    },
    STARTS,
  )

  furtherTest(
    'read tables that differ are rebuilt from the journal when the operator says so',
    async () => {
      await store.forged(async (query) => {
        for (const statement of SPOILT_TABLES) await query(statement)
      })
      await store.refused()
      await store.opensRight({ rebuildReadTables: true })
      await store.opensRight()
    },
    STARTS,
  )

  furtherTest(
    'a million added to one account in a snapshot that the journal carries',
    async () => {
      await store.forged((query) => forgeSnapshot(query, store.carried, richer(store.ana)))
      const named =
        `the snapshot at batch ${store.carried} is forged: its state hash is [0-9a-f]{64}, ` +
        `but journal batch ${store.carried + 1} carries`
      await expect(store.start()).rejects.toThrow(new RegExp(`${named} the state hash [0-9a-f]{64}`))
      await store.opensRight({ dropSnapshot: store.carried })
    },
    STARTS,
  )

  furtherTest(
    'a snapshot put where none was taken',
    async () => {
      await store.forged((query) =>
        query(
          `insert into snapshots select j.batch, j.first_event + j.event_count - 1, s.state, s.state_hash, s.wall_time
         from journal j, snapshots s where j.batch = $1 and s.batch = $2`,
          [store.carried - 1, store.carried],
        ),
      )
      const { message } = await store.refused()
      expect(message).toContain(`the snapshot at batch ${store.carried - 1} is forged`)
      expect(message).toContain(`journal batch ${store.carried} carries no snapshot`)
    },
    STARTS,
  )

  furtherTest(
    'the balances of two accounts swapped in the newest snapshot: all sums are equal',
    async () => {
      const other = (account: number) =>
        account === store.ana ? store.ben : account === store.ben ? store.ana : account
      await store.forged((query) =>
        forgeSnapshot(query, store.newest, (state) => ({
          ...state,
          accounts: state.accounts.map((each) => ({ ...each, balance: balanceIn(state, other(each.account)) })),
        })),
      )
      const first = Math.min(store.ana, store.ben)
      await expect(store.start()).rejects.toThrow(
        `account ${first}, balance: expected ${store.balances.get(first)}, found ${store.balances.get(other(first))}`,
      )
    },
    STARTS,
  )

  furtherTest(
    'a torn snapshot is skipped and named in the log; trading opens',
    async () => {
      await store.forged((query) =>
        query('update snapshots set state = set_byte(state, 40, get_byte(state, 40) # 1) where batch = $1', [
          store.newest,
        ]),
      )
      const server = await store.start()
      expect(server.logged.join()).toContain('a snapshot is damaged and skipped: its state does not have its hash')
      await store.closeAll()
    },
    STARTS,
  )

  test.each(firstOf(5, FORGED_TABLES))(
    '%s: named, and trading does not open',
    async (_, sql, named) => {
      await store.forged((query) => query(sql))
      const { message, remedy } = await store.refused()
      expect(message).toMatch(named)
      expect(remedy).toContain('--rebuild-read-tables')
      // As the manual has it: npm start alone would look at another store.
      expect(remedy).toContain('/opt/veritick/deploy/veritick-run apps/server/dist/main.js <option>')
    },
    STARTS,
  )

  furtherTest(
    'the last batch removed: its snapshot and the read tables each know it',
    async () => {
      const steps = [
        'delete from journal where batch = (select max(batch) from journal)',
        'delete from snapshots where batch > (select max(batch) from journal)',
        `update projection set batch = j.batch, sequence = j.first_event + j.event_count - 1 from journal j
         where j.batch = (select max(batch) from journal)`,
      ]
      const named = [
        `journal batch ${store.newest} is missing, but there is a snapshot taken after it`,
        `the journal ends with batch ${store.newest - 1}, but the read tables know batch ${store.newest}: its end is missing`,
        /the journal ends with event \d+, but the read tables know event \d+: its end is missing/,
      ]
      for (const [at, message] of named.entries()) {
        await store.forged(async (query) => {
          for (const step of steps.slice(0, at + 1)) await query(step)
        })
        await expect(store.start()).rejects.toThrow(message)
      }
    },
    STARTS,
  )
})
