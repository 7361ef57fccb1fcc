/**
 * Two engines on the same history, side by side: after every step the events or the refusal must be equal, every few
 * steps the whole state byte by byte and everything the engines show. A restart is made on both.
 */
import {
  type Command,
  decodeState,
  type Engine,
  type Event,
  EventBuffer,
  encodeCommand,
  encodeEvents,
  encodeState,
  type FastEngine,
  type Outcome,
  RunReader,
} from '@veritick/engine'
import { Auditor } from './auditor.ts'
import { difference, sameBytes } from './same.ts'
import { isCommand, type Step } from './steps.ts'

export type Engines = { readonly reference: () => Engine; readonly subject: () => FastEngine }

/** Is told each command and what came of it. */
export type Seen = (command: Command, outcome: Outcome) => void

/** The difference that was found: `kind` is stable, so that shrinking keeps to the same fault. */
export type Fault = { readonly kind: string; readonly step: number; readonly detail: string }

/** Steps between two comparisons of the whole state. */
const STATE_EVERY = 20

export class Comparison {
  private readonly engines: Engines
  private readonly auditor = new Auditor()
  private reference: Engine
  /** The engine under test; the workload looks at it. */
  subject: FastEngine
  readonly events: Event[] = []
  /** The bytes that the engine under test wrote in the newest step. */
  private readonly bytes = new EventBuffer()
  private steps = 0

  constructor(engines: Engines) {
    this.engines = engines
    this.reference = engines.reference()
    this.subject = engines.subject()
  }

  /** Takes one step on both. `seen` is told the subject's outcome. */
  take(step: Step, seen?: Seen): Fault | undefined {
    this.steps++
    try {
      const fault = isCommand(step) ? this.command(step, seen) : this.restart(step.from)
      return fault ?? (this.steps % STATE_EVERY === 0 ? this.whole() : undefined)
    } catch (error) {
      return this.fault('crash', `${step.kind}: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }

  /** The whole state, and that the events alone lead to it. */
  finish(): Fault | undefined {
    try {
      return this.whole() ?? this.replayed()
    } catch (error) {
      return this.fault('crash', `at the end: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }

  private command(step: Extract<Step, { at: number }>, seen: Seen | undefined): Fault | undefined {
    this.bytes.clear()
    const expected = this.reference.apply(step)
    const got = this.applied(step)
    seen?.(step, got)
    const parted = difference(got, expected)
    if (parted !== undefined) return this.fault('outcome', `${step.kind}: ${parted}`)
    if (!sameBytes(this.bytes.run().bytes, encodeEvents(expected.ok ? expected.events : []).bytes))
      return this.fault('bytes', `${step.kind}: what was written is not what the codec writes`)
    if (got.ok) for (const event of got.events) this.events.push(event)
    const invalid = this.subject.validateState()
    if (invalid !== undefined) return this.fault('invalid', `${step.kind}: ${invalid}`)
    const found = this.auditor.step(step, got, this.subject)
    return found === undefined ? undefined : this.fault('audit', found)
  }

  /** Every other command reaches the engine under test as bytes, as a frame brings it. */
  private applied(command: Command): Outcome {
    if (this.steps % 2 === 0) return this.subject.apply(command, this.bytes)
    const reason = this.subject.decideNext(new RunReader(encodeCommand(command)), this.bytes)
    return reason === undefined ? { ok: true, events: this.bytes.events() } : { ok: false, reason }
  }

  private restart(from: 'snapshot' | 'journal'): Fault | undefined {
    const fault = this.whole()
    if (fault !== undefined) return fault
    this.reference = this.restarted(this.reference, this.engines.reference(), from)
    this.subject = this.restarted(this.subject, this.engines.subject(), from)
    this.auditor.restarted()
    return this.whole()
  }

  private restarted<Kind extends Engine>(old: Engine, fresh: Kind, from: 'snapshot' | 'journal'): Kind {
    if (from === 'snapshot') fresh.loadBytes(old.stateBytes())
    else for (const event of this.events) fresh.evolve(event)
    return fresh
  }

  private whole(): Fault | undefined {
    const invalid = this.subject.validateState() ?? this.reference.validateState()
    if (invalid !== undefined) return this.fault('invalid', invalid)
    if (!sameBytes(this.subject.stateBytes(), this.reference.stateBytes())) {
      return this.fault('state', difference(this.subject.durable(), this.reference.durable()) ?? 'the bytes differ')
    }
    const parted = difference(shownBy(this.subject), shownBy(this.reference))
    if (parted !== undefined) return this.fault('view', parted)
    const found = this.auditor.books(this.subject)
    return found === undefined ? undefined : this.fault('audit', found)
  }

  private replayed(): Fault | undefined {
    const replay = this.engines.subject()
    replay.evolveRun(encodeEvents(this.events).bytes)
    const bytes = replay.stateBytes()
    if (!sameBytes(bytes, this.subject.stateBytes()))
      return this.fault('replay', 'the events alone lead to another state')
    if (!sameBytes(encodeState(decodeState(bytes)), bytes))
      return this.fault('replay', 'the state does not survive its encoding')
    return undefined
  }

  private fault(kind: string, detail: string): Fault {
    return { kind, step: this.steps, detail }
  }
}

/** Everything that can be asked of an engine. */
function shownBy(engine: Engine): unknown {
  const accounts = [...engine.accounts()]
  return {
    sequence: engine.sequence(),
    feeType: engine.feeType(),
    lastRollover: engine.lastRollover(),
    books: [engine.book('demo'), engine.book('real')],
    accounts: accounts.map((id) => engine.account(id)),
    exposures: [engine.exposures('demo'), engine.exposures('real')],
    orders: accounts.map((id) => [engine.orders(id, 'pending'), engine.orders(id, 'holding')]),
    markets: engine
      .durable()
      .instruments.map(({ terms }) => engine.market(terms.id))
      .sort((a, b) => (a?.terms.id ?? 0) - (b?.terms.id ?? 0)),
  }
}

/** A whole history. The fault, or undefined. */
export function compare(engines: Engines, steps: readonly Step[]): Fault | undefined {
  const comparison = new Comparison(engines)
  for (const step of steps) {
    const fault = comparison.take(step)
    if (fault !== undefined) return fault
  }
  return comparison.finish()
}
