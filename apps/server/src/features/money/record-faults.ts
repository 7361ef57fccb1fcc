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
  readonly #summed = new Map<string, RecordFault>()
  readonly #known = new Map<MoneyRecord, readonly RecordFault[]>()
  readonly #unfinished = new Map<MoneyRecord, readonly RecordFault[]>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** The result of reading a record; `text` is `undefined` where it proves itself. A new fault is logged. */
  read(record: MoneyRecord, id: number, text: string | undefined): void {
    this.#note(this.#read, { record, id }, text)
  }

  /** The same for a record that a sum of a day needs; its row may be gone. */
  summed(record: MoneyRecord, id: number, text: string | undefined): void {
    this.#note(this.#summed, { record, id }, text)
  }

  #note(
    faults: Map<string, RecordFault>,
    { record, id }: Pick<RecordFault, 'record' | 'id'>,
    text: string | undefined,
  ): void {
    const name = `${record} ${id}`
    if (text === undefined) {
      if (faults.delete(name)) this.#log.info({ [record]: id }, 'a record of money is right again')
      return
    }
    if (faults.get(name)?.text === text) return
    if (!faults.has(name) && faults.size >= RECORD_FAULTS_MAX) return
    faults.set(name, { record, id, text })
    this.#log.error({ [record]: id, fault: text }, 'a record of money was changed in the store: it takes no decision')
  }

  /** The records of one kind that could not be finished in the newest run; the run logs them. */
  unfinished(record: MoneyRecord, faults: readonly RecordFault[]): void {
    this.#unfinished.set(record, faults.slice(0, RECORD_FAULTS_MAX))
  }

  /** The remembered records of one kind whose rows were deleted, put back or changed; a new fault is logged. */
  known(record: MoneyRecord, faults: readonly Omit<RecordFault, 'record'>[]): void {
    const before = this.#known.get(record) ?? []
    const now = faults.slice(0, RECORD_FAULTS_MAX).map((fault) => ({ record, ...fault }))
    this.#known.set(record, now)
    for (const { id, text: fault } of now)
      if (before.every((each) => each.id !== id))
        this.#log.error(
          { [record]: id, fault },
          'the row of a record of money was put back, deleted or changed in the store',
        )
  }

  /** Each record once. */
  all(): readonly RecordFault[] {
    const lists = [...this.#known.values(), ...this.#unfinished.values()].flat()
    const faults = [...this.#read.values(), ...this.#summed.values(), ...lists]
    return [...new Map(faults.map((fault) => [`${fault.record} ${fault.id}`, fault])).values()]
  }

  /** Numbers of the records of one kind that did not prove themselves when they were read. */
  readOf(record: MoneyRecord): readonly number[] {
    return [...this.#read.values()].filter((fault) => fault.record === record).map(({ id }) => id)
  }
}
