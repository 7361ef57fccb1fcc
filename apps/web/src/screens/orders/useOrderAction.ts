/** A request about one order behind a question: the question closes with the answer, and the lists are read again. */
import type { CallInput, WireOrder } from '@veritick/contract'
import { useState } from 'react'
import { type CallOptions, call } from '../../data/api.ts'
import { orderSubject } from '../../data/connection.ts'
import type { Order } from '../../data/order.ts'
import { queries } from '../../data/queries.ts'
import { toast } from '../../design/index.ts'
import { useOrderAttempt } from '../../submit/useOrderAttempt.ts'
import { useIsUnanswered, useTabStore } from '../../submit/useTabStore.ts'
import { withoutEcho } from './withoutEcho.ts'

type Action = 'cancelTrade' | 'reverse'

type Parts = {
  readonly order: Order
  /** The text of the notice about the completed action. */
  readonly told: (answer: WireOrder) => string
  readonly onEnded: (answer: WireOrder) => void
}

export function useOrderAction<Name extends Action>(name: Name, parts: Parts) {
  return useOrderRequest<CallInput<Name>>(name, (body, options) => call<Action>(name, body, options), parts)
}

const storeName = (name: Action | 'close', { id }: Order): string => `${name}.${id}`

/** Whether the action was sent for the order, by the sheet or by a row, and has no answer. */
export const useIsActionUnanswered = (name: Action | 'close', order: Order): boolean =>
  useIsUnanswered(storeName(name, order))

/**
 * As `useOrderAction`, for a call that depends on the body. `name` and the order name the stored request without an
 * answer, so a component must not change its order.
 */
export function useOrderRequest<Body>(
  name: Action | 'close',
  request: (body: Body, options: CallOptions) => Promise<WireOrder>,
  { order, told, onEnded }: Parts,
) {
  const [asking, setAsking] = useState(false)
  const { attempt, slow, undecided, send, changed, reread } = useOrderAttempt<Body, WireOrder>(
    (body, options) => withoutEcho<WireOrder>(order, () => request(body, options)),
    (answer) => {
      setAsking(false)
      // A part and then the rest: the newest notice about a position replaces the one before.
      toast({ text: told(answer), tone: 'good', about: orderSubject(order.id) })
      void queries.refreshOrders()
      onEnded(answer)
    },
    useTabStore(storeName(name, order)),
  )
  /**
   * Opens or closes the question. The sheet and the row of an order ask the same question: it opens with the request
   * that either has sent. Closing it discards an attempt that the server refused.
   */
  function ask(open: boolean) {
    if (open) reread()
    else changed()
    setAsking(open)
  }
  return { asking, ask, attempt, slow, undecided, send, changed }
}
