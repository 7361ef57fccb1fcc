/**
 * A store that an attacker changed, through the real start, on both stores: each change is named and trading does not
 * open, or it stops when the check of the older batches comes to it.
 */

import { accountId, type Micros, must } from '@veritick/domain'
import {
  type AnsweredRequest,
  type DurableAccount,
  type DurableState,
  decodeRequests,
  type Event,
  encodeDecision,
  encodeRequests,
} from '@veritick/engine'
import { accountViews } from '@veritick/testing/core-views'
import { forgeSnapshot, restoreTables, rewriteJournal, saveTables } from '@veritick/testing/forgery'
import { openPlace, type Place, storeKinds } from '@veritick/testing/stores'
import { firstAdmin, type Member, signsIn } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NO_SNAPSHOT_HASH } from '../journal/batch.ts'
import type { Query } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import type { StartTasks } from './core.ts'
import { StateFault } from './state-faults.ts'

const WORLD = 'simulated'
const MILLION = 1_000_000_000_000
/** The check rests between its steps. */
const CHECKED = { timeout: 30_000 }
const STARTS = 120_000
/** A code of the authenticator app works once. */
const AUTHENTICATOR_STEP = 30_000

/** What is changed in a read table, and how the start names it. */
const FORGED_TABLES: readonly (readonly [string, string, RegExp])[] = [
  [
    'one ledger row removed',
    'delete from ledger_entries where (sequence, line) = (select max(sequence), 0 from ledger_entries)',
    /^table ledger_entries, event \d+, book demo, sum of its lines: expected 0, found -?\d+$/,
  ],
  [
    'both rows of an entry removed',
    'delete from ledger_entries where sequence = (select max(sequence) from ledger_entries)',
    /^table ledger_entries, account \d+, book demo, purse clientBalance: expected \d+, found \d+$/,
  ],
  [
    'an entry moved from one house purse to another',
    "update ledger_entries set purse = 'financing' where purse = 'fees'",
    /^table ledger_entries, book demo, purse fees, sum of its lines: expected \d+, found 0$/,
  ],
  [
    'an entry of no account at all',
    "insert into ledger_entries values (1, 8, 'demo', 'secret', null, 5, 0), (1, 9, 'demo', 'secret', null, -5, 0)",
    /^table ledger_entries, purse demo secret: expected none, found 0$/,
  ],
  [
    'a balance in account_totals',
    'update account_totals set balance = balance + 1000000000000',
    /^table account_totals, account \d+, balance: expected (\d+), found \d+$/,
  ],
  [
    'realised profit in account_totals',
    'update account_totals set profit = profit + 1',
    /^tables account_log and orders, account \d+, profit: account_totals and the rows: expected -?\d+, found -?\d+$/,
  ],
  [
    'an account without totals',
    'delete from account_totals',
    /^table account_totals, account \d+: expected a row, found none$/,
  ],
  [
    'totals of an account that never was',
    'insert into account_totals select 999999, book, 0, 0, 0, 0, 0, 0, 0, null, null, null from account_totals limit 1',
    /^table account_totals, account 999999: expected no row, found a row$/,
  ],
  [
    'the last balance of the account log',
    'update account_log set balance_after = balance_after + 1',
    /account \d+, last balance_after: account_totals and the rows: expected \d+, found \d+$/,
  ],
  [
    'a line of the account log removed',
    'delete from account_log where sequence = (select min(sequence) from account_log)',
    /^tables account_log and orders, account \d+, balance: /,
  ],
]

const KINDS = storeKinds()

