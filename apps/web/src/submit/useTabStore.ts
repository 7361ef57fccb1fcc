/** The store of an attempt in this tab. The session storage already belongs to one customer. */
import { useState, useSyncExternalStore } from 'react'
import { sessionStore } from '../data/sessionStorage.ts'
import { type AttemptStore, attemptStore, onAttemptWritten } from './storedAttempt.ts'

/** `name`: of the form, and of its subject if it has one. The first name stays while the component is shown. */
export function useTabStore<Body>(name: string): AttemptStore<Body> {
  const [store] = useState(() => {
    const storage = sessionStore()
    return attemptStore<Body>({ name, user: 0, now: Date.now, storage: () => storage })
  })
  return store
}

/** Whether a request of the form `name` was sent in this tab and has no answer. */
export function useIsUnanswered(name: string): boolean {
  const store = useTabStore(name)
  return useSyncExternalStore(onAttemptWritten, store.isUnanswered, store.isUnanswered)
}
