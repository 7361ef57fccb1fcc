/**
 * Records that a decision left in progress are finished each apart from the others: one that fails is logged and tried
 * again at the next run, and the records after it are finished now.
 */
import type { Logger } from 'pino'
import { isRecordFault, type RecordFault, type RecordFaults } from './record-faults.ts'
import type { MoneyRecord } from './transfers.ts'

/** Some records were not finished; the log has the error of each. */
export class RecordsLeft extends Error {}

/** `kind` names the records in the log. Throws RecordsLeft after the last one. */
export async function finishEach<Id extends number>(
  log: Logger,
  records: { readonly kind: string; readonly ids: readonly Id[] },
  finish: (id: Id) => Promise<unknown>,
): Promise<void> {
  const { kind, ids } = records
  let left = 0
  for (const id of ids) {
    try {
      await finish(id)
    } catch (error) {
      left++
      log.error({ [kind]: id, err: error }, 'a record in progress was not finished; it is tried again')
    }
  }
  if (left > 0) throw new RecordsLeft(`${left} of ${ids.length} records were not finished: ${kind}`)
}

/** The same for records of money: those that do not prove themselves are told to staff. Throws RecordsLeft. */
export async function finishRecords(
  parts: { readonly log: Logger; readonly recordFaults: RecordFaults },
  records: { readonly record: MoneyRecord; readonly ids: readonly number[] },
  finish: (id: number) => Promise<unknown>,
): Promise<void> {
  const { record, ids } = records
  const faults: RecordFault[] = []
  try {
    await finishEach(parts.log, { kind: record, ids }, async (id) => {
      try {
        await finish(id)
      } catch (error) {
        if (isRecordFault(error)) faults.push({ record, id, text: error.message })
        throw error
      }
    })
  } finally {
    parts.recordFaults.unfinished(record, faults)
  }
}

/** One step after the other; records that one of them leaves stop none. Throws RecordsLeft after the last step. */
export async function runAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  let left: RecordsLeft | undefined
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof RecordsLeft)) throw error
      left ??= error
    }
  }
  if (left !== undefined) throw left
}
