/**
 * How many events a step of the projector takes: as many as the store lately wrote in the time of a step. While a step
 * is written, commits wait for it on the embedded store; elsewhere the core's thread makes its rows and decides
 * nothing.
 */
export type StepBounds = {
  readonly eventsMax: number
  /** The intended duration of a step, in milliseconds. */
  readonly millis: number
}

/** A step of fewer events costs nearly as much: its statements and its commit. */
export const STEP_EVENTS_MIN = 50
/** The size grows and shrinks at most this much from one step to the next. */
const CHANGE_MAX = 2

export class StepSize {
  readonly #bounds: StepBounds
  #events: number

  constructor(bounds: StepBounds) {
    this.#bounds = bounds
    this.#events = bounds.eventsMax
  }

  get events(): number {
    return this.#events
  }

  /** A step of `events` events took `millis`. A step of few events says nothing about one of many. */
  took({ events, millis }: { readonly events: number; readonly millis: number }): void {
    if (events < STEP_EVENTS_MIN) return
    const change = Math.min(CHANGE_MAX, Math.max(1 / CHANGE_MAX, this.#bounds.millis / Math.max(millis, 1)))
    const wanted = Math.round((millis > this.#bounds.millis ? events : Math.max(events, this.#events)) * change)
    this.#events = Math.min(this.#bounds.eventsMax, Math.max(STEP_EVENTS_MIN, wanted))
  }
}
