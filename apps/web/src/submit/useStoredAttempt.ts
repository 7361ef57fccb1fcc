/**
 * Sends one intent about money at a time and stores it until its answer. After a reload the page sends the same request
 * again, so that it is executed once and the customer sees its result. A later visit does not: it shows that the
 * request has no answer, and the customer sends it again or gives it up.
 */
import { useEffect, useState } from 'react'
import { useSession } from '../data/session.ts'
import { sessionStore } from '../data/sessionStorage.ts'
import { attemptStore } from './storedAttempt.ts'
import { useAttempt } from './useAttempt.ts'

type Submit<Body, Data> = Parameters<typeof useAttempt<Body, Data>>[0]

/** `name`: the name of the form. Bodies with a code or a password must not be sent through this hook. */
export function useStoredAttempt<Body, Data>(name: string, submit: Submit<Body, Data>, done: (data: Data) => void) {
  const user = useSession((session) => session.user?.id) ?? 0
  const [store] = useState(() => {
    const storage = sessionStore()
    return attemptStore<Body>({ name, user, now: Date.now, storage: () => storage })
  })
  const made = useAttempt<Body, Data>(submit, done, store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (store.isRecent()) made.resend()
  }, [])
  return made
}
