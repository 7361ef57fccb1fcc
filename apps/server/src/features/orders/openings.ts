/**
 * What the engine does not keep about an open order, kept in memory from the moment it opens: an order is closed without a look at the read
 * tables. What was opened before this start is read from them.
 */
import type { Core } from '../../core/core.ts'
import type { OpeningFacts } from './shown.ts'

/** Orders kept, about 100 bytes each; the oldest leave first and are read again when needed. */
export const OPENINGS_MAX = 200_000

export type Openings = { get(order: number): OpeningFacts | undefined }

export function openingsOf(core: Pick<Core, 'onPublished'>): Openings {
  const kept = new Map<number, OpeningFacts>()
  core.onPublished(({ events }) => {
    for (const event of events) {
      if (event.kind === 'order_closed') kept.delete(event.order)
      if (event.kind !== 'order_opened') continue
      kept.set(event.order, { target: event.pending ? event.reference : undefined, openReference: event.reference })
      if (kept.size > OPENINGS_MAX) dropOldest()
    }
  })

  function dropOldest(): void {
    const oldest = kept.keys().next().value
    if (oldest !== undefined) kept.delete(oldest)
  }

  return { get: (order) => kept.get(order) }
}
