/**
 * The steps of a simulated world: customers, prices and the office as in the engine's histories, each request with its
 * key, some twice, late or with other content; and the faults of the store, of the process and of the clocks.
 */
import { accountId, type Millis, micros, millis } from '@veritick/domain'
import type { Command, Engine } from '@veritick/engine'
import { type Listed, listedFor } from '../catalogue.ts'
import { Commands, WEIGHTS } from '../commands.ts'
import { invalidCommand } from '../invalid-commands.ts'
import type { SimAccount } from '../parts.ts'
import { Random } from '../random.ts'
import type { Action, ProcessStep, SentRequest } from './steps.ts'
import { FAULTS, LANES, type StoreFault } from './store.ts'

/** Wednesday 2026-03-04, 15:00 UTC. */
const MARKET_START = Date.UTC(2026, 2, 4, 15)
/** Requests that may be repeated; older ones are forgotten by their senders. */
const REMEMBERED_MAX = 40
const HOUR_MS = 3_600_000
/** Longer than answers are kept. */
const DAY_AHEAD_MS = 25 * HOUR_MS

const PROCESS = {
  ...WEIGHTS,
  invalid: 150,
  repeat: 900,
  look: 250,
  projected: 60,
  receipt: 8,
  latency: 60,
  fault: 70,
  crash: 35,
  second_writer: 8,
  lock_lost: 12,
  stop: 12,
  clock: 12,
} as const

/** Weights of the pauses before a step. */
const PAUSE_WEIGHTS = { none: 800, short: 150, pause: 40, long: 3, deadline: 1 } as const

type Sent = { readonly command: Command; readonly request?: SentRequest }

/** The facts that the workload reads. */
export type Seen = { readonly engine: Engine; readonly starts: number; readonly wall: Millis }

export class ProcessWorkload {
  private readonly random: Random
  private readonly listed: readonly Listed[]
  private readonly commands: Commands
  private readonly clients: readonly SimAccount[]
  private readonly opening: Action[] = []
  private readonly sent: Sent[] = []
  /**
   * Comes at once: the true repeat after one with other content, so that the two are answered at the same time; a
   * repeat after the wall clock went a day ahead, which ends no key; and a clean stop after a night, whose events no
   * answer waits for.
   */
  private following: Action | undefined
  private marketTime = MARKET_START
  private starts = 0
  private hasBegun = false

  constructor(seed: number) {
    this.random = new Random(seed)
    this.listed = listedFor(this.random)
    this.clients = [7, 1_000_003, 12, 3].slice(0, this.random.between(2, 4)).map((id) => ({
      id: accountId(id),
      kind: this.random.percent(30) ? ('demo' as const) : ('real' as const),
      money: this.random.between(50, 20_000) * 1_000_000 + this.random.below(1_000_000),
    }))
    this.commands = new Commands(this.random, this.listed, this.clients)
  }

  /** The next step, given what the process shows now. */
  next(seen: Seen): ProcessStep {
    const { random } = this
    this.marketTime += random.percent(1) ? random.between(0, 48 * HOUR_MS) : random.between(1, 4_000)
    if (seen.starts !== this.starts) this.begins(seen.starts)
    const { following } = this
    this.following = undefined
    if (following !== undefined) return { wait: 0, action: following }
    const action = this.opening.shift() ?? this.action(seen)
    return { wait: this.wait(), action }
  }

  /** Most steps come faster than the store answers; now and then one comes after every deadline. */
  private wait(): number {
    const { random } = this
    switch (random.weighted(PAUSE_WEIGHTS)) {
      case 'none':
        return 0
      case 'short':
        return random.between(1, 2)
      case 'pause':
        return random.between(4, 60)
      case 'long':
        return random.between(900, 6_000)
      case 'deadline':
        return random.between(20_000, 70_000)
    }
  }

  private action(seen: Seen): Action {
    const { random } = this
    const kind = random.weighted(PROCESS)
    switch (kind) {
      case 'invalid':
        return this.commanded(invalidCommand(random, this.at()), seen)
      case 'repeat':
        return this.repeated() ?? { kind: 'look', account: this.account() }
      case 'look':
        return { kind, account: this.account(), ...this.maybeOld() }
      case 'projected':
      case 'second_writer':
      case 'lock_lost':
        return { kind }
      case 'stop':
        return this.stopped(seen)
      case 'receipt':
        return { kind, order: random.between(1, 12) }
      case 'latency':
        return { kind, lane: random.pick(LANES), ms: random.pick([0, 2, 4, 4, 10, 40, 300, 1_500]) }
      case 'fault':
        return this.fault()
      case 'crash':
        return {
          kind,
          tasks: random.between(1, 25),
          ...(random.percent(50) ? { sentDelay: random.pick([0, 0, 20, 200]) } : {}),
        }
      case 'clock':
        return this.clockMoved(random.pick([-HOUR_MS, -5_000, 31_000, HOUR_MS, DAY_AHEAD_MS]))
      default:
        return this.commanded(this.commands.make(kind, seen.engine, this.scene()), seen)
    }
  }

