/**
 * A question before a call that may need a step-up. A refusal is shown in the question, which stays open for another
 * attempt. Abandoning the step-up closes it.
 */
import { type ReactNode, useState } from 'react'
import { CallFailed } from '../../data/api.ts'
import { Confirm, FormFault } from '../../design/index.ts'
import { Abandoned } from '../../shell/useForm.ts'
import type { StepUpAnswer } from './stepUp.ts'
import { useStepUp } from './useStepUp.tsx'

type Props = {
  readonly open: boolean
  readonly title: string
  readonly text: ReactNode
  readonly confirmLabel: string
  readonly tone?: 'accent' | 'danger'
  /** Makes the call quietly; only while `open`. */
  readonly send: (given: StepUpAnswer) => Promise<unknown>
  /** The call succeeded. The question stays until the caller closes it. */
  readonly onDone: () => void
  /** The customer cancelled the question or abandoned the step-up. */
  readonly onClose: () => void
  /** After every attempt, with the fault that the question then shows. */
  readonly onEnd?: (fault: CallFailed | undefined) => void
}

export function ProvenQuestion({ open, title, text, confirmLabel, tone, send, onDone, onClose, onEnd }: Props) {
  const proof = useStepUp('proof')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const close = () => {
    setFault(undefined)
    onClose()
  }
  async function attempt() {
    // Its button can still be pressed while the question disappears.
    if (!open) return
    let failed: CallFailed | undefined
    setBusy(true)
    try {
      await proof.run(send)
      setFault(undefined)
      onDone()
    } catch (error) {
      if (error instanceof Abandoned) close()
      else if (error instanceof CallFailed) {
        failed = error
        setFault(error.message)
      } else throw error
    } finally {
      setBusy(false)
      onEnd?.(failed)
    }
  }
  return (
    <>
      <Confirm
        open={open && !proof.isOpen}
        onOpenChange={(next) => !next && close()}
        {...(tone !== undefined && { tone })}
        title={title}
        text={
          <div className="grid gap-3">
            <p>{text}</p>
            <FormFault text={fault} />
          </div>
        }
        confirmLabel={confirmLabel}
        busy={busy}
        onConfirm={() => void attempt()}
      />
      {proof.sheet}
    </>
  )
}
