/**
 * Where decided events go: their bytes into the batch that is being collected and, at once, their effects into the
 * tables, so that later decisions of the same command see them. The bytes come first: an event that the journal cannot
 * hold changes nothing.
 */
import type { EventBuffer } from '../event-buffer.ts'
import type { Event, EventOf } from '../events.ts'
import { evolve, evolveClosed, evolveOpened } from './evolve.ts'
import type { State } from './state.ts'

export class EventSink {
  private readonly state: State
  private out: EventBuffer

  constructor(state: State, out: EventBuffer) {
    this.state = state
    this.out = out
  }

  /** The events that follow go into this buffer. */
  into(out: EventBuffer): void {
    this.out = out
  }

  add(event: Event): void {
    this.out.add(event)
    evolve(this.state, event)
  }

  /** As `add`, without the look at the kind: nearly all events are openings and closings. */
  opened(event: EventOf<'order_opened'>): void {
    this.out.opened(event)
    evolveOpened(this.state, event)
  }

  /** As `opened`. */
  closed(event: EventOf<'order_closed'>): void {
    this.out.closed(event)
    evolveClosed(this.state, event)
  }
}
