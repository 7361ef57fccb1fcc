/**
 * The order in which the one connection of the embedded store carries out the calls of several threads. Node hands over
 * up to 1,000 messages of one port before it looks at the next port. So a call that arrives only joins the line of its
 * port, and between two statements the event loop receives the messages of all ports. Commits of the journal go first;
 * otherwise the ports take turns. A transaction has the connection alone from its `begin` to its end.
 */
import type { StoreCall } from './embedded-calls.ts'

/** The calls of one port. */
export type Line = {
  /** Calls that wait, in the order of their arrival. */
  readonly waiting: StoreCall[]
  /** The number of the line's open transaction. */
  readonly holding: number | undefined
  /** Carries the call out and answers it. Never rejects. */
  carryOut(call: StoreCall): Promise<void>
}

export class Turns {
  /** The ring: the first line has the next turn. */
  readonly #lines = new Set<Line>()
  /** Lines whose port is closed. They leave the ring when nothing of them waits. */
  readonly #ended = new Set<Line>()
  #isWorking = false

  join(line: Line): void {
    this.#lines.add(line)
  }

  add(line: Line, call: StoreCall): void {
    line.waiting.push(call)
    this.#begin()
  }

  /** The port is closed. The calls that it sent are still carried out. */
  leave(line: Line): void {
    this.#ended.add(line)
    this.#begin()
  }

  #begin(): void {
    if (this.#isWorking) return
    this.#isWorking = true
    void this.#work()
  }

  async #work(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      const next = this.#next()
      if (next === undefined) break
      await next.line.carryOut(next.call)
    }
    this.#isWorking = false
    for (const line of this.#ended) if (line.waiting.length === 0) this.#remove(line)
  }

  #next(): { readonly line: Line; readonly call: StoreCall } | undefined {
    const holder = [...this.#lines].find((line) => line.holding !== undefined)
    if (holder !== undefined) return taken(holder, (call) => transactionOf(call) === holder.holding)
    return (
      // The core sends the next commit after the answer to the last one, so commits leave turns for the others.
      this.#firstOf((call) => call.kind === 'query' && call.goesFirst) ??
      this.#firstOf((call) => call.kind !== 'close') ??
      // Nothing is carried out after it.
      this.#firstOf(() => true)
    )
  }

  /** A line that had a turn goes behind all others. */
  #firstOf(isMeant: (call: StoreCall) => boolean): ReturnType<typeof taken> {
    for (const line of this.#lines) {
      const next = taken(line, isMeant)
      if (next === undefined) continue
      this.#lines.delete(line)
      this.#lines.add(line)
      return next
    }
    return undefined
  }

  #remove(line: Line): void {
    this.#lines.delete(line)
    this.#ended.delete(line)
  }
}

function taken(line: Line, isMeant: (call: StoreCall) => boolean) {
  const at = line.waiting.findIndex(isMeant)
  const [call] = at < 0 ? [] : line.waiting.splice(at, 1)
  return call === undefined ? undefined : { line, call }
}

const transactionOf = (call: StoreCall): number | undefined => ('transaction' in call ? call.transaction : undefined)
