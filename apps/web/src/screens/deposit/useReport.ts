/** The common part of the three deposit forms: draft, faults, and submitting once. */
import { CHARGE_TYPE, type ChargeRecord } from '@veritick/contract'
import { useState } from 'react'
import { queries } from '../../data/queries.ts'
import { useDraft } from '../../shell/useDraft.ts'
import { useOffline } from '../../shell/useOffline.ts'
import type { Previous } from '../../submit/AttemptLine.tsx'
import { isEdited } from '../../submit/attempt.ts'
import type { useAttempt } from '../../submit/useAttempt.ts'
import { useStoredAttempt } from '../../submit/useStoredAttempt.ts'
import type { Typed } from '../money/amounts.ts'
import { type DepositForm, type DepositTerms, depositFaults, type Method } from './deposit.ts'

const BLANK = { channel: '', account: '', side: 'asset', text: '', hash: '', proof: '' }
const NAMES = { [CHARGE_TYPE.coin]: 'coin', [CHARGE_TYPE.bank]: 'bank', [CHARGE_TYPE.card]: 'card' } as const

type Submit<Body, Data> = Parameters<typeof useAttempt<Body, Data>>[0]

/**
 * The draft of a method, kept over a reload with its picture. The parent holds the draft, so that it can be cleared
 * after the form has closed.
 */
export function useDepositDraft(method: Method) {
  const [draft, change] = useDraft(`deposit.${NAMES[method]}`, BLANK)
  const typed: Typed = { side: draft.side === 'usd' ? 'usd' : 'asset', text: draft.text }
  return { draft, typed, change, empty: () => change({ ...BLANK, channel: draft.channel, account: draft.account }) }
}
export type DepositDraft = ReturnType<typeof useDepositDraft>

export function useReport<Body, Data = ChargeRecord>(options: {
  readonly method: Method
  readonly draft: DepositDraft
  readonly price: string | undefined
  readonly terms: DepositTerms
  /** `undefined` while something is missing. */
  readonly bodyOf: (form: DepositForm) => Body | undefined
  readonly submit: Submit<Body, Data>
  readonly onDone: (data: Data) => void
}) {
  const { method, price, terms, bodyOf, submit, onDone } = options
  const { draft, typed, change, empty } = options.draft
  const [tried, setTried] = useState(false)
  const [edited, setEdited] = useState(false)
  const offline = useOffline()
  const { attempt, slow, send, changed, resend, giveUp } = useStoredAttempt<Body, Data>(
    `deposit.${NAMES[method]}`,
    submit,
    (data) => {
      empty()
      void queries.refreshOrders()
      onDone(data)
    },
  )
  const form: DepositForm = {
    method,
    price,
    typed,
    hash: draft.hash,
    proof: draft.proof === '' ? undefined : draft.proof,
  }
  const faults = depositFaults(form, terms)
  const body = bodyOf(form)
  const intent = body && JSON.stringify(body)
  const previous: Previous | undefined = isEdited(attempt, intent) ? { resend, giveUp } : undefined
  return {
    form,
    faults,
    tried,
    /** A fault of the amount is shown: not of one that was typed before a reload. */
    showsFault: tried || (edited && draft.text !== ''),
    attempt,
    slow,
    previous,
    /** Submitting is blocked; the button explains why. */
    blocked: offline !== undefined || !terms.email_confirmed,
    edit: (part: Partial<typeof draft>) => {
      changed()
      if (part.text !== undefined) setEdited(true)
      change(part)
    },
    submit: () => {
      setTried(true)
      if (Object.keys(faults).length > 0 || body === undefined || intent === undefined) return false
      void send({ intent, body })
      return true
    },
  }
}
export type Report = Pick<
  ReturnType<typeof useReport>,
  'form' | 'faults' | 'tried' | 'showsFault' | 'attempt' | 'slow' | 'previous' | 'blocked' | 'edit' | 'submit'
>
