/** The answer to a request that made a record, now or before: the same text, marked as repeated when it was before. */
import type { Language } from '@veritick/locales'
import { envelopeOf, type Stored, type Success } from '../../calls/index.ts'

export function markedIfRepeated<Data>(
  reply: Success<Data>,
  options: { readonly repeated: boolean; readonly language: Language },
): Success<Data> | Stored {
  const { repeated, language } = options
  return repeated ? { ok: 'stored', text: envelopeOf(reply, language), repeated } : reply
}
