/**
 * The newest seal of each record of money that this server sealed, in memory and in a file of the data folder, outside
 * the store. An attacker may keep an old row with its own right seal and put it back: a withdrawal that waits again is
 * cancelled while staff send it. They may delete a row, or move its time, so that a sum of the day leaves it out. The
 * version of a row rises with each seal, so a row that is older than the remembered one was put back (decision 147). A
 * row that is newer is right: the process may have ended between its commit and the file. While the end of a commit is
 * unknown, the row before it and the row that it sealed are both right, until one of them was read.
 */
import { must } from '@veritick/domain'
import type { Logger } from 'pino'
import { orRefuse, RecordList, rereadAfterDoubt, type Store, type Transaction } from '../../store/index.ts'
import {
  bytesOf,
  isSame,
  isWhole,
  type NewestSeal,
  newestOf,
  RECORD_BYTES,
  RECORD_KEYS,
  RECORD_TABLES,
  type RecordTable,
  type Sealed,
} from './seal-bytes.ts'

/** Its name in the folder of the world. */
export const KNOWN_RECORDS_FILE = 'known-records'

/**
 * Records of each table that are remembered after their end, 64 bytes each; the one that was sealed first is forgotten
 * first. An open record is never forgotten. Each table has this ceiling of its own: a customer who makes many records
 * of one table makes the server forget no record of another.
 */
export const ENDED_RECORDS_MAX = 20_000

const LETTERS = 'vtrecord'
const NAMES = {
  names: 'the newest seals of deposits, withdrawals, corrections, rewards and closures',
  remedy: 'the open ones and those of the last day with the audit log and the bank',
} as const

type Kept = {
  /** `undefined`: nothing outlives the process. */
  readonly file: string | undefined
  readonly log: Logger | undefined
  /** Wall time, ms. */
  readonly now: () => number
  /** Where a row in doubt is read again; left out: it stays in doubt until the server reads it. */
  readonly store?: Pick<Store, 'transaction'>
}
type Record = { readonly table: RecordTable; readonly id: number }

export class NewestSeals {
  readonly #kept: Kept
  readonly #list: RecordList | undefined
  readonly #remembered = new Map(RECORD_TABLES.map((table) => [table, new Remembered()]))
  /** Of all withdrawals that prove themselves: the number by the name of the payment that paid it. */
  readonly #paid = new Map<string, number>()
  #isFlushedInTurn = false