describe.each(KINDS)('on the %s store', (kind) => {
  let place: Place
  const opened: TestServer[] = []
  let member: Member
  /** Carried by the journal: the header after it names its hash. */
  let carried: number
  /** Of the clean stop: the journal ends with its batch. */
  let newest: number
  let head: { readonly size: number; readonly hash: string }
  let ana: number
  let ben: number
  /** Balances at the end, by account. */
  let balances: ReadonlyMap<number, number>

  /** The real start; what it is told on the command line. */
  async function start(tasks: StartTasks = {}): Promise<TestServer> {
    const doors = await openTestServer({ dataDir: place.dataDir, config: { databaseUrl: place.databaseUrl, tasks } })
    opened.push(doors)
    return doors
  }

  /** The start is refused: with what, and what the operator is told to do. */
  async function refused(tasks: StartTasks = {}): Promise<StateFault> {
    const fault = await start(tasks).catch((error: unknown) => error)
    if (!(fault instanceof StateFault)) throw new Error(`the start was to be refused: ${String(fault)}`)
    return fault
  }

  const closeAll = async () => {
    for (const doors of opened.splice(0)) await doors.close()
  }

  async function inStore<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const store = await openStore({ ...place, world: WORLD })
    return work(store.query).finally(() => store.close())
  }

  /** The store as the server left it, changed by `work`. */
  const forged = (work: (query: Query) => Promise<unknown>) =>
    inStore(async (query) => {
      await restoreTables(query)
      await work(query)
    })

  /** Trading opens, and is as it was. */
  async function opensRight(tasks: StartTasks = {}): Promise<void> {
    const doors = await start(tasks)
    for (const [account, balance] of balances) expect(await balanceOf(doors, account)).toBe(balance)
    await expect.poll(() => doors.context.core.journalCheck().state, CHECKED).toBe('passed')
    await closeAll()
  }

  beforeAll(async () => {
    place = await openPlace(kind, [WORLD])
    const first = await start()
    ana = await traded(first, 2)
    ben = await traded(first, 1)
    await closeAll()
    const second = await start()
    await traded(second, 3)
    const { size, hash } = second.context.core.treeHead()
    head = { size, hash }
    balances = new Map(
      await Promise.all([ana, ben].map(async (account) => [account, await balanceOf(second, account)] as const)),
    )
    expect(new Set(balances.values()).size).toBe(2)
    await closeAll()
    const batches = await inStore(async (query) => {
      await saveTables(query)
      return query<{ batch: number }>('select batch from snapshots order by batch')
    })
    expect(batches).toHaveLength(2)
    carried = must(batches[0], 'a snapshot').batch
    newest = must(batches[1], 'a snapshot').batch
  }, STARTS)
  afterEach(closeAll, STARTS)
  afterAll(() => place.clean(), STARTS)

  test(
    'what the server left opens, from the snapshot that the journal carries, and the older batches pass',
    async () => {
      const doors = await start()
      expect(doors.logged.join()).toContain(`"fromSnapshot":${carried}`)
      expect(doors.logged.join()).toContain('the accounts agree with books, ledger and totals')
      await expect
        .poll(() => doors.context.core.journalCheck(), CHECKED)
        .toMatchObject({ state: 'passed', checked: carried, total: carried })
      member = await firstAdmin(doors)
      const health = await member.caller.does('health', {})
      expect(health.journal.check).toEqual({ state: 'passed', checked: carried, total: carried, damage: null })
      await closeAll()
    },
    STARTS,
  )

  test(
    'a million added to one account in the newest snapshot, its hash computed anew',
    async () => {
      await forged((query) =>
        forgeSnapshot(
          query,
          newest,
          richer(() => ana),
        ),
      )
      const named = `the snapshot at batch ${newest} is forged: it is not what the journal's events make. account ${ana}, balance: expected`
      const { message, remedy } = await refused()
      expect(message).toBe(`${named} ${balances.get(ana)}, found ${(balances.get(ana) ?? 0) + MILLION}`)
      expect(remedy).toContain(`--drop-snapshot=${newest}`)
      await opensRight({ dropSnapshot: newest })
    },
    STARTS,
  )

  test(
    'a million added to one account in a snapshot that the journal carries',
    async () => {
      await forged((query) =>
        forgeSnapshot(
          query,
          carried,
          richer(() => ana),
        ),
      )
      const named = `the snapshot at batch ${carried} is forged: its state hash is [0-9a-f]{64}, but journal batch ${carried + 1} carries`
      await expect(start()).rejects.toThrow(new RegExp(`${named} the state hash [0-9a-f]{64}`))
      await opensRight({ dropSnapshot: carried })
    },
    STARTS,
  )

  test(
    'a snapshot put where none was taken',
    async () => {
      await forged((query) =>
        query(
          `insert into snapshots select j.batch, j.first_event + j.event_count - 1, s.state, s.state_hash, s.wall_time
         from journal j, snapshots s where j.batch = $1 and s.batch = $2`,
          [carried - 1, carried],
        ),
      )
      const { message } = await refused()
      expect(message).toContain(`the snapshot at batch ${carried - 1} is forged`)
      expect(message).toContain(`journal batch ${carried} carries no snapshot`)
    },
    STARTS,
  )

  test(
    'the balances of two accounts swapped in the newest snapshot: all sums are equal',
    async () => {
      const other = (account: number) => (account === ana ? ben : account === ben ? ana : account)
      await forged((query) =>
        forgeSnapshot(query, newest, (state) => ({
          ...state,
          accounts: state.accounts.map((each) => ({ ...each, balance: balanceIn(state, other(each.account)) })),
        })),
      )
      const first = Math.min(ana, ben)
      await expect(start()).rejects.toThrow(
        `account ${first}, balance: expected ${balances.get(first)}, found ${balances.get(other(first))}`,
      )
    },
    STARTS,
  )

  test(
    'a torn snapshot is skipped and named in the log; trading opens',
    async () => {
      await forged((query) =>
        query('update snapshots set state = set_byte(state, 40, get_byte(state, 40) # 1) where batch = $1', [newest]),
      )
      const doors = await start()
      expect(doors.logged.join()).toContain('a snapshot is damaged and skipped: its state does not have its hash')
      await closeAll()
    },
    STARTS,
  )

  test(
    'one byte in the events of an old batch: trading stops, and the next start refuses until the row is right again',
    async () => {
      await forged((query) =>
        query('update journal set events = set_byte(events, 5, get_byte(events, 5) # 1) where batch = 2'),
      )
      const doors = await start()
      doors.passWallTime(AUTHENTICATOR_STEP)
      const admin = await signsIn(doors, member)
      const damage = expect.stringMatching(/^journal batch 2 \(events \d+ to \d+\) is damaged: /)
      await expect.poll(() => doors.context.core.journalCheck(), CHECKED).toMatchObject({ state: 'damaged', damage })
      const health = await fetch(`${doors.url}/healthz`)
      expect(health.status).toBe(503)
      expect(await health.json()).toMatchObject({ status: 'failed', journal_check: { state: 'damaged' } })
      expect((await admin.does('health', {})).journal.check).toMatchObject({ state: 'damaged', damage })
      expect(doors.logged.join()).toContain('trading has stopped: an older batch of the journal is damaged')
      const { sequence } = doors.context.core.stats()
      expect(await doors.visitor.reason('createAccountDemoForU', {})).toBe('shutting_down')
      expect(doors.context.core.stats().sequence).toBe(sequence)
      await closeAll()
      await expect(start()).rejects.toThrow(/^journal batch 2 \(events \d+ to \d+\) is damaged: /)
      await inStore((query) =>
        query('update journal set events = set_byte(events, 5, get_byte(events, 5) # 1) where batch = 2'),
      )
      await opensRight()
      expect(await inStore((query) => query('select finding from journal_damage'))).toEqual([])
    },
    STARTS,
  )

  // The statements that compare are the same on both stores, as is PostgreSQL: the rows are tried on one of them.
  if (kind === KINDS.at(-1))
    test.each(FORGED_TABLES)(
      '%s: named, and trading does not open',
      async (_, sql, named) => {
        await forged((query) => query(sql))
        const { message, remedy } = await refused()
        expect(message).toMatch(named)
        expect(remedy).toContain('--rebuild-read-tables')
      },
      STARTS,
    )

  test(
    'read tables that differ are rebuilt from the journal when the operator says so',
    async () => {
      await forged(async (query) => {
        await query('delete from ledger_entries where line = 0')
        await query('update account_totals set balance = balance + 1, fees = 0')
        await query('delete from account_log')
      })
      await refused()
      await opensRight({ rebuildReadTables: true })
      await opensRight()
    },
    STARTS,
  )

  test(
    'the last batch removed: its snapshot and the read tables each know it',
    async () => {
      const steps = [
        'delete from journal where batch = (select max(batch) from journal)',
        'delete from snapshots where batch > (select max(batch) from journal)',
        'update projection set batch = j.batch, sequence = j.first_event + j.event_count - 1 from journal j where j.batch = (select max(batch) from journal)',
      ]
      const named = [
        `journal batch ${newest} is missing, but there is a snapshot taken after it`,
        `the journal ends with batch ${newest - 1}, but the read tables know batch ${newest}: its end is missing`,
        /the journal ends with event \d+, but the read tables know event \d+: its end is missing/,
      ]
      for (const [at, message] of named.entries()) {
        await forged(async (query) => {
          for (const step of steps.slice(0, at + 1)) await query(step)
        })
        await expect(start()).rejects.toThrow(message)
      }
    },
    STARTS,
  )

  describe('a snapshot and the headers after it, every hash computed anew', () => {
    const forgeBoth = async (query: Query) => {
      await query('delete from snapshots where batch = $1', [newest])
      const hash = await forgeSnapshot(
        query,
        carried,
        richer(() => ana),
      )
      await rewriteJournal(query, carried + 1, {
        snapshotHash: (header) => (header.batch === carried + 1 ? hash : header.snapshotHash),
      })
    }
    const differing = /^table account_totals, account \d+, balance: expected \d+, found \d+$/

    test(
      'the read tables do not agree, and rebuilding them does not help',
      async () => {
        await forged(forgeBoth)
        await expect(start()).rejects.toThrow(differing)
        await expect(start({ rebuildReadTables: true })).rejects.toThrow(differing)
      },
      STARTS,
    )

    test(
      'with the read tables forged alike it opens, and the check of the older batches stops it',
      async () => {
        await forged(async (query) => {
          await forgeBoth(query)
          await forgeTables(query, ana)
        })
        const doors = await start()
        const named = `the ledger entries of batches 1 to ${carried}`
        await expect
          .poll(() => doors.context.core.journalCheck().damage, CHECKED)
          .toMatch(/are forged: .* account \d+, balance: expected \d+, found \d+$/)
        expect(doors.context.core.journalCheck().damage).not.toContain(named)
        expect(doors.context.core.stats().state).toBe('failed')
        await closeAll()
        await expect(start()).rejects.toThrow(
          `the snapshot at batch ${carried} and the header of batch ${carried + 1} that carries it are forged`,
        )
      },
      STARTS,
    )

    test(
      'only a tree head that was noted outside the store finds it before trading opens',
      async () => {
        await forged(async (query) => {
          await forgeBoth(query)
          await forgeTables(query, ana)
        })
        await expect(start({ knownHead: head })).rejects.toThrow(
          new RegExp(
            `^the journal is not the one of the known head. the tree head of the first ${head.size} batches: expected ${head.hash}, found`,
          ),
        )
      },
      STARTS,
    )

    test(
      'a past that was rewritten from its events on is found by a noted head alone',
      async () => {
        await forged(async (query) => {
          await query('delete from snapshots')
          await query('update projection set version = 0')
          const events = (each: readonly Event[]) => each.map((event) => grantedMore(event, ana))
          await rewriteJournal(query, 1, { events, snapshotHash: () => NO_SNAPSHOT_HASH })
        })
        await expect(start({ knownHead: head })).rejects.toThrow('the journal is not the one of the known head')
        await expect(start({ knownHead: { ...head, size: head.size + 1 } })).rejects.toThrow('its end is missing')
        // Without one nothing in the store contradicts it: this is the limit of what a start can prove.
        const doors = await start()
        expect(await balanceOf(doors, ana)).toBe((balances.get(ana) ?? 0) + MILLION)
        await closeAll()
      },
      STARTS,
    )
  })

  describe('the requests and the tree that batches carry', () => {
    const OTHER = '0'.repeat(64)
    const flipped = (bytes: Uint8Array) => bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte))
    const changes: readonly [string, (request: AnsweredRequest) => AnsweredRequest][] = [
      ['another content hash', (request) => ({ ...request, content: OTHER })],
      ['another key', (request) => ({ ...request, key: OTHER.slice(0, 32) })],
      [
        'a refusal for a decision',
        (request) => ({ ...request, decision: encodeDecision({ ok: false, reason: 'market_closed' }) }),
      ],
    ]

    test.each(changes)(
      '%s in an entry: named in a batch that the start reads, found by the check in an older one',
      async (_, change) => {
        const from = (batch: number) => (query: Query) => changeRequests(query, batch, change)
        const named = (batch: string) =>
          new RegExp(`^journal batch ${batch} .* its events and requests do not have the hash`)
        await forged(from(carried + 1))
        await expect(start()).rejects.toThrow(named('\\d+'))
        await forged(from(1))
        const doors = await start()
        await expect.poll(() => doors.context.core.journalCheck().damage, CHECKED).toMatch(named('\\d+'))
        await closeAll()
      },
      STARTS,
    )

    test.each(changes)(
      '%s in an entry, every hash computed anew: a noted head finds it',
      async (_, change) => {
        await forged((query) =>
          rewriteJournal(query, 1, { requests: ([first, ...rest]) => (first ? [change(first), ...rest] : []) }),
        )
        await expect(start({ knownHead: head })).rejects.toThrow('the journal is not the one of the known head')
      },
      STARTS,
    )

    test(
      'a wrong tree root in a header, every hash computed anew: named, or found by the check in an older batch',
      async () => {
        const wrongAt = (batch: number) => (query: Query) =>
          rewriteJournal(query, batch, { treeRoot: (header, root) => (header.batch === batch ? flipped(root) : root) })
        const named = (batch: number) =>
          new RegExp(`^journal batch ${batch} .*the tree root that its header carries is not that`)
        await forged(wrongAt(newest))
        await expect(start()).rejects.toThrow(named(newest))
        await forged(wrongAt(3))
        const doors = await start()
        await expect.poll(() => doors.context.core.journalCheck().damage, CHECKED).toMatch(named(3))
        await closeAll()
      },
      STARTS,
    )

    test(
      'the tree nodes of an old batch changed: named by the start where it builds on them, else by the check',
      async () => {
        const nodes = 'tree_nodes = set_byte(tree_nodes, 3, get_byte(tree_nodes, 3) # 1)'
        await forged((query) => query(`update journal set ${nodes} where batch = ${newest}`))
        await expect(start()).rejects.toThrow(new RegExp(`^journal batch ${newest} .*tree nodes`))
        await forged((query) => query(`update journal set ${nodes} where batch = 3`))
        const doors = await start().catch((error: unknown) => error)
        if (doors instanceof Error) expect(doors.message).toMatch(/^journal batch \d+ .*tree nodes/)
        else
          await expect
            .poll(() => opened.at(-1)?.context.core.journalCheck().damage, CHECKED)
            .toMatch(/^journal batch 3 .*tree nodes/)
        await closeAll()
        await expect(start({ knownHead: head })).rejects.toThrow('the journal is not the one of the known head')
      },
      STARTS,
    )
  })

  test(
    'a head that was noted is confirmed',
    async () => {
      await forged(async () => {})
      await opensRight({ knownHead: head })
    },
    STARTS,
  )
})

