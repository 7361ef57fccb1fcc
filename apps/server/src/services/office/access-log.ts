/**
 * The access log: a staff member who reads a customer's data or documents leaves one audit entry. One entry stands for
 * each staff member, subject and quarter of an hour, so a page with many parts is one entry. The process remembers who
 * looked when: an entry that an attacker wrote into the store would keep further ones from being written. A restart
 * forgets it and writes an entry more.
 */

import { type Actor, writeAudit } from '../audit/index.ts'
import { MINUTE_MS } from '../clock/index.ts'
import type { Context } from './context.ts'

type ViewedKind = 'person' | 'identity' | 'deposit' | 'withdrawal' | 'correction' | 'reward' | 'support' | 'feedback'
type Look = { readonly actor: Actor; readonly kind: ViewedKind; readonly id: number }

export const LOOK_AGAIN_MS = 15 * MINUTE_MS
/** Beyond it the oldest is forgotten, whose staff member leaves an entry more. */
const LOOKS_MAX = 100_000

/** `at`: by the monotonic clock. `entry`: resolves when it is stored. */
type Recorded = { readonly at: number; readonly entry: Promise<void> }
/** By staff member and subject, oldest first. */
export type Looks = Map<string, Recorded>

/** Resolves when the entry of the look is stored, also where another request has it stored. */
export function recordAccess(parts: Context & { readonly looks: Looks }, look: Look): Promise<void> {
  const { looks, runtime } = parts
  const name = `${look.actor.who} ${look.kind} ${look.id}`
  const now = runtime.monotonicNow()
  const before = looks.get(name)
  if (before !== undefined && before.at > now - LOOK_AGAIN_MS) return before.entry
  const recorded = { at: now, entry: writeEntry(parts, look) }
  looks.delete(name)
  looks.set(name, recorded)
  for (const [oldest, { at }] of looks) {
    if (at > now - LOOK_AGAIN_MS && looks.size <= LOOKS_MAX) break
    looks.delete(oldest)
  }
  // The caller gets the failure, and the next look writes an entry.
  recorded.entry.catch(() => looks.get(name) === recorded && looks.delete(name))
  return recorded.entry
}

const writeEntry = ({ store, runtime, encryption }: Context, { actor, kind, id }: Look): Promise<void> =>
  store.transaction((tx) =>
    writeAudit(
      { tx, encryption },
      { actor, action: `${kind}_view`, subject: { kind, id }, reason: '', at: runtime.now() },
    ),
  )
