/**
 * An attempt that survives its page: a request without an answer is kept in session storage, so that after a reload the
 * same request is sent again and is executed once. Bodies with secrets must not be stored. Stored for one customer and
 * less than a day, because the server stores idempotency keys for a day.
 */
import type { SessionStore } from '../data/sessionStorage.ts'
import { type Attempt, attemptIdle } from './attempt.ts'

export type AttemptStore<Body> = {
  readonly read: () => Attempt<Body>
  readonly write: (attempt: Attempt<Body>) => void
  /** Whether the stored request was sent and is not being sent now. */
  readonly isUnanswered: () => boolean
  /** Whether the stored request was first sent within `RESEND_MILLIS`. */
  readonly isRecent: () => boolean
}

type Stored<Body> = {
  readonly user: number
  /** When the request was first sent. */
  readonly at: number
  readonly key: string
  readonly intent: string
  readonly body: Body
}

/** Shorter than the day for which the server stores idempotency keys. */
export const STORED_MILLIS = 12 * 3_600_000

/** A page that opens within this time after the request was sent counts as its reload and sends it again by itself. */
export const RESEND_MILLIS = 3 * 60_000

/** `name`: the name of the form. `storage`: the session storage of the signed-in customer. */
export function attemptStore<Body>(options: {
  readonly name: string
  readonly user: number
  readonly now: () => number
  readonly storage: () => SessionStore
}): AttemptStore<Body> {
  const { user, now } = options
  const place = `veritick.submit.${options.name}`
  const keptNow = () => {
    const kept = parsed<Body>(attempted(() => options.storage().getItem(place)))
    return kept === undefined || kept.user !== user || now() - kept.at > STORED_MILLIS ? undefined : kept
  }
  return {
    read: () => {
      const kept = keptNow()
      if (kept === undefined) return attemptIdle
      return { state: 'unanswered', key: kept.key, intent: kept.intent, body: kept.body }
    },
    isUnanswered: () => keptNow() !== undefined && !sending.has(place),
    write: (attempt) => {
      if (attempt.state === 'sending') sending.add(place)
      else sending.delete(place)
      if (attempt.state !== 'sending' && attempt.state !== 'unanswered')
        attempted(() => options.storage().removeItem(place))
      else {
        const { key, intent, body } = attempt
        const before = keptNow()
        const at = before?.key === key ? before.at : now()
        const kept: Stored<Body> = { user, at, key, intent, body }
        attempted(() => options.storage().setItem(place, JSON.stringify(kept)))
      }
      for (const listener of listeners) listener()
    },
    isRecent: () => {
      const kept = keptNow()
      return kept !== undefined && now() - kept.at <= RESEND_MILLIS
    },
  }
}

/** The forms of this page whose request is on its way. */
const sending = new Set<string>()

const listeners = new Set<() => void>()
/** Tells of each write of this tab. Returns the end of it. */
export function onAttemptWritten(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function attempted<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Returns only attempts that this module wrote. */
function parsed<Body>(text: string | null | undefined): Stored<Body> | undefined {
  if (text === null || text === undefined) return undefined
  const value: unknown = attempted(() => JSON.parse(text))
  const ours =
    typeof value === 'object' &&
    value !== null &&
    'user' in value &&
    'at' in value &&
    'key' in value &&
    'intent' in value &&
    'body' in value
  return ours && typeof value.key === 'string' && typeof value.intent === 'string' ? (value as Stored<Body>) : undefined
}
