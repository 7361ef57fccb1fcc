/**
 * The store of a whole server after a kill: every answered request is in the journal once, any other once or not at
 * all, the books and the read tables agree, receipts pass the offline verifier, and a stop-out happened for all
 * accounts or for none.
 */
import { join } from 'node:path'
import { type AccountId, millis, must } from '@veritick/domain'
import { bookSum, createEngine, type Engine, type RequestId } from '@veritick/engine'
import { verify } from '@veritick/verify'
import pino from 'pino'
import { compareAccounts } from '../../apps/server/src/core/compare-accounts.ts'
import { type Core, openCore } from '../../apps/server/src/core/core.ts'
import { eventsOf } from '../../apps/server/src/journal/batch.ts'
import { journalAfter } from '../../apps/server/src/journal/rows.ts'
import { purseSums } from '../../apps/server/src/projections/ledger-fixture.ts'
import { realRuntime } from '../../apps/server/src/services/clock/index.ts'
import { journalKeyOf, openEncryption } from '../../apps/server/src/services/encryption/index.ts'
import type { Query, Store } from '../../apps/server/src/store/interface.ts'
import { openStore } from '../../apps/server/src/store/store.ts'
import type { SentCall } from './whole-load.ts'
import type { WholeTask } from './whole-messages.ts'

/** Of the newest answered orders of a round. */
const RECEIPTS = 3
const WORLD = 'simulated'

/** The journal as far as it was read. */
export class SeenJournal {
  /** How many events of orders name each request. */
  readonly #events = new Map<RequestId, { count: number; readonly order: number }>()
  readonly #stoppedOut = new Map<AccountId, number>()
  #batch = 0

  async readOn(store: Store): Promise<void> {
    for await (const row of journalAfter(store.query, this.#batch)) {
      for (const event of eventsOf(row).events) {
        if (event.kind === 'stopped_out') add(this.#stoppedOut, event.account)
        if ((event.kind !== 'order_opened' && event.kind !== 'order_closed') || event.request === undefined) continue
        const known = this.#events.get(event.request)
        if (known === undefined) this.#events.set(event.request, { count: 1, order: event.order })
        else known.count += 1
      }
      this.#batch = row.header.batch
    }
  }

  /** The fault of a request, as far as it was answered; `undefined`: none. */
  faultOf({ key, call, request, answer }: SentCall): string | undefined {
    const count = this.#events.get(request)?.count ?? 0
    if (count > 1) return `${call} ${key} was carried out ${count} times`
    if (answer === undefined) return undefined
    if ('order' in answer) return count === 1 ? undefined : `${call} ${key} was answered and is lost`
    return count === 0 ? undefined : `${call} ${key} was refused as ${answer.refused} and carried out`
  }

  orderOf(request: RequestId): number | undefined {
    return this.#events.get(request)?.order
  }

  /** How often each account was stopped out. */
  get stoppedOut(): ReadonlyMap<AccountId, number> {
    return this.#stoppedOut
  }
}

/** Everything that is wrong. `armed`: accounts whose positions stop out together, with this many positions each. */
export async function faultsAfterKill(
  task: WholeTask,
  given: {
    readonly seen: SeenJournal
    readonly asked: readonly SentCall[]
    readonly armed: { readonly accounts: readonly AccountId[]; readonly each: number } | undefined
    /** False: the snapshot of this check's own stop is removed, so the next start is one after a crash. */
    readonly stopsCleanly: boolean
    /** Further reads of the caller, before the store is closed. */
    readonly read?: (query: Query) => Promise<void>
  },
): Promise<readonly string[]> {
  const { seen, asked, armed, stopsCleanly } = given
  const store = await openStore({ dataDir: task.dataDir, databaseUrl: task.databaseUrl, world: WORLD })
  const engine = createEngine()
  const log: string[] = []
  const { dataDir } = task
  const encryption = await openEncryption({ store, dataDir, world: WORLD, vaultKey: undefined, runtime: realRuntime })
  const core = await openCore({
    journalKey: journalKeyOf(encryption, WORLD),
    store,
    engine,
    wallClock: () => millis(Date.now()),
    log: pino({ level: 'error' }, { write: (line: string) => void log.push(line) }),
    onFatal: (error) => void log.push(String(error)),
    // As the server starts: batches that it had decided and not stored are appended.
    keptIn: join(dataDir, WORLD),
  })
  await seen.readOn(store)
  await core.projected()
  const faults = [
    ...log,
    ...asked.flatMap((one) => seen.faultOf(one) ?? []),
    ...(await faultsOfBooks(store, engine)),
    ...(await faultsOfReceipts(core, seen, asked)),
    ...(armed === undefined ? [] : faultsOfStopOut(engine, armed)),
  ]
  await given.read?.(store.query)
  const { snapshotBatch } = await core.stats()
  await core.stop()
  if (!stopsCleanly) await store.query('delete from snapshots where batch > $1', [snapshotBatch])
  await store.close()
  return faults
}

/** Throws where the tables differ from the engine. */
async function faultsOfBooks(store: Store, engine: Engine): Promise<readonly string[]> {
  await compareAccounts(store.query, engine)
  const sums = await purseSums(store.query)
  const ledger = sums.reduce((sum, purse) => sum + BigInt(purse.sum), 0n)
  return [bookSum(engine.book('demo')), bookSum(engine.book('real')), ledger].flatMap((sum) =>
    sum === 0n ? [] : [`the books sum to ${sum}`],
  )
}

async function faultsOfReceipts(core: Core, seen: SeenJournal, asked: readonly SentCall[]): Promise<readonly string[]> {
  const faults: string[] = []
  const answered = asked.filter(({ answer }) => answer !== undefined && 'order' in answer)
  for (const { request } of answered.slice(-RECEIPTS)) {
    const order = must(seen.orderOf(request), 'an answered order is in the journal')
    const verdict = verify(Buffer.from(JSON.stringify(await core.receipt(order))))
    if (!verdict.ok) faults.push(`the receipt of order ${order}: ${verdict.findings.join('; ')}`)
  }
  return faults
}

function faultsOfStopOut(
  engine: Engine,
  { accounts, each }: { readonly accounts: readonly AccountId[]; readonly each: number },
): readonly string[] {
  const held = new Set(accounts.map((account) => engine.account(account)?.holdings))
  const isWhole = held.size === 1 && (held.has(0) || held.has(each))
  return isWhole ? [] : [`a stop-out is not whole: accounts hold ${[...held].join(', ')}`]
}

function add(counts: Map<AccountId, number>, account: AccountId): void {
  counts.set(account, (counts.get(account) ?? 0) + 1)
}
