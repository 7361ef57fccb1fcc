/**
 * A changing call with an idempotency key happens once a day: while it runs, whoever sends it again waits for the same
 * answer; afterwards the stored answer is given. A refusal changed nothing and is not stored. What a crash leaves
 * between the act and its stored answer is asked again; so a feature that makes a record must know its own request
 * (`once`).
 */

import type { Language } from '@veritick/locales'
import {
  envelopeOf,
  type Once,
  type Refusal,
  type Reply,
  refuse,
  type Stored,
  type Success,
} from '../../calls/index.ts'
import { DAY_MS } from '../clock/index.ts'
import type { Context } from './context.ts'

const KEPT_MS = DAY_MS

export type StoredAnswers = {
  run(
    call: { readonly once: Once; readonly language: Language },
    work: () => Promise<Success<unknown> | Refusal | Stored>,
  ): Promise<Reply<unknown>>
}

export function storedAnswersOf({
  store,
  encryption,
  runtime,
}: Pick<Context, 'store' | 'encryption' | 'runtime'>): StoredAnswers {
  const flights = new Map<string, { readonly content: string; readonly result: Promise<Reply<unknown>> }>()
  const place = (key: string) => ({ purpose: 'office_answer', row: key })

  const kept = async ({ key, content }: Once): Promise<Reply<unknown> | undefined> => {
    const [row] = await store.query<{ content: string; sealed: Uint8Array }>(
      'select content, sealed from office_answers where key = $1 and at > $2',
      [key, runtime.now() - KEPT_MS],
    )
    if (row === undefined) return undefined
    if (row.content !== content) return refuse('idempotency_mismatch')
    return { ok: 'stored', text: encryption.decryptText(place(key), row.sealed), repeated: true }
  }

  const first = async (
    once: Once,
    language: Language,
    work: () => Promise<Reply<unknown>>,
  ): Promise<Reply<unknown>> => {
    const known = await kept(once)
    if (known !== undefined) return known
    const reply = await work()
    if (reply.ok === false) return reply
    const text = reply.ok === 'stored' ? reply.text : envelopeOf(reply, language)
    const now = runtime.now()
    await store.query('delete from office_answers where at <= $1', [now - KEPT_MS])
    await store.query('insert into office_answers (key, content, sealed, at) values ($1, $2, $3, $4)', [
      once.key,
      once.content,
      encryption.encryptText(place(once.key), text),
      now,
    ])
    return { ok: 'stored', text, repeated: false }
  }

  return {
    run: async ({ once, language }, work) => {
      const flying = flights.get(once.key)
      if (flying !== undefined) {
        if (flying.content !== once.content) return refuse('idempotency_mismatch')
        const reply = await flying.result
        return reply.ok === 'stored' ? { ...reply, repeated: true } : reply
      }
      const result = first(once, language, work)
      flights.set(once.key, { content: once.content, result })
      return result.finally(() => flights.delete(once.key))
    },
  }
}
