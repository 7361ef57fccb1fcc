/**
 * Requests one-time codes and enforces the minute between two of them. The end of the minute and the target of the code
 * are kept in session storage, so they survive a reload by the same customer. The server enforces the minute in any
 * case.
 */
import { useEffect, useState } from 'react'
import { CallFailed } from './api.ts'
import { onSessionCleared, sessionStore } from './sessionStorage.ts'

const STORAGE_KEY = 'veritick.codes'
const SECOND_MILLIS = 1000
/** The wait after a request that came too soon. The server does not send the rest of its minute. */
const PAUSE_SECONDS = 60

/**
 * The wait of one purpose and target: its end, the target of the last code, and `gone`: the reason why this form does
 * not accept that code (it was used, or another form or page requested it).
 */
type Wait = { readonly until: number; readonly to?: string | undefined; readonly gone?: 'used' | 'elsewhere' }
const waits = new Map<string, Wait>(readKept())
/** Rises with every change of the signed-in customer. */
let visits = 0
onSessionCleared(() => {
  waits.clear()
  visits += 1
})

export type CodeSending = {
  readonly secondsLeft: number
  readonly busy: boolean
  readonly everSent: boolean
  /** A code was sent since the form was opened, or shortly before. */
  readonly sent: boolean
  /** The last code was used; another can be requested after the minute. */
  readonly used: boolean
  /** The target, as the server masks it. */
  readonly sentTo: string | undefined
  /** The reason why no code was sent, as a sentence. */
  readonly fault: string | undefined
  readonly send: () => void
  /** Marks the sent code as used. */
  readonly tellUsed: () => void
}

type CodeRequest = () => string | Promise<{ readonly wait: number; readonly to?: string }>

/**
 * `name`: the purpose, and the target if the customer types it. Each name has its own minute. `request` makes the call
 * quietly, or returns a sentence that says which field is missing.
 */
export function useCodeSending(options: { readonly name: string; readonly request: CodeRequest }): CodeSending {
  const { name, request } = options
  const secondsLeft = useSecondsLeft(name)
  const [state, setState] = useState<{ readonly name: string; readonly busy: boolean } & Sent>({ name, busy: false })
  const shown: typeof state = state.name === name ? state : { name, busy: false }
  const send = async () => {
    setState({ name, busy: true })
    setState({ name, busy: false, ...(await requestCode(name, request)) })
  }
  const last = lastOf(name)
  const used = last?.gone === 'used'
  return {
    secondsLeft,
    busy: shown.busy,
    everSent: last !== undefined,
    sent: last?.gone === undefined && (shown.sent === true || secondsLeft > 0),
    used,
    sentTo: last?.to,
    fault: shown.fault,
    send: () => void send(),
    tellUsed: () => last !== undefined && keepWait(name, { until: last.until, gone: 'used' }),
  }
}

type Sent = { readonly sent?: boolean; readonly fault?: string }

/** Stores nothing if the customer has signed out before the answer. */
export async function requestCode(name: string, request: CodeRequest): Promise<Sent> {
  const visit = visits
  const waitFor = (seconds: number, more: Omit<Wait, 'until'>) => visit === visits && beginWait(name, seconds, more)
  try {
    const sent = await request()
    if (typeof sent === 'string') return { fault: sent }
    waitFor(sent.wait, { to: sent.to })
    return { sent: true }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    if (error.reason === 'code_too_soon') waitFor(PAUSE_SECONDS, { gone: 'elsewhere' })
    return { fault: error.message }
  }
}

/** Starts the minute. Without session storage a reload loses it; the server still enforces it. */
export function beginWait(name: string, seconds: number, more: Omit<Wait, 'until'> = {}): void {
  keepWait(name, { until: Date.now() + seconds * SECOND_MILLIS, ...more })
}

function keepWait(name: string, wait: Wait): void {
  waits.set(name, wait)
  sessionStore().setItem(STORAGE_KEY, JSON.stringify([...waits]))
}

/** Whole seconds until another code may be requested. */
export const secondsLeftOf = (name: string, now: number): number =>
  Math.max(0, Math.ceil(((waits.get(name)?.until ?? 0) - now) / SECOND_MILLIS))

/** The stored facts about the last code. */
export const lastOf = (name: string): Wait | undefined => waits.get(name)

/** Reads the clock when it renders: a time of the last tick would be before the request, and the minute 61 seconds. */
function useSecondsLeft(name: string): number {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), SECOND_MILLIS / 2)
    return () => clearInterval(timer)
  }, [])
  return secondsLeftOf(name, Date.now())
}

function readKept(): [string, Wait][] {
  try {
    const read: unknown = JSON.parse(sessionStore().getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(read) ? read.filter(isWait) : []
  } catch {
    return []
  }
}

function isWait(entry: unknown): entry is [string, Wait] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false
  const wait: unknown = entry[1]
  if (typeof wait !== 'object' || wait === null || !('until' in wait) || typeof wait.until !== 'number') return false
  return !('to' in wait) || typeof wait.to === 'string'
}
