/**
 * The answer of a call, before and after it is text: a success with its data, or a refusal with its reason, code and
 * sentence.
 */
import { CODE_SUCCESS, ERROR_CODES, type Reason } from '@veritick/contract'
import { type Key, type Language, translate, type Values } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'

export type Refusal = {
  readonly ok: false
  readonly reason: Reason
  readonly field?: string | undefined
  /** Used instead of the sentence of the reason, where that does not say enough. */
  readonly sentence?: Key
  /** The values that the sentence of the answer names. */
  readonly values?: Values
  /** The request was answered before, and this is its first answer. */
  readonly repeated?: boolean
}
/**
 * `browser`: the new value of the browser's cookie, see http/browser.ts. `bytes`: the envelope of this answer, made
 * before and sent to many callers.
 */
export type Success<Data> = {
  readonly ok: true
  readonly data: Data
  readonly msg?: string
  readonly browser?: string
  readonly bytes?: Buffer
  readonly repeated?: boolean
}
/** The text of an envelope that was made before: the stored answer of a state-changing call. */
export type Stored = { readonly ok: 'stored'; readonly text: string; readonly repeated: boolean }

/** Every outcome of a feature that a client can cause. */
export type Reply<Data> = Success<Data> | Refusal | Stored

export const refuse = (reason: Reason, field?: string): Refusal => ({ ok: false, reason, field })

/** A sentence in the caller's language. */
export const say = (language: Language, key: Key, values?: Values): string =>
  translate(dictionaryOf(language), key, values)

/** The envelope as it goes out. */
export function envelopeOf(reply: Success<unknown> | Refusal, language: Language): string {
  if (reply.ok) return JSON.stringify({ code: CODE_SUCCESS, msg: reply.msg ?? '', data: reply.data })
  const { reason, field, values, sentence = `refusals.${reason}` } = reply
  return JSON.stringify({
    code: ERROR_CODES[reason],
    reason,
    msg: say(language, sentence, values),
    data: null,
    field,
  })
}
