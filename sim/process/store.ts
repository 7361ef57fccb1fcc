/**
 * A store in memory that can fail as PostgreSQL can: slow, refused and taken back, an answer that is lost while the
 * statement was done or not, a hang, another writer. Every statement takes virtual time: it has its effect in the
 * middle and is answered at the end, so a crash falls before, between and after. Faults come from the steps of the
 * history alone.
 */
import type { Copy, Lane, Query, Store, Transaction } from '../../apps/server/src/store/interface.ts'
import { TransactionEnds } from '../../apps/server/src/store/transaction-end.ts'
import type { Subject } from './bundle.ts'
import { answer, copied } from './statements.ts'
import { type JournalRow, type Row, Tables } from './tables.ts'

/**
 * `_done`: the statement had its effect although its sender does not learn it. `hang`: no answer until the sender's
 * deadline.
 */
export const FAULTS = [
  'cancelled',
  'disk_full',
  'lost_undone',
  'lost_done',
  'hang_undone',
  'hang_done',
  'refused',
] as const
export type StoreFault = (typeof FAULTS)[number]
export const LANES = ['commit', 'background', 'reads'] as const
export type LaneOf = (typeof LANES)[number]

/** After which a client gives up a statement that is not answered. */
const ANSWER_MS = 60_000

/** The simulator's knowledge of one process. */
export type Client = {
  /** Number of the process. */
  readonly owner: number
  readonly epoch: number
  isAlive: boolean
  /** Told when the connection that holds the writer's lock breaks. */
  onLost: ((error: Error) => void) | undefined
  /** Statements that were sent and had no effect yet. */
  readonly sent: Set<{ isDropped: boolean; delay: number }>
}

export class SimStore {
  readonly tables = new Tables()
  /** Milliseconds from sending to the answer. */
  readonly latency: Record<LaneOf, number> = { commit: 4, background: 4, reads: 2 }
  /** The faults of the next statements. */
  readonly faults: Record<LaneOf, StoreFault[]> = { commit: [], background: [], reads: [] }
  private readonly time: Subject['time']
  private readonly appended: (row: JournalRow, epoch: number) => void
  private readonly snapshotTaken: (batch: number) => void
  /** The moment at which the newest statement on the commit connection has its effect. */
  private commitAt = 0
  private projectionLock: { owner: number; isEnding: boolean; waiting: (() => void)[] } | undefined

  constructor(options: {
    readonly time: Subject['time']
    /** A row is durable from here on. */
    readonly appended: (row: JournalRow, epoch: number) => void
    readonly snapshotTaken: (batch: number) => void
  }) {
    this.time = options.time
    this.appended = options.appended
    this.snapshotTaken = options.snapshotTaken
  }

  heal(): void {
    for (const lane of LANES) this.faults[lane] = []
    Object.assign(this.latency, { commit: 4, background: 4, reads: 2 })
  }

  /** Raises the epoch: from now on only this process can append. */
  open(owner: number): Client {
    this.tables.epoch += 1
    return { owner, epoch: this.tables.epoch, isAlive: true, onLost: undefined, sent: new Set() }
  }

  /**
   * The process is gone. The statements that it had sent are carried out `delay` milliseconds later; `undefined`:
   * never.
   */
  closed(client: Client, delay: number | undefined): void {
    const isDone = delay !== undefined
    client.isAlive = false
    for (const statement of client.sent) {
      statement.isDropped = !isDone
      statement.delay = delay ?? 0
    }
    client.sent.clear()
    const isEnding = isDone && this.projectionLock?.isEnding === true
    if (!isEnding) this.unlock(client.owner)
  }

  storeFor(client: Client): Store {
    const reads = this.lane(client, 'reads')
    const none = () => {
      throw new Error('the simulated store has no such call')
    }
    return {
      kind: 'server',
      epoch: client.epoch,
      ...reads,
      commit: this.query(client, 'commit'),
      background: this.lane(client, 'background'),
      beforeCommit: none,
      usage: () => [],
      onLost: (listener) => {
        client.onLost = listener
      },
      join: none,
      close: async () => {},
    }
  }

  private lane(client: Client, name: LaneOf): Lane {
    const query = this.query(client, name)
    return { db: NO_DATABASE, query, transaction: (work) => this.transaction(client, name, work) }
  }

  private query(client: Client, lane: LaneOf): Query {
    return <Result>(sql: string, params: readonly unknown[] = []) =>
      this.send(client, lane, () => {
        const { rows, write } = answer(this.tables, sql, params)
        this.carryOut(write)
        return rows as Result[]
      })
  }

  private carryOut(write: (() => void) | undefined): void {
    if (write === undefined) return
    const { tables } = this
    const batch = tables.lastBatch
    const snapshots = tables.snapshots.size
    write()
    const row = tables.batch(batch + 1)
    if (row !== undefined) this.appended(row, tables.epoch)
    if (tables.snapshots.size > snapshots) this.snapshotTaken(Math.max(...tables.snapshots.keys()))
  }

