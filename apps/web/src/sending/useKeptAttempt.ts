/**
 * Sends one wish about money at a time and keeps what has no answer over a reload: the page that comes back asks the very same thing
 * again, so that it happens once and the person learns what became of it.
 */
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../data/session.ts'
import { tabShelf } from '../data/tab.ts'
import { memoryOf } from './keptAttempt.ts'
import { useAttempt } from './useAttempt.ts'

type Ask<Body, Data> = Parameters<typeof useAttempt<Body, Data>>[0]

/** `name` says which form it is; a body with a code or a password must not go through here. */
export function useKeptAttempt<Body, Data>(name: string, ask: Ask<Body, Data>, done: (data: Data) => void) {
  const user = useSession((session) => session.user?.id) ?? 0
  const [memory] = useState(() => {
    const shelf = tabShelf()
    return memoryOf<Body>({ name, user, now: Date.now, shelf: () => shelf })
  })
  const made = useAttempt<Body, Data>(ask, done, memory)
  const first = useRef(made)
  useEffect(() => {
    const { attempt, send } = first.current
    if (attempt.state === 'unanswered') void send(attempt)
  }, [])
  return made
}
