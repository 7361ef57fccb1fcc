/** Asks the server whether a typed value is valid, before the reason is asked for. */
import { useState } from 'react'
import { messageOf } from '../data/failure.ts'

export type Check<Value> = {
  readonly faults: readonly string[]
  readonly running: boolean
  readonly run: (value: Value) => void
}

/** `ask`: returns the faults as sentences. Without faults `onGood` is called. */
export function useCheck<Value>(check: (value: Value) => Promise<readonly string[]>, onGood: () => void): Check<Value> {
  const [faults, setFaults] = useState<readonly string[]>([])
  const [running, setRunning] = useState(false)
  const checked = async (value: Value) => {
    setRunning(true)
    try {
      const found = await check(value)
      setFaults(found)
      if (found.length === 0) onGood()
    } catch (error) {
      setFaults([messageOf(error)])
    } finally {
      setRunning(false)
    }
  }
  return { faults, running, run: (value) => void checked(value) }
}
