/**
 * The newest seal of each record of money that this server sealed, in memory and in a file of the data folder, outside
 * the store. An attacker may keep an old row with its own right seal and put it back: a withdrawal that waits again is
 * cancelled while staff send it. They may delete a row, or move its time, so that a sum of the day leaves it out. The
 * version of a row rises with each seal, so a row that is older than the remembered one was put back (decision 147). A
 * row that is newer is right: the process may have ended between its commit and the file.
 */
import type { Logger } from 'pino'
import { z } from 'zod'
import { keepFile, type Transaction } from '../../store/index.ts'
import { readKnownFile } from './known-file.ts'

/** Its name in the folder of the world. */
export const KNOWN_RECORDS_FILE = 'known-records.json'

/** Records that are remembered, about 300 bytes each; the one that was sealed first is forgotten first. */
export const RECORDS_MAX = 20_000

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

const NEWEST = z.strictObject({
  version: z.number().int().positive(),
  seal: z.string(),
  /** Wall time when it was sealed, ms. */
  at: z.number().int(),
  user: z.number().int(),
  /** The staff member who approved or decided it, as `staff:7`. */
  by: z.string().nullable(),
})
/** The remembered facts of a record. */
export type NewestSeal = Readonly<z.infer<typeof NEWEST>>
/** By the record, as `withdrawals 1234567890`; the one that was sealed first stands first. */
const FILE = z.record(z.string().regex(new RegExp(`^(${RECORD_TABLES.join('|')}) -?\\d+$`)), NEWEST)
const NAMES = {
  names: 'the newest seals of deposits, withdrawals, corrections, rewards and closures',
  remedy: 'the open ones and those of the last day with the audit log and the bank',
} as const

/** `file`: `undefined` where nothing outlives the process. `now`: wall time, ms. */
type Kept = { readonly file: string | undefined; readonly log: Logger | undefined; readonly now: () => number }

export class NewestSeals {
  readonly #kept: Kept
  readonly #records = new Map<string, NewestSeal>()
  #isUnwritten = false
  #isWrittenInTurn = false

  /** With the records of the file. Throws KnownFileRefused. */
  constructor(kept: Kept) {
    this.#kept = kept
    const known = kept.file === undefined ? undefined : readKnownFile(kept.file, { schema: FILE, ...NAMES })
    for (const [record, newest] of Object.entries(known ?? {})) this.#records.set(record, newest)
  }

  get file(): string | undefined {
    return this.#kept.file
  }

  of(table: RecordTable, id: number): NewestSeal | undefined {
    return this.#records.get(`${table} ${id}`)
  }

  /** The transaction gives the record this seal. A rollback leaves what was known before. */
  sealed(
    tx: Pick<Transaction, 'onEnd'>,
    { table, id }: { readonly table: RecordTable; readonly id: number },
    sealed: Omit<NewestSeal, 'at'>,
  ): void {
    tx.onEnd((end) => {
      const known = this.of(table, id)
      const at = this.#kept.now()
      if (end === 'committed') {
        if ((known?.version ?? 0) <= sealed.version) this.keep(table, id, { ...sealed, at })
      }
      // The row is as it was or as it was sealed now, so the old one is right too. The sums of the day look at it.
      else if (known !== undefined) this.keep(table, id, { ...known, by: sealed.by ?? known.by, at })
    })
  }

  /** Pass a row whose seal was proven, or that this process has committed. */
  keep(table: RecordTable, id: number, newest: NewestSeal): void {
    const record = `${table} ${id}`
    this.#records.delete(record)
    this.#records.set(record, newest)
    const oldest = this.#records.size > RECORDS_MAX ? this.#records.keys().next().value : undefined
    if (oldest !== undefined) this.#records.delete(oldest)
    this.#isUnwritten = true
    if (!this.#isWrittenInTurn) this.write()
  }

  /** False for a row that was put back. */
  isNewest(table: RecordTable, id: number, row: Pick<NewestSeal, 'version' | 'seal'>): boolean {
    const known = this.of(table, id)
    if (known === undefined || row.version > known.version) return true
    return row.version === known.version && row.seal === known.seal
  }

  /** By their numbers. */
  all(table: RecordTable): ReadonlyMap<number, NewestSeal> {
    const found = new Map<number, NewestSeal>()
    for (const [record, newest] of this.#records) {
      const [of, id] = record.split(' ')
      if (of === table) found.set(Number(id), newest)
    }
    return found
  }

  /** The first change of a turn is written at once, the others at its end: a file a second when many are made. */
  endTurn(): void {
    if (this.#isUnwritten) this.write()
    this.#isWrittenInTurn = false
  }

  /** Puts the whole file in the place of the one before. Synchronous: the process may end now. */
  readonly write = (): void => {
    const { file, log } = this.#kept
    if (file === undefined || !this.#isUnwritten) return
    this.#isUnwritten = false
    this.#isWrittenInTurn = true
    try {
      keepFile(file, Object.fromEntries(this.#records))
    } catch (error) {
      this.#isUnwritten = true
      log?.error({ err: error }, 'the newest seals could not be kept: a start now does not ask for the last ones')
    }
  }
}