  /** With the records of the file, which is written anew. Throws KnownFileRefused. */
  constructor(kept: Kept) {
    this.#kept = kept
    const { file, log } = kept
    const holds = 'the newest seals'
    const form = { recordBytes: RECORD_BYTES, letters: LETTERS, holds, isWhole, living: () => this.#lines() }
    this.#list = file === undefined ? undefined : new RecordList({ file, log, ...form })
    const known = orRefuse(NAMES, () => this.#list?.read())
    for (const { table, id, newest } of known?.records.map(newestOf) ?? []) this.#take(table, id, newest)
    this.#list?.writeAnew(0)
  }

  get file(): string | undefined {
    return this.#kept.file
  }

  of(table: RecordTable, id: number): NewestSeal | undefined {
    return this.#in(table).get(id)
  }

  /**
   * The transaction gives the record this seal. A rollback leaves what was known before. Throws StoreBusy while the
   * file takes no more: a decision that it does not name could be put back before the next start.
   */
  sealed(tx: Pick<Transaction, 'onEnd'>, record: Record, sealed: Omit<NewestSeal, 'at' | 'doubted'>): void {
    const { table, id } = record
    const { version, sealStart, isOpen } = sealed
    this.#list?.requireRoom()
    tx.onEnd((end) => {
      const known = this.of(table, id)
      const at = this.#kept.now()
      if ((known?.version ?? 0) > version) return
      if (end === 'committed') this.keep(table, id, { ...sealed, at })
      // Both rows may stand. The sums of the day ask for both.
      else if (known !== undefined)
        this.keep(table, id, {
          ...{ ...known, by: sealed.by ?? known.by, at, doubted: { version, sealStart, isOpen } },
          ...(sealed.payment !== undefined && { payment: sealed.payment }),
        })
    })
    const reread = async () => {
      const row = await this.#standing(record)
      const isUnknown = this.of(table, id) === undefined
      if (isUnknown && row !== undefined && isSame(row, sealed))
        this.keep(table, id, { ...sealed, at: this.#kept.now() })
      this.settle(record, row)
    }
    const { store, log } = this.#kept
    const failed = (error: unknown) => log?.error({ err: error, table, id }, 'a row in doubt could not be read again')
    if (store !== undefined) rereadAfterDoubt(tx, { reread, failed })
  }

  /**
   * Ends a doubt about the record. `row`: the one that stands, read behind its lock or by a start. Another row than the
   * two that may be right ends no doubt.
   */
  settle({ table, id }: Record, row: Sealed | undefined): void {
    const known = this.of(table, id)
    if (row === undefined || known?.doubted === undefined) return
    const { doubted, ...before } = known
    if (isSame(row, doubted)) this.keep(table, id, { ...before, ...doubted })
    else if (isSame(row, before)) this.keep(table, id, before)
  }

  /** A row of the store. That of a transaction whose end is unknown was committed, because the server can read it. */
  seen(record: Record, row: Sealed): void {
    if (isSame(row, this.of(record.table, record.id)?.doubted)) this.settle(record, row)
  }

  /**
   * Pass a row whose seal was proven, or that this process has committed. It is in the file when this returns. The
   * first change of a turn is durable then too, the others at its end, because a flush of the disk stops the thread.
   */
  keep(table: RecordTable, id: number, newest: NewestSeal): void {
    this.#take(table, id, newest)
    this.#list?.add([bytesOf({ table, id, newest })], this.#isFlushedInTurn ? 'process' : 'power cut')
    this.#isFlushedInTurn = true
  }

  /**
   * For the start: the payment of a record that was proven, also of one that ended before those that are remembered.
   */
  learnPaid({ table, id }: Record, payment: string | undefined): void {
    if (table === 'withdrawals' && payment !== undefined) this.#paid.set(payment, id)
  }

  /** The withdrawal that was paid with the payment of this name (`factName`), or is about to be. No row is asked. */
  paidWith(payment: string): number | undefined {
    return this.#paid.get(payment)
  }

  /** False for a row that was put back. */
  isNewest(table: RecordTable, id: number, row: Sealed): boolean {
    this.seen({ table, id }, row)
    const known = this.of(table, id)
    return known === undefined || row.version > known.version || isSame(row, known)
  }

  /** By their numbers; those that `isMeant` takes. */
  all(table: RecordTable, isMeant: (newest: NewestSeal) => boolean = () => true): ReadonlyMap<number, NewestSeal> {
    const meant = new Map<number, NewestSeal>()
    for (const [id, newest] of this.#in(table).entries()) if (isMeant(newest)) meant.set(id, newest)
    return meant
  }

  /** The latest wall time at which one of the records was sealed, ms; 0: none is remembered. */
  lastSealedAt(): number {
    let last = 0
    for (const remembered of this.#remembered.values())
      for (const [, { at }] of remembered.entries()) last = Math.max(last, at)
    return last
  }

  endTurn(): void {
    this.flush()
    this.#isFlushedInTurn = false
  }

  /** Makes all of them durable, and tries again what could not be written. Synchronous: the process may end now. */
  readonly flush = (): void => {
    this.#list?.retry()
  };

  *#lines(): Generator<Buffer> {
    for (const table of RECORD_TABLES)
      for (const [id, newest] of this.#in(table).entries()) yield bytesOf({ table, id, newest })
  }

  #take(table: RecordTable, id: number, newest: NewestSeal): void {
    this.#in(table).set(id, newest)
    this.learnPaid({ table, id }, newest.payment)
  }

  #in(table: RecordTable): Remembered {
    return must(this.#remembered.get(table), 'a table of records')
  }

  /** Waits for the transaction that sealed the row. */
  async #standing({ table, id }: Record): Promise<Sealed | undefined> {
    const { store } = this.#kept
    const [row] =
      (await store?.transaction(({ query }) =>
        query<Sealed>(`select version, seal from ${table} where ${RECORD_KEYS[table]} = $1 for update`, [id]),
      )) ?? []
    return row
  }
}

/** The remembered records of one table. */
class Remembered {
  readonly #open = new Map<number, NewestSeal>()
  /** The one that was sealed first stands first. */
  readonly #ended = new Map<number, NewestSeal>()

  get(id: number): NewestSeal | undefined {
    return this.#open.get(id) ?? this.#ended.get(id)
  }

  set(id: number, newest: NewestSeal): void {
    this.#open.delete(id)
    this.#ended.delete(id)
    if (newest.isOpen || newest.doubted !== undefined) this.#open.set(id, newest)
    else this.#ended.set(id, newest)
    const oldest = this.#ended.size > ENDED_RECORDS_MAX ? this.#ended.keys().next().value : undefined
    if (oldest !== undefined) this.#ended.delete(oldest)
  }

  *entries(): Generator<readonly [number, NewestSeal]> {
    yield* this.#ended
    yield* this.#open
  }
}
