/** What the three ways of paying in have in common: what is typed and kept, what is wrong with it, and sending it once. */
import { CHARGE_TYPE, type ChargeRecord } from '@veritick/contract'
import { useState } from 'react'
import { queries } from '../../data/queries.ts'
import type { useAttempt } from '../../sending/useAttempt.ts'
import { useKeptAttempt } from '../../sending/useKeptAttempt.ts'
import { useAway } from '../../shell/useAway.ts'
import { useDraft } from '../../shell/useDraft.ts'
import type { Typed } from '../money/amounts.ts'
import { type ChargeForm, type ChargeTerms, chargeFaults, type Way } from './charge.ts'

const BLANK = { channel: '', account: '', side: 'asset', text: '', hash: '', proof: '' }
const NAMES = { [CHARGE_TYPE.coin]: 'coin', [CHARGE_TYPE.bank]: 'wire', [CHARGE_TYPE.card]: 'card' } as const

type Ask<Body, Data> = Parameters<typeof useAttempt<Body, Data>>[0]

/** The draft of a way: it stays over a reload, its picture included. Held by what outlives the form, so that it can be emptied. */
export function useChargeDraft(way: Way) {
  const [draft, change] = useDraft(`charge.${NAMES[way]}`, BLANK)
  const typed: Typed = { side: draft.side === 'usd' ? 'usd' : 'asset', text: draft.text }
  return { draft, typed, change, empty: () => change({ ...BLANK, channel: draft.channel, account: draft.account }) }
}
export type ChargeDraft = ReturnType<typeof useChargeDraft>

export function useReport<Body, Data = ChargeRecord>(options: {
  readonly way: Way
  readonly draft: ChargeDraft
  readonly price: string | undefined
  readonly terms: ChargeTerms
  /** `undefined` while something is missing. */
  readonly bodyOf: (form: ChargeForm) => Body | undefined
  readonly ask: Ask<Body, Data>
  readonly onDone: (data: Data) => void
}) {
  const { way, price, terms, bodyOf, ask, onDone } = options
  const { draft, typed, change, empty } = options.draft
  const [tried, setTried] = useState(false)
  const away = useAway()
  const { attempt, slow, send, changed } = useKeptAttempt<Body, Data>(`charge.${NAMES[way]}`, ask, (data) => {
    empty()
    void queries.refreshOrders()
    onDone(data)
  })
  const form: ChargeForm = { way, price, typed, hash: draft.hash, proof: draft.proof === '' ? undefined : draft.proof }
  const faults = chargeFaults(form, terms)
  return {
    form,
    faults,
    tried,
    attempt,
    slow,
    /** Nothing can be sent: said at the button. */
    blocked: away !== undefined || !terms.email_confirmed,
    edit: (part: Partial<typeof draft>) => {
      changed()
      change(part)
    },
    submit: () => {
      setTried(true)
      const body = bodyOf(form)
      if (Object.keys(faults).length > 0 || body === undefined) return false
      void send({ wish: JSON.stringify(body), body })
      return true
    },
  }
}
export type Report = Pick<ReturnType<typeof useReport>, 'form' | 'faults' | 'tried' | 'attempt' | 'slow' | 'blocked' | 'edit' | 'submit'>
