/** Sends a form of those who are not in yet: once at a time; a failure is said and the form stays. */
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../data/failure.ts'

export type Submit = {
  readonly running: boolean
  readonly failure: string | undefined
  readonly forget: () => void
  readonly submit: (event: FormEvent) => void
}

/**
 * `send`: what is done; whoever comes in leaves the form, so it runs on until the page changes. `onFailed`: what a
 * failure voids.
 */
export function useSubmit(options: {
  readonly ready: boolean
  readonly send: () => Promise<unknown>
  readonly onFailed: () => void
}): Submit {
  const { ready, send, onFailed } = options
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const sent = async () => {
    setRunning(true)
    setFailure(undefined)
    try {
      await send()
    } catch (error) {
      setFailure(messageOf(error))
      onFailed()
      setRunning(false)
    }
  }
  return {
    running,
    failure,
    forget: () => setFailure(undefined),
    submit: (event) => {
      event.preventDefault()
      if (ready && !running) void sent()
    },
  }
}
