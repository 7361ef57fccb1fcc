/** The store of an attempt in this tab. The session storage already belongs to one customer. */
import { useState } from 'react'
import { sessionStore } from '../data/sessionStorage.ts'
import { type AttemptStore, attemptStore } from './storedAttempt.ts'

/** `name`: of the form, and of its subject if it has one. The first name stays while the component is shown. */
export function useTabStore<Body>(name: string): AttemptStore<Body> {
  const [store] = useState(() => {
    const storage = sessionStore()
    return attemptStore<Body>({ name, user: 0, now: Date.now, storage: () => storage })
  })
  return store
}
