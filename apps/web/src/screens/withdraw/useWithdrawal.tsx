/**
 * Requests a withdrawal once. When the server asks for a step-up, a separate call delivers the proof and the same
 * intent is sent again. Therefore the request contains no code and can be stored over a reload.
 */
import type { CallInput, DrawRecord } from '@veritick/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { call } from '../../data/api.ts'
import { toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Previous } from '../../submit/AttemptLine.tsx'
import type { Attempt } from '../../submit/attempt.ts'
import { useStoredAttempt } from '../../submit/useStoredAttempt.ts'
import { proveThen, wantsProof, withNetworkWords } from '../stepUp/proveThen.ts'
import type { StepUpAnswer } from '../stepUp/stepUp.ts'
import { useStepUp } from '../stepUp/useStepUp.tsx'

export type Withdrawal = {
  readonly attempt: Attempt<CallInput<'draw'>>
  readonly slow: boolean
  readonly request: (body: CallInput<'draw'>) => void
  readonly changed: () => void
  /** For a withdrawal without an answer while the form contains another one. */
  readonly previous: Previous
  /** The step-up sheet, rendered in the review sheet. */
  readonly proof: ReactNode
}

/** The whole body: each change of the form makes another withdrawal. */
export const intentOf = (body: CallInput<'draw'>): string => JSON.stringify(body)

export function useWithdrawal(done: (record: DrawRecord) => void): Withdrawal {
  const { attempt, slow, send, changed, resend, giveUp } = useStoredAttempt<CallInput<'draw'>, DrawRecord>(
    'draw',
    (body, options) => call('draw', body, options),
    done,
  )
  const t = useTranslate()
  const proof = useStepUp('withdraw')
  const wanted = useRef<CallInput<'draw'>>(undefined)
  const request = (body: CallInput<'draw'>) => {
    wanted.current = body
    void send({ intent: intentOf(body), body })
  }

  const previous: Previous = {
    resend: () => {
      // A refusal for a missing proof shows its reason: the sheet of the step-up belongs to the open review.
      wanted.current = undefined
      resend()
    },
    giveUp,
  }

  const prove = async () => {
    const body = wanted.current
    if (body === undefined) return
    const { number, draw_method_id } = body
    const about = { number, draw_method_id }
    const send = (given: StepUpAnswer) =>
      withNetworkWords(
        call('prove', { ...given, purpose: 'withdraw', ...about }, { quiet: true }),
        t('withdraw.not_requested'),
      )
    await proveThen({
      prove: () => proof.run(send, about),
      again: () => wanted.current !== undefined && request(wanted.current),
      changed,
      tell: (text) => toast({ text, tone: 'bad' }),
    })
  }
  const latest = useRef(prove)
  latest.current = prove
  const isWanted = wantsProof(attempt)
  useEffect(() => {
    if (isWanted && wanted.current !== undefined) void latest.current()
  }, [isWanted])

  return { attempt, slow, request, changed, previous, proof: proof.sheet }
}
