/**
 * A changing call of a staff member with an idempotency key takes effect once a day: a repeat during the first run
 * waits for its answer, a later repeat gets the stored answer. A refusal changed nothing and is not stored. A key that
 * names its time (UUID 7) is refused as a customer's is (`idempotency_key_expired`, `idempotency_key_ahead`). After a
 * crash between the act and its stored answer the call runs again, so a feature that makes a record uses `recordOnce`.
 */
import { keyRefusal, REQUEST_KEPT_MS } from '@veritick/domain'
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
import type { Context } from './context.ts'
import { Runs } from './runs.ts'

type Call = { readonly once: Once; readonly language: Language }
type Work = () => Promise<Success<unknown> | Refusal | Stored>

export type StoredAnswers = { run(call: Call, work: Work): Promise<Reply<unknown>> }

type Parts = Pick<Context, 'store' | 'encryption' | 'runtime'>

export function storedAnswersOf(parts: Parts): StoredAnswers {
  const runs = new Runs<Reply<unknown>>()
  return {
    run: async (call, work) => {
      const running = runs.of(call.once)
      if (running === 'mismatch') return refuse('idempotency_mismatch')
      if (running === undefined) return runs.begin(call.once, firstAnswer(parts, call, work))
      const reply = await running
      return reply.ok === 'stored' ? { ...reply, repeated: true } : reply
    },
  }
}

const encryptionContext = (key: string) => ({ purpose: 'office_answer', row: key })

/** Also the refusal of a key that names its time and whose answer may be forgotten. `undefined`: the call is new. */
async function keptAnswer(
  { store, encryption, runtime }: Parts,
  { key, content, namedAt }: Once,
): Promise<Reply<unknown> | undefined> {
  const [row] = await store.query<{ content: string; encrypted: Uint8Array }>(
    'select content, encrypted from stored_answers where key = $1 and at > $2',
    [key, runtime.guardedNow() - REQUEST_KEPT_MS],
  )
  if (row === undefined) {
    const refusal = keyRefusal({ namedAt, now: runtime.now() })
    return refusal && refuse(refusal)
  }
  if (row.content !== content) return refuse('idempotency_mismatch')
  return { ok: 'stored', text: encryption.decryptText(encryptionContext(key), row.encrypted), repeated: true }
}

async function firstAnswer(parts: Parts, { once, language }: Call, work: Work): Promise<Reply<unknown>> {
  const { store, encryption, runtime } = parts
  const known = await keptAnswer(parts, once)
  if (known !== undefined) return known
  const reply = await work()
  if (reply.ok === false) return reply
  const text = reply.ok === 'stored' ? reply.text : envelopeOf(reply, language)
  await store.query('delete from stored_answers where at <= $1', [runtime.guardedNow() - REQUEST_KEPT_MS])
  await store.query('insert into stored_answers (key, content, encrypted, at) values ($1, $2, $3, $4)', [
    once.key,
    once.content,
    encryption.encryptText(encryptionContext(once.key), text),
    runtime.now(),
  ])
  return { ok: 'stored', text, repeated: false }
}
