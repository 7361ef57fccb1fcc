/** Suppresses the notice of a push about an order while this device makes a request about it. */
import type { Order } from '../../data/order.ts'
import { startedActing, stoppedActing } from './endedNotices.ts'

/** The push may come a moment after the answer. */
const ECHO_MILLIS = 2000

export async function withoutEcho<Data>(order: Pick<Order, 'id'>, send: () => Promise<Data>): Promise<Data> {
  startedActing(order.id)
  try {
    return await send()
  } finally {
    setTimeout(() => stoppedActing(order.id), ECHO_MILLIS)
  }
}
