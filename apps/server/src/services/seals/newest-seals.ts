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
import { z } from 'zod'
import { keepFile, rereadAfterDoubt, type Store, StoreBusy, type Transaction } from '../../store/index.ts'
import { readKnownFile } from './known-file.ts'

/** Its name in the folder of the world. */
export const KNOWN_RECORDS_FILE = 'known-records.json'

/**
 * Records of each table that are remembered after their end, about 300 bytes each; the one that was sealed first is
 * forgotten first. An open record is never forgotten. Each table has this ceiling of its own: a customer who makes many
 * records of one table, such as closures of demo accounts, makes the server forget no record of another.
 */
export const ENDED_RECORDS_MAX = 20_000

/** Tables of records, and the column of their number. */
export const RECORD_KEYS = {
  closures: 'closure_id',
  corrections: 'correction_id',
  deposits: 'deposit_id',
  invite_rewards: 'reward_id',
  withdrawals: 'withdrawal_id',
} as const
export type RecordTable = keyof typeof RECORD_KEYS
export const RECORD_TABLES = Object.keys(RECORD_KEYS) as RecordTable[]

const SEALED = z.strictObject({ version: z.number().int().positive(), seal: z.string() })
type Sealed = Readonly<z.infer<typeof SEALED>>
const NEWEST = SEALED.extend({
  /** Wall time when it was sealed, ms. */
  at: z.number().int(),
  user: z.number().int(),
  /** The staff member who approved or decided it, as `staff:7`. */
  by: z.string().nullable(),
  /** It takes further decisions. Closures count as ended. */
  isOpen: z.boolean(),
  /** The seal of a transaction whose end is unknown. */
  doubted: SEALED.extend({ isOpen: z.boolean() }).optional(),
})
/** The remembered facts of a record. */
export type NewestSeal = Readonly<z.infer<typeof NEWEST>>
/** By the record, as `withdrawals 1234567890`; of the ended ones of a table, the one sealed first stands first. */
const FILE = z.record(z.string().regex(new RegExp(`^(${RECORD_TABLES.join('|')}) -?\\d+$`)), NEWEST)
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
  readonly #remembered = new Map(RECORD_TABLES.map((table) => [table, new Remembered()]))
  #isUnwritten = false
  /** False where the next change may not fit into the file, because the disk is full. */
  #hasRoom = true
  #isWrittenInTurn = false

  /** With the records of the file. Throws KnownFileRefused. */
  constructor(kept: Kept) {
    this.#kept = kept
    const known = kept.file === undefined ? undefined : readKnownFile(kept.file, { schema: FILE, ...NAMES })
    for (const [record, newest] of Object.entries(known ?? {})) {
      const [table, id] = record.split(' ')
      this.#in(table as RecordTable).set(Number(id), newest)
    }
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
    const { version, seal, isOpen } = sealed
    if (!this.#hasRoom) throw new StoreBusy('the newest seals cannot be kept: the disk of the data folder is full')
    tx.onEnd((end) => {
      const known = this.of(table, id)
      const at = this.#kept.now()
      if ((known?.version ?? 0) > version) return
      if (end === 'committed') this.keep(table, id, { ...sealed, at })
      // Both rows may stand. The sums of the day ask for both.
      else if (known !== undefined)
        this.keep(table, id, { ...known, by: sealed.by ?? known.by, at, doubted: { version, seal, isOpen } })
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

  /** Pass a row whose seal was proven, or that this process has committed. */
  keep(table: RecordTable, id: number, newest: NewestSeal): void {
    this.#in(table).set(id, newest)
    this.#isUnwritten = true
    if (!this.#isWrittenInTurn) this.write()
  }

  /** False for a row that was put back. */
  isNewest(table: RecordTable, id: number, row: Sealed): boolean {
    this.seen({ table, id }, row)
    const known = this.of(table, id)
    return known === undefined || row.version > known.version || isSame(row, known)
  }

  /** By their numbers. */
  all(table: RecordTable): ReadonlyMap<number, NewestSeal> {
    return new Map(this.#in(table).entries())
  }

  /**
   * The first change of a turn is written at once, the others at its end: a file a second when many are made. One that
   * could not be written, or has no room, is written again.
   */
  endTurn(): void {
    if (!this.#hasRoom) this.#isUnwritten = true
    if (this.#isUnwritten) this.write()
    this.#isWrittenInTurn = false
  }

  /** Keeps all of them durably. Synchronous: the process may end now. Never throws. */
  readonly write = (): void => {
    const { file, log } = this.#kept
    if (file === undefined || !this.#isUnwritten) return
    this.#isUnwritten = false
    this.#isWrittenInTurn = true
    const hadRoom = this.#hasRoom
    try {
      this.#hasRoom = keepFile(file, Object.fromEntries(this.#lines()))
    } catch (error) {
      this.#isUnwritten = true
      this.#hasRoom = false
      if (hadRoom)
        log?.error({ err: error }, 'the newest seals could not be kept: a start now does not ask for the last ones')
    }
    if (hadRoom && !this.#hasRoom) log?.error(`decisions about money are refused until ${file} has room`)
  };

  *#lines(): Generator<readonly [string, NewestSeal]> {
    for (const table of RECORD_TABLES)
      for (const [id, newest] of this.#in(table).entries()) yield [`${table} ${id}`, newest]
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

const isSame = (one: Sealed, other: Sealed | undefined): boolean =>
  one.version === other?.version && one.seal === other.seal
