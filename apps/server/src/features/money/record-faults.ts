/**
 * Records of money that do not prove themselves: changed in the store, in progress without their decision, or unlike
 * the ledger. The server moves no money for them. They are kept in memory for the alert to staff and for the health
 * page; the checks of each start and of each half minute find them anew.
 */
import type { Logger } from 'pino'
import { EncryptionRefused } from '../../services/encryption/index.ts'
import { RowChanged } from '../../services/seals/index.ts'
import { DecisionMissing } from './decisions.ts'
import { type MoneyRecord, TransferDiffers } from './transfers.ts'

/** Faults of each way of finding them that are kept. With more the store as a whole is in doubt. */
export const RECORD_FAULTS_MAX = 100

/** `text`: what is wrong, for staff. */
export type RecordFault = { readonly record: MoneyRecord; readonly id: number; readonly text: string }

const FAULTS = [DecisionMissing, TransferDiffers, EncryptionRefused, RowChanged]

/** An error that says what is wrong with the record, and not with the server or the store. */
export const isRecordFault = (error: unknown): error is Error => FAULTS.some((kind) => error instanceof kind)

export class RecordFaults {
  readonly #log: Logger
  readonly #read = new Map<string, RecordFault>()
  readonly #unfinished = new Map<MoneyRecord, readonly RecordFault[]>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** The result of reading a record; `text` is `undefined` where it proves itself. A new fault is logged. */
  read(record: MoneyRecord, id: number, text: string | undefined): void {
    const name = `${record} ${id}`
    if (text === undefined) {
      if (this.#read.delete(name)) this.#log.info({ [record]: id }, 'a record of money is right again')
      return
    }
    if (this.#read.get(name)?.text === text) return
    if (!this.#read.has(name) && this.#read.size >= RECORD_FAULTS_MAX) return
    this.#read.set(name, { record, id, text })
    this.#log.error({ [record]: id, fault: text }, 'a record of money was changed in the store: it takes no decision')
  }

  /** The records of one kind that could not be finished in the newest run; the run logs them. */
  unfinished(record: MoneyRecord, faults: readonly RecordFault[]): void {
    this.#unfinished.set(record, faults.slice(0, RECORD_FAULTS_MAX))
  }

  /** Each record once. */
  all(): readonly RecordFault[] {
    const faults = [...this.#read.values(), ...[...this.#unfinished.values()].flat()]
    return [...new Map(faults.map((fault) => [`${fault.record} ${fault.id}`, fault])).values()]
  }

  /** Numbers of the records of one kind that did not prove themselves when they were read. */
  readOf(record: MoneyRecord): readonly number[] {
    return [...this.#read.values()].filter((fault) => fault.record === record).map(({ id }) => id)
  }
}
