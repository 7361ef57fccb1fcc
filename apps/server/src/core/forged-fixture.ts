/** Shared by the tests of forged stores: the store before it is changed, and the changes. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
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
import { restoreTables, saveTables } from '@veritick/testing/forgery'
import { openLocation, type StoreKind, type StoreLocation } from '@veritick/testing/stores'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { expect } from 'vitest'
import type { JournalKey } from '../journal/index.ts'
import { journalKeyOf } from '../services/encryption/index.ts'
import type { Query } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import type { StartTasks } from './core.ts'
import { KNOWN_BATCH_FILE } from './known-batch.ts'
import { StateFault } from './state-faults.ts'

const WORLD = 'simulated'
export const MILLION = 1_000_000_000_000
/** The check rests between its steps. */
export const CHECKED = { timeout: 30_000 }

/** The changes of read tables, each with the name that the start gives it. */
export const FORGED_TABLES: readonly (readonly [string, string, RegExp])[] = [
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
    'an entry moved from one purse of the operator to another',
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
    'costs of ended orders in account_totals',
    'update account_totals set costs_ended = costs_ended - 1',
    /^tables account_log and orders, account \d+, costs_ended: account_totals and the rows: expected -?\d+, found/,
  ],
  [
    'an account without totals',
    'delete from account_totals',
    /^table account_totals, account \d+: expected a row, found none$/,
  ],
  [
    'totals of an account that never was',
    `insert into account_totals
       select 999999, book, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null from account_totals limit 1`,
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

/** A store with a morning of trading, as the server left it: each test changes it and starts the server on it. */
export class ForgedStore {
  readonly opened: TestServer[] = []
  /** Carried by the journal: the header after it names its hash. */
  carried = 0
  /** Of the clean stop: the journal ends with its batch. */
  newest = 0
  head: { readonly size: number; readonly hash: string } = { size: 0, hash: '' }
  /** Of the journal: it proves who wrote it. */
  journalKey: JournalKey = new Uint8Array()
  ana = 0
  ben = 0
  /** Balances at the end, by account. */
  balances: ReadonlyMap<number, number> = new Map()
  readonly #kind: StoreKind
  #location: StoreLocation | undefined

  constructor(kind: StoreKind) {
    this.#kind = kind
  }

  get location(): StoreLocation {
    return must(this.#location, 'the location of the store')
  }

  /** Two runs of the server with trades, each ended cleanly; the tables are saved as they are then. */
  async prepare(): Promise<void> {
    this.#location = await openLocation(this.#kind, [WORLD])
    const first = await this.start()
    this.ana = await traded(first, 2)
    this.ben = await traded(first, 1)
    await this.closeAll()
    const second = await this.start()
    await traded(second, 3)
    const { size, hash } = second.context.core.treeHead()
    this.head = { size, hash }
    this.journalKey = journalKeyOf(second.context.encryption, WORLD)
    const people = [this.ana, this.ben]
    this.balances = new Map(
      await Promise.all(people.map(async (account) => [account, await balanceOf(second, account)] as const)),
    )
    expect(new Set(this.balances.values()).size).toBe(2)
    await this.closeAll()
    const batches = await this.inStore(async (query) => {
      await saveTables(query)
      return query<{ batch: number }>('select batch from snapshots order by batch')
    })
    expect(batches).toHaveLength(2)
    this.carried = must(batches[0], 'a snapshot').batch
    this.newest = must(batches[1], 'a snapshot').batch
  }

  /** The real start; what it is told on the command line. */
  async start(tasks: StartTasks = {}): Promise<TestServer> {
    const { dataDir, databaseUrl } = this.location
    const server = await openTestServer({ dataDir, config: { databaseUrl, tasks } })
    this.opened.push(server)
    return server
  }

  /** The start is refused: with what, and what the operator is told to do. */
  async refused(tasks: StartTasks = {}): Promise<StateFault> {
    const fault = await this.start(tasks).catch((error: unknown) => error)
    if (!(fault instanceof StateFault)) throw new Error(`the start was to be refused: ${String(fault)}`)
    return fault
  }

  get knownBatchFile(): string {
    return join(this.location.dataDir, WORLD, KNOWN_BATCH_FILE)
  }

  async closeAll(): Promise<void> {
    for (const server of this.opened.splice(0)) await server.close()
  }

  async remove(): Promise<void> {
    await this.location.clean()
  }

  async inStore<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const store = await openStore({ ...this.location, world: WORLD })
    return work(store.query).finally(() => store.close())
  }

  /** The store as the server left it, changed by `work`. Later starts have kept nothing that they know of it. */
  forged(work: (query: Query) => Promise<unknown>): Promise<void> {
    rmSync(this.knownBatchFile, { force: true })
    return this.inStore(async (query) => {
      await restoreTables(query)
      await work(query)
    })
  }

  /** Trading opens, and is as it was. */
  async opensRight(tasks: StartTasks = {}): Promise<void> {
    await this.opens(tasks)
    await this.closeAll()
  }

  /** As `opensRight`; the server goes on. */
  async opens(tasks: StartTasks = {}): Promise<TestServer> {
    const server = await this.start(tasks)
    for (const [account, balance] of this.balances) expect(await balanceOf(server, account)).toBe(balance)
    await expect.poll(() => server.context.core.journalCheck().state, CHECKED).toBe('passed')
    return server
  }
}

/** A new customer who opens this many positions and closes one. */
export async function traded(server: TestServer, positions: number): Promise<number> {
  server.feed.say('EURUSD', '1.08500', '1.08510')
  const before = new Set((await accountViews(server)).map((each) => each.account))
  const person: Caller = await server.person()
  const buy = { forex_id: 1, type: 1, status: 1, cont: '0.10', multiple: 30 } as const
  for (let count = 0; count < positions; count += 1) await person.does('submit', buy)
  const { data } = await person.does('myDeal', { status: 1 })
  await person.does('close', { id: must(data[0], 'a position').Id })
  await server.context.core.projected()
  const account = (await accountViews(server)).find((each) => !before.has(each.account))?.account
  return must(account, 'the account of the person')
}

/** The first entry of the first batch from `from` on that has one; the batch's header stays as it was. */
export async function changeRequests(
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

export async function balanceOf(server: TestServer, account: number): Promise<number> {
  return must(await server.context.core.query({ kind: 'account', account: accountId(account) }), 'the account').balance
}

export function balanceIn(state: DurableState, account: number): Micros {
  return must(
    state.accounts.find((each) => each.account === account),
    'the account',
  ).balance
}

/** A million more for one account, out of demo money, so that the books sum to zero. */
export function richer(account: number): (state: DurableState) => DurableState {
  const more = (each: DurableAccount) =>
    each.account === account ? { ...each, balance: (each.balance + MILLION) as Micros } : each
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

export function grantedMore(event: Event, account: number): Event {
  if (event.kind !== 'account_opened' || event.account !== account) return event
  return { ...event, granted: (event.granted + MILLION) as Micros }
}

/** The same million in totals, ledger and log. */
export async function forgeTables(query: Query, account: number): Promise<void> {
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

const OTHER = '0'.repeat(64)

/** Changes of one answered request in a batch. */
export const REQUEST_CHANGES: readonly [string, (request: AnsweredRequest) => AnsweredRequest][] = [
  ['another content hash', (request) => ({ ...request, content: OTHER })],
  ['another key', (request) => ({ ...request, key: OTHER.slice(0, 32) })],
  [
    'a refusal for a decision',
    (request) => ({ ...request, decision: encodeDecision({ ok: false, reason: 'market_closed' }) }),
  ],
]

export const flipped = (bytes: Uint8Array) => bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte))
