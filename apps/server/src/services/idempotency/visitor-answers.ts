/**
 * A visitor's call that was sent again because its answer was lost: with the same key it is answered the same, for a
 * day, and nothing happens twice. Only for calls whose success says nothing but that it happened. Decision 22 says why
 * a visitor's key must be unguessable.
 */
import type { RequestId } from '@veritick/engine'
import { envelopeOf, type Refusal, type Reply, type Success } from '../../calls/index.ts'
import type { Transaction } from '../../store/index.ts'
import { deciding } from '../transactions/index.ts'
import { type ClaimKind, claim, claimed } from './claims.ts'
import type { Context } from './context.ts'

/** Marks the call as done; call it in the transaction that does it. */
export type MarkDone = (tx: Transaction) => Promise<void>

export type VisitorAnswers = {
  /**
   * `work` is not called for a repeat. `again`: what a success is answered with. A refusal changed nothing and may be
   * asked again.
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
  kind: ClaimKind,
): VisitorAnswers {
  const flights = new Map<RequestId, Promise<Reply<null>>>()

  const first = async (...[call, work]: Parameters<VisitorAnswers['run']>): Promise<Reply<null>> => {
    const { key, again, language } = call
    if (key === undefined) return work(async () => {})
    const once = { key, content: key }
    const known = await deciding(store, (tx) => claimed(tx, { once, now: runtime.now() }))
    if (!known.ok) return known
    if (known.value !== undefined) return { ok: 'stored', text: envelopeOf(again, language), repeated: true }
    return work((tx) => claim(tx, { once, kind, record: 0, now: runtime.now() }))
  }

  return {
    run: (call, work) => {
      const { key } = call
      const flying = key === undefined ? undefined : flights.get(key)
      if (flying !== undefined) return flying
      const result = first(call, work)
      if (key === undefined) return result
      flights.set(key, result)
      return result.finally(() => flights.delete(key))
    },
  }
}
