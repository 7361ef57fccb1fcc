/**
 * Where decided events go: their bytes into the batch that is being collected and, at once, their effects into the
 * tables, so that later decisions of the same command see them. A caller that answers a customer takes the events as
 * objects, too. The bytes come first: an event that the journal cannot hold changes nothing.
 */
import { must } from '@veritick/domain'
import { type EventBuffer, REQUEST_IN_FRAME } from '../event-buffer.ts'
import type { Event, EventOf } from '../events.ts'
import type { AccountSlot, OrderSlot } from './columns.ts'
import { evolve, evolveCancelled, evolveClosed, evolveOpened, evolvePlaced } from './evolve.ts'
import type { Market } from './market.ts'
import type { State } from './state.ts'

/** Takes every event that the fast engine decides. */
export class EventSink {
  private readonly state: State
  private bytes: EventBuffer | undefined
  private objects: Event[] | undefined

  constructor(state: State) {
    this.state = state
  }

  /** The events that follow go into the buffer, and as objects into the list, where these are given. */
  into({ bytes, objects }: { readonly bytes: EventBuffer | undefined; readonly objects: Event[] | undefined }): void {
    this.bytes = bytes
    this.objects = objects
  }

  add(event: Event): void {
    this.bytes?.add(event)
    this.objects?.push(event)
    evolve(this.state, event)
  }

  /**
   * As `add`, without the look at the kind: nearly all events begin or end an order. The event names the quote and
   * the rate that the market has now; `account` is the slot of its account.
   */
  opened(event: EventOf<'order_opened'>, account: AccountSlot, market: Market): void {
    this.bytes?.opened(event, market.evidence())
    this.objects?.push(event)
    evolveOpened(this.state, event, account, market)
  }

  /** As `opened`. */
  placed(event: EventOf<'order_placed'>, account: AccountSlot, market: Market): void {
    this.bytes?.placed(event, market.evidence())
    this.objects?.push(event)
    const slot = evolvePlaced(this.state, event, account, market)
    if (event.request !== REQUEST_IN_FRAME) return
    const { frame, frameAt } = must(this.bytes, 'a request that is bytes goes into bytes')
    this.state.orders.setRequestBytes(slot, frame, frameAt)
  }

  /** As `opened`; `slot` is the pending order that ends. */
  cancelled(event: EventOf<'order_cancelled'>, slot: OrderSlot): void {
    this.bytes?.cancelled(event)
    this.objects?.push(event)
    evolveCancelled(this.state, event, slot)
  }

  /** As `opened`; `slot` is the position that closes. */
  closed(event: EventOf<'order_closed'>, slot: OrderSlot, market: Market): void {
    this.bytes?.closed(event, market.evidence())
    this.objects?.push(event)
    evolveClosed(this.state, event, slot, market)
  }
}
