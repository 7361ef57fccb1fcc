/**
 * Sends one request about an order at a time, as `useAttempt` does. While a request has no answer and the server can be
 * reached, it asks by itself whether the request was decided, and then shows the answer.
 */
import { useEffect, useRef, useState } from 'react'
import { call } from '../data/api.ts'
import { connectionNow, onConnection, useConnection } from '../data/live.ts'
import { ASK_PAUSES_MILLIS, askAboutArrival, untilReconnected } from './arrival.ts'
import type { Attempt } from './attempt.ts'
import type { AttemptStore } from './storedAttempt.ts'
import { useAttempt } from './useAttempt.ts'

type Submit<Body, Data> = Parameters<typeof useAttempt<Body, Data>>[0]

/** `undecided`: the request without an answer has not been carried out so far, as the server says. */
export function useOrderAttempt<Body, Data>(
  submit: Submit<Body, Data>,
  done: (data: Data) => void,
  store: AttemptStore<Body>,
) {
  const made = useAttempt<Body, Data>(
    (body, options) =>
      untilReconnected((signal) => submit(body, { ...options, signal }), {
        signal: options.signal,
        isLost: connectionNow() === 'lost',
        onConnection,
      }),
    done,
    store,
  )
  return { ...made, undecided: useArrival(made.attempt, made.resend) }
}

function useArrival(attempt: Attempt<unknown>, repeat: () => void): boolean {
  const isLive = useConnection() === 'live'
  const key = attempt.state === 'unanswered' ? attempt.key : undefined
  const [undecided, setUndecided] = useState<string>()
  const latest = useRef(repeat)
  latest.current = repeat
  /** Questions about a key since the connection is back: repeats that fail are bounded too. */
  const asked = useRef({ key, times: 0 })
  useEffect(() => {
    if (!isLive) asked.current = { key: undefined, times: 0 }
    if (!isLive || key === undefined) return
    if (asked.current.key !== key) asked.current = { key, times: 0 }
    return askAboutArrival({
      pauses: ASK_PAUSES_MILLIS.slice(asked.current.times),
      ask: async () => (await call('received', { key }, { quiet: true })).received,
      asking: () => {
        asked.current.times += 1
      },
      decided: () => latest.current(),
      undecided: () => setUndecided(key),
      later: (work, millis) => {
        const timer = setTimeout(work, millis)
        return () => clearTimeout(timer)
      },
    })
  }, [key, isLive])
  return key !== undefined && undecided === key
}
