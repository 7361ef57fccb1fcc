/** The key of one intent: all tries that may have changed something carry it, so that the change is made once. */
import { useState } from 'react'
import { newKey } from '../data/call.ts'
import { hasChangedNothing } from '../data/failure.ts'

export type IntentKey = {
  readonly key: string
  /** The call succeeded, or the staff member typed something else: the next try is another intent. */
  readonly renew: () => void
  /** Renews where nothing was changed. Without an answer the call may have succeeded. */
  readonly failed: (error: unknown) => void
}

export function useIntentKey(): IntentKey {
  const [key, setKey] = useState(newKey)
  const renew = () => setKey(newKey())
  const failed = (error: unknown) => {
    if (hasChangedNothing(error)) renew()
  }
  return { key, renew, failed }
}