/** A new customer who opens so many positions and closes one. */
async function traded(doors: TestServer, positions: number): Promise<number> {
  doors.feed.say('EURUSD', '1.08500', '1.08510')
  const before = new Set((await accountViews(doors)).map((each) => each.account))
  const person: Caller = await doors.person()
  const buy = { forex_id: 1, type: 1, status: 1, cont: '0.10', multiple: 30 } as const
  for (let count = 0; count < positions; count += 1) await person.does('submit', buy)
  const { data } = await person.does('myDeal', { status: 1 })
  await person.does('close', { id: must(data[0], 'a position').Id })
  await doors.context.core.projected()
  const account = (await accountViews(doors)).find((each) => !before.has(each.account))?.account
  return must(account, 'the account of the person')
}

/** The first entry of the first batch from `from` on that has one; the batch's header stays as it was. */
async function changeRequests(
  query: Query,
  from: number,
  change: (request: AnsweredRequest) => AnsweredRequest,
): Promise<void> {
  const [row] = await query<{ batch: number; requests: Uint8Array }>(
    'select batch, requests from journal where batch >= $1 and request_count > 0 order by batch limit 1',
    [from],
  )
  const { batch, requests } = must(row, 'a batch with requests')
  const [first, ...rest] = decodeRequests(requests).requests
  const { bytes } = encodeRequests([change(must(first, 'an entry')), ...rest])
  await query('update journal set requests = $2 where batch = $1', [batch, bytes])
}

