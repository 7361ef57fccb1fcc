/**
 * Step-up for actions that a session may take only after its second factor (cancelling a withdrawal, deleting a payee).
 * When the server refuses the request for that reason, a separate call delivers the proof and the same request is sent
 * again.
 */
import { type ReactNode, useEffect, useRef } from 'react'
import { call } from '../../data/api.ts'
import { toast } from '../../design/index.ts'
import type { Attempt } from '../../submit/attempt.ts'
import { proveThen, wantsProof } from './proveThen.ts'
import { useStepUp } from './useStepUp.tsx'

type Request = {
  readonly attempt: Attempt<unknown>
  /** Sends the request once more. */
  readonly again: () => void
  /** Clears a refusal of the attempt. */
  readonly changed: () => void
}

/** `isOpen`: hide the dialog meanwhile. */
export function useSessionStepUp({ attempt, again, changed }: Request): {
  readonly sheet: ReactNode
  readonly isOpen: boolean
} {
  const proof = useStepUp('proof')
  const prove = () =>
    proveThen({
      prove: () => proof.run((given) => call('prove', given, { quiet: true })),
      again,
      changed,
      tell: (text) => toast({ text, tone: 'bad' }),
    })
  const latest = useRef(prove)
  latest.current = prove
  const isWanted = wantsProof(attempt)
  useEffect(() => {
    if (isWanted) void latest.current()
  }, [isWanted])
  return { sheet: proof.sheet, isOpen: proof.isOpen }
}
