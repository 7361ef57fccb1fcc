/**
 * The coverage of the histories: a count for every kind of accepted command, of event, reason and refusal, so that a
 * workload that stops reaching one of them fails.
 */
import type { Command, Event, Outcome } from '@veritick/engine'

export class Coverage {
  readonly counts = new Map<string, number>()

  command({ kind }: Command, outcome: Outcome): void {
    if (outcome.ok) this.add(`command ${kind}`)
    if (!outcome.ok) this.add(`refusal ${outcome.reason}`)
    else for (const event of outcome.events) for (const name of namesOf(event)) this.add(name)
  }

  /** The names that were never reached. */
  missing(names: readonly string[]): readonly string[] {
    return names.filter((name) => !this.counts.has(name))
  }

  lines(): readonly string[] {
    return [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `${String(count).padStart(9)}  ${name}`)
  }

  private add(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }
}

function namesOf(event: Event): readonly string[] {
  switch (event.kind) {
    case 'order_closed': {
      const gapped = event.reference !== undefined && event.reference !== event.price && event.request === undefined
      return [event.kind, `closed ${event.reason}`, ...(gapped ? [`closed ${event.reason} in a gap`] : [])]
    }
    case 'order_cancelled':
      return [event.kind, `cancelled ${event.reason}`]
    case 'order_opened':
      return [event.kind, event.pending ? 'opened pending' : 'opened market', `fee type ${event.feeType}`]
    case 'order_placed':
      return [event.kind, `placed ${event.side} ${event.pending}`]
    case 'margin_notice':
      return [event.kind, `notice ${event.level} ${event.armed ? 'armed' : 'given'}`]
    case 'withdrawal_settled':
      return [event.kind, event.paid ? 'withdrawal paid' : 'withdrawal returned']
    default:
      return [event.kind]
  }
}
