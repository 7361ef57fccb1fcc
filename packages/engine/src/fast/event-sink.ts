/**
 * Where decided events go: their bytes into the batch that is being collected and, at once, their effects into the
 * tables, so that later decisions of the same command see them. A caller that answers a customer takes the events as
 * objects, too. The bytes come first: an event that the journal cannot hold changes nothing.
 */
import type { EventBuffer } from '../event-buffer.ts'
import type { Event, EventOf } from '../events.ts'
import { evolve, evolveClosed, evolveOpened } from './evolve.ts'
import type { State } from './state.ts'

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

  /** As `add`, without the look at the kind: nearly all events are openings and closings. */
  opened(event: EventOf<'order_opened'>): void {
    this.bytes?.opened(event)
    this.objects?.push(event)
    evolveOpened(this.state, event)
  }

  /** As `opened`. */
  closed(event: EventOf<'order_closed'>): void {
    this.bytes?.closed(event)
    this.objects?.push(event)
    evolveClosed(this.state, event)
  }
}