  private send<Result>(client: Client, lane: LaneOf, effect: () => Result, endsTransaction = false): Promise<Result> {
    const { time } = this
    const fault = this.faults[lane].shift()
    const half = this.latency[lane] / 2
    let effectAt = time.now + half
    // One connection carries out one statement after the other.
    if (lane === 'commit') effectAt = this.commitAt = Math.max(effectAt, this.commitAt)
    const statement = { isDropped: false, delay: 0 }
    client.sent.add(statement)
    return new Promise((resolve, reject) => {
      const settle = (delay: number, run: () => void) => void time.after(delay, run, client.owner)
      const work = () => {
        if (statement.delay > 0) {
          time.after(statement.delay, work, STORE)
          statement.delay = 0
          return
        }
        client.sent.delete(statement)
        if (statement.isDropped) return
        let result: Result | undefined
        let error: unknown = fault === undefined ? undefined : errorOf(fault, lane)
        try {
          if (fault === undefined || fault.endsWith('_done')) result = effect()
        } catch (thrown) {
          error = thrown
        }
        // The server ends the transaction of a client that is gone.
        if (endsTransaction && !client.isAlive) this.unlock(client.owner)
        else if (endsTransaction && this.projectionLock?.owner === client.owner) this.projectionLock.isEnding = false
        const delay = fault?.startsWith('hang') === true ? ANSWER_MS - half : half
        if (error === undefined) settle(delay, () => resolve(result as Result))
        else settle(delay, () => reject(error))
      }
      time.after(effectAt - time.now, work, STORE)
    })
  }

  /** Statements inside one answer at once; its end takes the time and meets the faults. */
  private async transaction<Result>(
    client: Client,
    lane: LaneOf,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const writes: (() => void)[] = []
    const query: Query = async (sql, params = []) => {
      if (sql.includes('update projection') || sql.includes('truncate')) await this.locked(client)
      const { rows, write } = answer(this.tables, sql, params)
      if (write !== undefined) writes.push(write)
      return rows as never[]
    }
    const copy: Copy = async (into, lines) => void writes.push(copied(this.tables, into, lines))
    try {
      const ends = new TransactionEnds()
      const result = await work({ db: databaseOf(this.tables), query, copy, onEnd: ends.onEnd })
      if (this.projectionLock?.owner === client.owner) this.projectionLock.isEnding = true
      const end = () => {
        for (const write of writes) write()
        this.unlock(client.owner)
      }
      await ends.commit(() => this.send(client, lane, end, true))
      return result
    } finally {
      this.unlock(client.owner)
    }
  }

  /** The row of the checkpoint is locked until the transaction ends; another process waits for it. */
  private locked(client: Client): Promise<void> | undefined {
    const { projectionLock: lock } = this
    const { owner } = client
    if (lock === undefined) this.projectionLock = { owner, isEnding: false, waiting: [] }
    if (lock === undefined || lock.owner === owner) return undefined
    return new Promise((resolve) =>
      lock.waiting.push(() => {
        if (client.isAlive) resolve(this.locked(client))
      }),
    )
  }

  private unlock(owner: number): void {
    const { projectionLock: lock } = this
    if (lock?.owner !== owner) return
    this.projectionLock = undefined
    for (const next of lock.waiting) this.time.after(0, next, STORE)
  }
}

/** Owner of what the store does by itself. */
const STORE = 0

/** The errors of the driver and of PostgreSQL, which store/trouble.ts tells apart. */
function errorOf(fault: StoreFault, lane: LaneOf): Error {
  switch (fault) {
    case 'cancelled':
      return Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    case 'disk_full':
      return Object.assign(new Error('could not extend file'), { code: '53100' })
    case 'lost_undone':
    case 'lost_done':
      return new Error('Connection terminated unexpectedly')
    case 'hang_undone':
    case 'hang_done':
      return new Error('Query read timeout')
    case 'refused':
      // Only a commit can be refused for good without a fault in our own code.
      return Object.assign(new Error('the store is read-only'), { code: lane === 'commit' ? '25006' : '57014' })
  }
}

const NO_DATABASE = {} as Lane['db']

/** The one form of typed query that the core uses: all columns of the rows with these keys. */
function databaseOf(tables: Tables): Transaction['db'] {
  const select = () => ({
    from: (table: object) => ({
      where: async (condition: { readonly queryChunks: readonly unknown[] }) => {
        const keys = condition.queryChunks.flatMap(keysIn)
        const { name, properties } = shapeOf(table)
        const rows = keys.map((key) => tables.table(name).get(String(key)))
        return rows.flatMap((row) => (row === undefined ? [] : [named(row, properties)]))
      },
    }),
  })
  return { select } as unknown as Transaction['db']
}

/** The keys of `in (...)`, with one parameter a key, and of `any(...)`, with one parameter for all. */
function keysIn(chunk: unknown): readonly unknown[] {
  if (Array.isArray(chunk)) return chunk.flatMap(keysIn)
  const isParameter = typeof chunk === 'object' && chunk !== null && 'encoder' in chunk && 'value' in chunk
  if (!isParameter) return []
  return Array.isArray(chunk.value) ? chunk.value : [chunk.value]
}

/** As Drizzle has it: it reads the driver's value as the code's. */
type Column = { readonly name: string; mapFromDriverValue(value: unknown): unknown }
const isColumn = (value: unknown): value is Column =>
  typeof value === 'object' && value !== null && 'name' in value && 'mapFromDriverValue' in value

type Shape = { readonly name: string; readonly properties: readonly (readonly [property: string, column: Column])[] }
const shapes = new WeakMap<object, Shape>()

function shapeOf(table: object): Shape {
  const known = shapes.get(table)
  if (known !== undefined) return known
  const name = Object.getOwnPropertySymbols(table).find((symbol) => symbol.description === 'drizzle:Name')
  const properties = Object.entries(table).flatMap(([property, column]) =>
    isColumn(column) ? [[property, column] as const] : [],
  )
  const shape = { name: String(name && Reflect.get(table, name)), properties }
  shapes.set(table, shape)
  return shape
}

function named(row: Row, properties: Shape['properties']): Row {
  const found: Record<string, unknown> = {}
  for (const [property, column] of properties) {
    const value = row[column.name] ?? null
    found[property] = value === null ? null : column.mapFromDriverValue(value)
  }
  return found
}
