/**
 * The list of all instruments as it goes out, made once for all who ask in a language. A row for every instrument and a
 * text of some 100 kB would otherwise be made for each request, while orders wait. A price in it is at most as old as
 * one of the socket. A change of terms or of a status is in the next answer.
 */
import { envelopeOf, type Success } from '../../calls/index.ts'
import type { Context } from './context.ts'

/** The same answer for this long: the socket sends the price of an instrument as often. */
export const LIST_KEPT_MS = 250

type Items = ReturnType<Context['market']['items']>
type Seen = { readonly terms: Items[number]['entry']['terms']; readonly status: Items[number]['status'] }
type Kept<Data> = { readonly answer: Success<Data>; readonly madeAt: number; readonly seen: readonly Seen[] }

/** `key`: one of few, such as a language, because an answer is kept for each. */
export function keptLists<Data>({ market, monotonicClock }: Pick<Context, 'market' | 'monotonicClock'>) {
  const kept = new Map<string, Kept<Data>>()
  return (key: string, make: (items: Items) => Data): Success<Data> => {
    const [items, now] = [market.items(), monotonicClock()]
    const known = kept.get(key)
    if (known !== undefined && now - known.madeAt < LIST_KEPT_MS && isAsSeen(items, known.seen)) return known.answer
    const made: Success<Data> = { ok: true, data: make(items) }
    const answer = { ...made, bytes: Buffer.from(envelopeOf(made, 'en')) }
    const seen = items.map(({ entry, status }) => ({ terms: entry.terms, status }))
    kept.set(key, { answer, madeAt: now, seen })
    return answer
  }
}

function isAsSeen(items: Items, seen: readonly Seen[]): boolean {
  return (
    items.length === seen.length &&
    items.every(({ entry, status }, index) => entry.terms === seen[index]?.terms && status === seen[index]?.status)
  )
}
