/** While this device makes a request about an order, the push about it is not shown as news. */
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
