/**
 * A repeat of a visitor's call gets the answer of the first for a day, and nothing happens twice. Only for calls whose
 * success says only that it happened. Decision 22 says why a visitor's key must be unguessable.
 */
import type { RequestId } from '@veritick/engine'
import { envelopeOf, type Refusal, type Reply, type Success } from '../../calls/index.ts'
import type { Transaction } from '../../store/index.ts'
import { inTransaction } from '../transactions/index.ts'
import type { Context } from './context.ts'
import { type KeyedRecord, recordOfKey, recordOnce } from './keyed-records.ts'
import { Runs } from './runs.ts'

/** Marks the call as done; call it in the transaction that does it. */
export type MarkDone = (tx: Transaction) => Promise<void>

export type VisitorAnswers = {
  /**
   * `work` is not called for a repeat. `again`: the answer to a repeat. A refusal changed nothing and may be sent
   * again.
   */
  run(
    call: {
      readonly key: RequestId | undefined
      readonly again: Success<null>
      readonly language: Parameters<typeof envelopeOf>[1]
    },
    work: (done: MarkDone) => Promise<Success<null> | Refusal>,
  ): Promise<Reply<null>>
}

export function visitorAnswersOf(
  { store, runtime }: Pick<Context, 'store' | 'runtime'>,
  kind: KeyedRecord,
): VisitorAnswers {
  const runs = new Runs<Reply<null>>()

  const first = async (...[call, work]: Parameters<VisitorAnswers['run']>): Promise<Reply<null>> => {
    const { key, again, language } = call
    if (key === undefined) return work(async () => {})
    const once = { key, content: key }
    const known = await inTransaction(store, (tx) => recordOfKey(tx, { once, runtime }))
    if (!known.ok) return known
    if (known.value !== undefined) return { ok: 'stored', text: envelopeOf(again, language), repeated: true }
    return work(async (tx) => void (await recordOnce(tx, { once, kind, runtime }, async () => NO_RECORD)))
  }

  return {
    run: async (call, work) => {
      const { key } = call
      if (key === undefined) return first(call, work)
      const once = { key, content: key }
      const running = runs.of(once)
      return running === undefined || running === 'mismatch' ? runs.begin(once, first(call, work)) : running
    },
  }
}

/** Only the key counts. */
const NO_RECORD = 0
