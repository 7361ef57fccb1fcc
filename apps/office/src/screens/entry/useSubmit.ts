/** Submits a form before sign-in: one submission at a time; a failure is shown and the form stays. */
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../data/failure.ts'

export type Submit = {
  readonly running: boolean
  readonly failure: string | undefined
  readonly forget: () => void
  readonly submit: (event: FormEvent) => void
}

/**
 * `send`: the call. After success the page changes, so the state stays `running`. `onFailed`: clears what a failure
 * makes invalid.
 */
export function useSubmit(options: {
  readonly ready: boolean
  readonly send: () => Promise<unknown>
  readonly onFailed: (error: unknown) => void
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
      onFailed(error)
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
