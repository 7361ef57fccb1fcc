/**
 * The change of an order: one request, its attempt, and the button that sends it. The sheets and the chart change the
 * same order, so they share its request without an answer.
 */
import type { WireOrder } from '@veritick/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { orderSubject } from '../../data/connection.ts'
import { type Order, orderFrom } from '../../data/order.ts'
import { queries } from '../../data/queries.ts'
import { Button, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { AttemptLine, type Previous } from '../../submit/AttemptLine.tsx'
import { isEdited } from '../../submit/attempt.ts'
import { useOrderAttempt } from '../../submit/useOrderAttempt.ts'
import { useTabStore } from '../../submit/useTabStore.ts'
import type { ChangeRequest } from './amend.ts'
import { sendChange } from './sendChange.ts'
import { savedWord } from './stops.ts'

type Saving = ReturnType<typeof useSaving>

/**
 * After the change it names what was saved and closes the form. `saved`: the text of a change of price; without it the
 * stops that differ from the order as the form began are named. A component must not change its order.
 */
export function useSaving(order: Order, { saved, close }: { readonly saved?: string; readonly close: () => void }) {
  const { id } = order
  const t = useTranslate()
  const [before] = useState(order)
  const { send, resend, giveUp, ...shown } = useOrderAttempt<ChangeRequest, WireOrder>(
    sendChange,
    (answer) => {
      void queries.refreshOrders()
      const text = saved ?? t(`orders.${savedWord(before, orderFrom(answer))}`)
      toast({ text, tone: 'good', about: orderSubject(id) })
      close()
    },
    useTabStore(`change.${id}`),
  )
  return {
    ...shown,
    save: (change: ChangeRequest) => send({ intent: intentOf(change), body: change }),
    /** `change`: the request that the form contains; `undefined`: it has a fault. */
    previous: (change: ChangeRequest | undefined): Previous | undefined =>
      isEdited(shown.attempt, change && intentOf(change)) ? { resend, giveUp } : undefined,
  }
}

/** Each price of the form makes another change. */
const intentOf = (change: ChangeRequest): string => JSON.stringify(change)

type Props = {
  readonly saving: Saving
  /** `undefined`: the form has a fault. */
  readonly change: ChangeRequest | undefined
  /** Enter in one of them saves the change. */
  readonly fields?: ReactNode
  /** Content above the button. */
  readonly children?: ReactNode
}

export function SaveChange({ saving, change, fields, children }: Props) {
  const t = useTranslate()
  const { attempt, slow, undecided, save, previous } = saving
  const offline = useOffline()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change !== undefined && offline !== 'offline') void save(change)
  }
  return (
    <form onSubmit={submit} noValidate>
      {fields}
      <div className="grid gap-2 pt-4">
        {children}
        <AttemptLine
          attempt={attempt}
          slow={slow}
          undecided={undecided}
          previous={previous(change)}
          offline={offline}
        />
        <Button
          type="submit"
          large
          busy={attempt.state === 'sending'}
          disabled={change === undefined || offline === 'offline'}
        >
          {t('orders.edit_save')}
        </Button>
      </div>
    </form>
  )
}
