/**
 * Step-up for actions that a session may take only after its second factor (cancelling a withdrawal, deleting a payee).
 * When the server refuses the request for that reason, a separate call delivers the proof and the same request is sent
 * again.
 */
import { type ReactNode, useEffect, useRef } from 'react'
import { CallFailed, call } from '../../data/api.ts'
import { toast } from '../../design/index.ts'
import { Abandoned } from '../../shell/useForm.ts'
import type { Attempt } from '../../submit/attempt.ts'
import { useStepUp } from './useStepUp.tsx'

const WANTS_PROOF: readonly string[] = ['proof_needed', 'totp_needed']

/** `isOpen`: hide the dialog meanwhile. `again`: sends the request once more. */
export function useSessionStepUp(
  attempt: Attempt<unknown>,
  again: () => void,
): { readonly sheet: ReactNode; readonly isOpen: boolean } {
  const proof = useStepUp('proof')
  const prove = async () => {
    try {
      await proof.run((given) => call('prove', given, { quiet: true }))
      again()
    } catch (error) {
      if (error instanceof CallFailed) toast({ text: error.message, tone: 'bad' })
      else if (!(error instanceof Abandoned)) throw error
    }
  }
  const latest = useRef(prove)
  latest.current = prove
  const wantsProof = attempt.state === 'refused' && WANTS_PROOF.includes(attempt.reason)
  useEffect(() => {
    if (wantsProof) void latest.current()
  }, [wantsProof])
  return { sheet: proof.sheet, isOpen: proof.isOpen }
}
