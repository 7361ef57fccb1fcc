/**
 * Sends one intent at a time and returns its state. A ref also holds the state, so that two taps before the next render
 * are one request.
 */

import { isFateUnknown } from '@veritick/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailed } from '../data/api.ts'
import { queries } from '../data/queries.ts'
import { newKey } from '../data/requestKey.ts'
import {
  type Answer,
  type Attempt,
  attemptAnswered,
  attemptFormChanged,
  attemptIdle,
  attemptStarted,
} from './attempt.ts'
import type { AttemptStore } from './storedAttempt.ts'

/** After this time without an answer the attempt counts as unanswered. */
export const ANSWER_MILLIS = 20_000
/** After this time the screen shows that the network is slow. */
export const SLOW_MILLIS = 2_500

type Submit<Body, Data> = (
  body: Body,
  options: { idempotencyKey: string; quiet: true; signal: AbortSignal },
) => Promise<Data>

/** `store`: keeps an attempt without an answer over a reload. Must be the same object while the form is shown. */
export function useAttempt<Body, Data>(
  submit: Submit<Body, Data>,
  done: (data: Data) => void,
  store?: AttemptStore<Body>,
) {
  const [attempt, setAttempt] = useState<Attempt<Body>>(() => store?.read() ?? attemptIdle)
  const current = useRef<Attempt<Body>>(attempt)
  const kept = useRef(store)
  const slow = useSlow(attempt.state === 'sending')

  const become = useCallback((next: Attempt<Body>) => {
    current.current = next
    kept.current?.write(next)
    setAttempt(next)
  }, [])

  async function send(request: { readonly intent: string; readonly body: Body }): Promise<void> {
    const started = attemptStarted(current.current, { ...request, freshKey: newKey() })
    if (started === undefined) return
    become(started)
    const finish = (answer: Answer) => become(attemptAnswered(current.current, started.key, answer))
    try {
      const data = await submit(started.body, {
        idempotencyKey: started.key,
        quiet: true,
        signal: AbortSignal.timeout(ANSWER_MILLIS),
      })
      finish({ kind: 'done' })
      done(data)
    } catch (error) {
      const answer = answerOf(error)
      finish(answer)
      if (answer.kind === 'refused' && answer.reason === 'account_frozen') queries.rereadMe()
    }
  }

  /**
   * The form changed: a refusal belongs to another intent. An attempt without an answer stays, so that a retry is not
   * executed twice.
   */
  const changed = useCallback(() => {
    const next = attemptFormChanged(current.current)
    if (next !== current.current) become(next)
  }, [become])

  /** Takes up a request without an answer that another component with the same store has sent. */
  const reread = useCallback(() => {
    const stored = kept.current?.read() ?? attemptIdle
    if (stored.state === 'unanswered' && current.current.state !== 'sending') become(stored)
  }, [become])

  /** Sends a request without an answer again, with its own key and body, also when the form has changed. */
  function resend() {
    if (current.current.state === 'unanswered') void send(current.current)
  }
  /** The customer does not want a request without an answer to be sent again. */
  function giveUp() {
    if (current.current.state === 'unanswered') become(attemptIdle)
  }
  return { attempt, slow, send, changed, reread, resend, giveUp }
}

function answerOf(error: unknown): Answer {
  if (
    error instanceof CallFailed &&
    error.kind === 'refused' &&
    error.reason !== undefined &&
    !isFateUnknown(error.reason)
  )
    return { kind: 'refused', reason: error.reason, message: error.message }
  if (error instanceof CallFailed || error instanceof DOMException) return { kind: 'lost' }
  throw error
}

function useSlow(sending: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!sending) return
    const waiting = setTimeout(() => setSlow(true), SLOW_MILLIS)
    return () => {
      clearTimeout(waiting)
      setSlow(false)
    }
  }, [sending])
  return slow
}