  /** Half of them with events that are decided and not durable: a night always leaves one. */
  private stopped(seen: Seen): Action {
    if (this.random.percent(50)) return { kind: 'stop' }
    this.following = { kind: 'stop' }
    return this.commanded(this.commands.make('rollover', seen.engine, this.scene()), seen)
  }

  private clockMoved(by: number): Action {
    if (by === DAY_AHEAD_MS) this.following = this.repeated()
    return { kind: 'clock', by }
  }

  /** Faults that end the process are rarer than those that pass. */
  private fault(): Action {
    const { random } = this
    const lane = random.pick(LANES)
    const fault: StoreFault = random.percent(60) ? random.pick(['cancelled', 'disk_full']) : random.pick(FAULTS)
    return { kind: 'fault', lane, fault, times: random.percent(70) ? 1 : random.between(2, 6) }
  }

  private commanded(command: Command, seen: Seen): Action {
    if (command.kind === 'quote' || command.kind === 'market' || command.kind === 'rollover')
      return { kind: 'market', command }
    const request = 'request' in command && command.request !== undefined ? this.asks(command, seen) : undefined
    const sent = request === undefined ? { command } : { command, request }
    this.sent.push(sent)
    if (this.sent.length > REMEMBERED_MAX) this.sent.shift()
    return { kind: 'submit', ...sent, ...this.maybeOld() }
  }

  private asks(command: Command & { readonly request: string }, { wall }: Seen): SentRequest {
    const key = command.request
    const content = `${command.kind} ${key}`
    return this.random.percent(70) ? { key, content, namedAt: wall } : { key, content }
  }

  /** The same request again: now its command has a new moment. Sometimes with other content. */
  private repeated(): Action | undefined {
    const { random } = this
    const again = random.percent(50) ? this.sent.at(-1 - random.below(3)) : random.pickAny(this.sent)
    if (again === undefined) return undefined
    const command = { ...again.command, at: this.at() }
    const { request } = again
    if (request === undefined) return { kind: 'submit', command, ...this.maybeOld() }
    if (!random.percent(5)) return { kind: 'submit', command, request, ...this.maybeOld() }
    if (random.percent(50)) this.following = { kind: 'submit', command, request }
    const changed = { ...request, content: `${request.content} changed` }
    return { kind: 'submit', command, request: changed, ...this.maybeOld() }
  }

  private maybeOld(): { readonly toOld?: true } {
    return this.random.percent(30) ? { toOld: true } : {}
  }

  private account(): number {
    return this.random.pickAny(this.clients)?.id ?? 0
  }

  private scene() {
    const listed = this.random.pickAny(this.listed)
    if (listed === undefined) throw new Error('invariant violated: a world has instruments')
    return { terms: listed.terms, at: this.at() }
  }

  private at(): Millis {
    return millis(this.marketTime)
  }

  /** A process knows no prices and no open market when it starts. */
  private begins(starts: number): void {
    this.starts = starts
    this.opening.length = 0
    const { random } = this
    const at = this.at()
    for (const { terms } of this.listed) {
      const isOpen = random.percent(85)
      this.commands.status.set(terms.id, isOpen ? 'open' : 'closed')
      if (!this.hasBegun) this.opening.push({ kind: 'submit', command: { kind: 'set_instrument', at, terms } })
      if (isOpen)
        this.opening.push({ kind: 'market', command: { kind: 'market', at, instrument: terms.id, status: 'open' } })
      if (random.percent(90)) this.opening.push({ kind: 'market', command: this.commands.prices.next(terms, at) })
    }
    if (this.hasBegun) return
    this.hasBegun = true
    for (const { id, kind, money } of this.clients) {
      this.opening.push({ kind: 'submit', command: { kind: 'open_account', at, account: id, accountKind: kind } })
      if (kind === 'demo') continue
      const reference = id.toString(16).padStart(32, 'd')
      const credit = { category: 'deposit', amount: micros(money), reference } as const
      this.opening.push({ kind: 'submit', command: { kind: 'credit', at, account: id, ...credit } })
    }
  }
}