async function balanceOf(doors: TestServer, account: number): Promise<number> {
  return must(await doors.context.core.query({ kind: 'account', account: accountId(account) }), 'the account').balance
}

function balanceIn(state: DurableState, account: number): Micros {
  return must(
    state.accounts.find((each) => each.account === account),
    'the account',
  ).balance
}

/** A million more for one account, out of demo money, so that the books sum to zero. */
function richer(account: () => number): (state: DurableState) => DurableState {
  const more = (each: DurableAccount) =>
    each.account === account() ? { ...each, balance: (each.balance + MILLION) as Micros } : each
  return (state) => ({
    ...state,
    accounts: state.accounts.map(more),
    demo: {
      ...state.demo,
      clientBalance: state.demo.clientBalance + BigInt(MILLION),
      demoMint: state.demo.demoMint - BigInt(MILLION),
    },
  })
}

function grantedMore(event: Event, account: number): Event {
  if (event.kind !== 'account_opened' || event.account !== account) return event
  return { ...event, granted: (event.granted + MILLION) as Micros }
}

/** The same million in totals, ledger and log. */
async function forgeTables(query: Query, account: number): Promise<void> {
  const first = '(select min(sequence) from account_log where account = $1)'
  await query(`update account_totals set balance = balance + ${MILLION} where account = $1`, [account])
  await query(
    `update ledger_entries set amount = amount + ${MILLION} * sign(amount)::bigint where sequence = ${first}`,
    [account],
  )
  await query(`update account_log set amount = amount + ${MILLION} where account = $1 and sequence = ${first}`, [
    account,
  ])
  await query(`update account_log set balance_after = balance_after + ${MILLION} where account = $1`, [account])
}
