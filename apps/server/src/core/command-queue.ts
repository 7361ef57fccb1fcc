/**
 * The queue of all commands, quotes and queries. A command is decided in memory the moment it arrives; its answer waits
 * until its batch is durable. While one batch commits the next one collects, so a lone order commits at once, and
 * under load batches grow by themselves.
 */
import { type AccountId, assert, isTemporaryRefusal, type Millis } from '@veritick/domain'
import {
  type Answer,
  type AnsweredRequest,
  answerOf,
  type Command,
  type Decision,
  decide,
  type Engine,
  encodeDecision,
  type Outcome,
  type Question,
  type QuestionKind,
  type RequestId,
} from '@veritick/engine'
import { CoreBusy, CoreEnded, type DurableBatch } from '../journal/index.ts'
import { CoreFatal, commitFailed, type FatalReason } from './fatal.ts'
import { JournalWriter } from './journal-writer.ts'
import { type AnsweredRequests, contentHash, type KeyStanding, type RequestKey } from './requests.ts'
import type { CoreStats } from './stats.ts'
import type { CoreRefusal, Submission, Submitted } from './submission.ts'
import { type SealedUnits, Undurable, type Unit } from './undurable.ts'
import { type PriceRefusal, readPrices } from './written-prices.ts'

/** Answers that may wait for the store: a few seconds of its work. The next one is refused as busy. */
export const WAITING_MAX = 10_000
/**
 * Commands, queries and quotes that left events, together, that may wait for the store. A quote cannot be refused, and
 * a decision cannot be dropped. A store that is so far behind will not catch up, so the process ends and recovers.
 */
export const UNITS_MAX = 100_000
/**
 * Live orders of all accounts, above which demo accounts place none: one quote may reach them all, and its events are
 * one batch in memory. Demo accounts cost nothing, so they could have any number of orders.
 */
export const ORDERS_WITH_DEMO_MAX = 300_000
type RequestContent = { readonly key: RequestId; readonly content: string }
type FirstAnswer = ReturnType<AnsweredRequests['find']>
type Unanswered = { readonly content: string; readonly result: Promise<Submitted> }

export type QueueOptions = Omit<ConstructorParameters<typeof JournalWriter>[0], 'isAlive' | 'whileWaiting'> & {
  readonly publish: (batch: DurableBatch) => void
  readonly onFatal: (error: CoreFatal) => void
}

export class CommandQueue {
  readonly #options: QueueOptions
  readonly #engine: Engine
  readonly #requests: AnsweredRequests
  readonly #unanswered = new Map<RequestId, Unanswered>()
  /** First answers that are being read, by key. */
  readonly #reading = new Map<RequestId, FirstAnswer>()
  readonly #writer: JournalWriter
  readonly #undurable: Undurable
  /** Units whose answer is waited for. */
  #waiting = 0
  #marketTime: Millis | undefined
  #state: CoreStats['state'] = 'running'
  #isPumping = false
  #pumping: Promise<void> = Promise.resolve()

  constructor(options: QueueOptions) {
    this.#options = options
    this.#engine = options.engine
    this.#requests = options.recovered.requests
    this.#marketTime = options.recovered.marketTime
    this.#writer = new JournalWriter({
      ...options,
      isAlive: () => this.#state !== 'failed',
      whileWaiting: () => this.#keep(),
    })
    this.#undurable = new Undurable({ ...options, writer: this.#writer, marketTime: () => this.#marketTime })
  }

  /** Where the durable journal ends. */
  get writer(): Pick<JournalWriter, 'head' | 'newest' | 'treeHead'> {
    return this.#writer
  }

  get marketTime(): Millis | undefined {
    return this.#marketTime
  }

  /**
   * Resolves only after the events of a new command are durable, and at once with a refusal of the queue or of the key.
   * Rejects with CoreEnded, or with an error of the store that has the first answer.
   */
  submit(call: Submission): Promise<Submitted> {
    if (this.#state !== 'running') return Promise.reject(new CoreEnded(`the core is ${this.#state}`))
    const { request } = call
    if (request === undefined) return this.#decideOrRefuse(call)
    const hashed = { key: request.key, content: contentHash(request.content) }
    const unanswered = this.#unanswered.get(hashed.key)
    if (unanswered !== undefined) return repeat(hashed, unanswered)
    // An answer given before is looked for also while the core is busy: `busy` promises that nothing was done under the
    // key.
    const account = 'account' in call.command ? call.command.account : undefined
    const standing = this.#requests.standing(request, this.#options.wallClock(), account)
    if (standing !== 'answered' && standing !== 'new') return refused(standing)
    if (standing === 'answered') return this.#firstAnswer(hashed)
    // After the look-up: a request that was carried out keeps its answer when the terms change later.
    if (call.refusal !== undefined) return refused(call.refusal)
    const result = this.#decideOrRefuse(call, hashed)
    this.#unanswered.set(hashed.key, { content: hashed.content, result })
    const answered = () => void this.#unanswered.delete(hashed.key)
    result.then(answered, answered)
    return result
  }

  /** Where a key stands once its request, if one is being decided, has its answer. */
  async standing(request: RequestKey, account: AccountId): Promise<KeyStanding> {
    await this.#unanswered.get(request.key)?.result
    if (this.#state !== 'running') throw new CoreEnded(`the core is ${this.#state}`)
    return this.#requests.standing(request, this.#options.wallClock(), account)
  }

  /** Quotes, market status, rollover: no answer, the same queue. */
  market(command: Command): void {
    if (this.#state !== 'running') return
    const outcome = this.#guarded((): Outcome => {
      this.#moveMarketTime(command)
      return this.#engine.apply(command, this.#undurable.written)
    })
    if (!outcome?.ok || outcome.events.length === 0) return
    this.#enqueue({ events: outcome.events, request: undefined, settle: undefined, fail: undefined })
  }

  /** Resolves when everything that the answer rests on is durable. Rejects with CoreEnded or CoreBusy. */
  query<Kind extends QuestionKind>(question: Question<Kind>): Promise<Answer<Kind>> {
    if (this.#state === 'failed') return Promise.reject(new CoreEnded('the core has failed'))
    const answer = answerOf(this.#engine, question)
    if (this.#engine.sequence() === this.#writer.head.nextEvent - 1) return Promise.resolve(answer)
    if (this.#isBusy()) return Promise.reject(queueBusy())
    return new Promise((resolve, reject) =>
      this.#enqueue({ events: [], request: undefined, settle: () => resolve(answer), fail: reject }),
    )
  }

  /**
   * Resolves when the newest durable batch carries the roots of all events that were durable at the call: it is written
   * where none follows by itself. Rejects with CoreEnded or CoreBusy.
   */
  async treeWhole(): Promise<void> {
    // Later batches do not count: under a steady load there is always another one.
    const target = this.#writer.newestWithEvents
    const isWhole = () => this.#writer.treeHead.size >= target
    while (!isWhole()) {
      if (this.#state !== 'running') throw new CoreEnded(`the core is ${this.#state}`)
      if (this.#isBusy()) throw queueBusy()
      await this.#writer.rootsKnown()
      if (isWhole() || this.#state !== 'running') continue
      await new Promise<void>((settle, fail) =>
        this.#enqueue({ events: [], request: undefined, carriesTree: true, settle, fail }),
      )
    }
  }

  stats(): Omit<CoreStats, 'projectionLag' | 'projectionTrouble' | 'connections'> {
    const { head, committer, commitMs, snapshotBatch } = this.#writer
    return {
      state: this.#state,
      batches: head.batch,
      sequence: head.nextEvent - 1,
      waiting: this.#waiting,
      commitMs: Math.round(commitMs * 100) / 100,
      commitAgeMs: Math.round(committer.age()),
      commitTrouble: committer.trouble(),
      snapshotBatch,
    }
  }

  /** Asks whether the store still answers; `stats` then says so. */
  async probe(): Promise<void> {
    if (this.#state === 'running') await this.#writer.committer.probe()
  }

  /**
   * Rejects everything that waits; what was decided is kept for the next start. False when the queue had failed or
   * stopped already.
   */
  fail(error: Error): boolean {
    if (this.#state === 'failed' || this.#state === 'stopped') return false
    this.#state = 'failed'
    const ended = new CoreEnded(`the core has failed: ${error.message}`)
    const isTrusted = !(error instanceof CoreFatal && error.reason === 'engine_broken')
    for (const unit of this.#undurable.end({ isTrusted })) unit.fail?.(ended)
    this.#waiting = 0
    return true
  }

  /** Refuses new commands, makes what was decided durable, tells it (`onDurable`), takes a snapshot. */
  async stop(onDurable: () => void): Promise<void> {
    if (this.#state !== 'running') return
    this.#state = 'stopping'
    await Promise.allSettled([...[...this.#unanswered.values()].map((each) => each.result), ...this.#reading.values()])
    await this.#pumping
    if (this.#state !== 'stopping') return
    onDurable()
    await this.#writer.finish(this.#options.wallClock())
    this.#state = 'stopped'
  }

  /** Repeats that come together share one read of the store; each is compared with what was asked the first time. */
  async #firstAnswer(hashed: RequestContent): Promise<Submitted> {
    const reading = this.#reading.get(hashed.key) ?? this.#read(hashed.key)
    const { content, outcome } = await reading
    return content === hashed.content ? { outcome, repeated: true } : MISMATCH
  }

  #read(key: RequestId): FirstAnswer {
    const reading = this.#requests.find(key)
    this.#reading.set(key, reading)
    const read = () => void this.#reading.delete(key)
    reading.then(read, read)
    return reading
  }

  /** Refuses at once what would wait too long for the store. */
  #decideOrRefuse(call: Submission, hashed?: RequestContent): Promise<Submitted> {
    return this.#isBusy() || this.#isFull(call.command) ? refused('busy') : this.#decide(call, hashed)
  }

  #isFull(command: Command): boolean {
    if (command.kind !== 'place' || this.#engine.liveOrderCount() < ORDERS_WITH_DEMO_MAX) return false
    return this.#engine.account(command.account)?.accountKind === 'demo'
  }

  #isBusy(): boolean {
    return this.#waiting >= WAITING_MAX || this.#writer.committer.trouble() !== undefined || !this.#writer.mayKeep
  }

  /**
   * Decides in this turn of the event loop, also where prices are still text: a later quote must not decide the
   * command.
   */
  #decide({ command, prices }: Submission, hashed?: RequestContent): Promise<Submitted> {
    return new Promise((resolve, reject) => {
      const outcome = this.#guarded(() => {
        this.#moveMarketTime(command)
        const read = readPrices(this.#engine, command, prices)
        return read.ok ? decide(this.#engine, read.command, this.#undurable.written) : read
      })
      if (outcome === undefined) return reject(new CoreEnded('the core has failed'))
      const request = hashed && answeredBy(hashed, outcome)
      const settle = () => resolve({ outcome, repeated: false })
      this.#enqueue({ events: outcome.ok ? outcome.events : [], request, settle, fail: reject })
    })
  }

  #moveMarketTime({ at }: Command): void {
    if (this.#marketTime === undefined || at > this.#marketTime) this.#marketTime = at
  }

  /** The engine throws only when a promise of ours is broken; its state cannot be trusted afterwards. */
  #guarded<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.#end('engine_broken', error)
      return undefined
    }
  }

  #end(reason: FatalReason, error: unknown): void {
    this.#options.onFatal(new CoreFatal(reason, error))
  }

  #enqueue(decided: Omit<Unit, 'marketTime'>): void {
    const unit = { ...decided, marketTime: this.#marketTime }
    this.#undurable.add(unit)
    if (this.#undurable.count > UNITS_MAX) {
      this.#end('queue_full', new Error(`${UNITS_MAX} decisions wait for the store: it does not keep up`))
      return
    }
    if (unit.settle !== undefined) this.#waiting += 1
    if (this.#isPumping) return
    this.#isPumping = true
    this.#pumping = this.#pump()
  }

  /**
   * Commits batch after batch until nothing waits. Before each batch the event loop turns once, so that requests that
   * have arrived together are committed together.
   */
  async #pump(): Promise<void> {
    try {
      while (this.#undurable.count > 0 && this.#state !== 'failed') {
        await nextTurn()
        // Before the batch is cut: what is decided during this wait goes into it.
        await this.#writer.room()
        if (this.#undurable.count > 0) await this.#commitNext()
      }
    } catch (error) {
      this.#options.onFatal(commitFailed(error))
    }
    // In the same turn as the last look at the queue, so that no unit is left waiting.
    this.#isPumping = false
  }

  async #commitNext(): Promise<void> {
    const next = this.#undurable.next()
    if (next.sealed === undefined) return this.#settle(next)
    const { requests, wallTime } = next.sealed.content
    const { sealed, ...durable } = await this.#writer.write(next.sealed)
    const answered = { bytes: sealed.requests, spans: sealed.spans, requests }
    this.#requests.remember({ batch: durable.header.batch, at: wallTime }, answered)
    // After a failure nothing is left to settle; the batch is durable all the same, and readers wait for it.
    this.#settle(next)
    this.#options.publish(durable)
    this.#writer.rootBehind(sealed)
  }

  /** A commit does not return: what was decided must not be lost with this process. */
  #keep(): void {
    if (this.#state === 'failed') return
    this.#guarded(() => this.#undurable.keep())
  }

  #settle(durable: SealedUnits): void {
    if (!this.#undurable.done(durable)) return
    for (const unit of durable.units) {
      if (unit.settle === undefined) continue
      this.#waiting -= 1
      assert(this.#waiting >= 0, 'as many answers are given as were waited for')
      unit.settle()
    }
  }
}

async function repeat(hashed: RequestContent, unanswered: Unanswered): Promise<Submitted> {
  return hashed.content === unanswered.content ? { ...(await unanswered.result), repeated: true } : MISMATCH
}

/**
 * The answer to store under the key of the request; `undefined`: none is stored. A temporary refusal is not stored, so
 * the same request is decided anew later. The refusal of a price is not stored either, because the engine has decided
 * nothing.
 */
function answeredBy(hashed: RequestContent, outcome: Decision | PriceRefusal): AnsweredRequest | undefined {
  if ('price' in outcome || (!outcome.ok && isTemporaryRefusal(outcome.reason))) return undefined
  return { ...hashed, decision: encodeDecision(answerPart(outcome)) }
}

/** The events that an answer speaks of: those that its request led to (a reversal: of two orders), or the last one. */
function answerPart(outcome: Decision): Decision {
  if (!outcome.ok) return outcome
  const { order, events } = outcome
  const own = events.filter((event) => 'order' in event && 'request' in event && event.request !== undefined)
  return { ...outcome, events: order === undefined ? events.slice(-1) : own }
}

const queueBusy = (): CoreBusy => new CoreBusy('too many wait for the store, or it is late')
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const refused = async (reason: CoreRefusal): Promise<Submitted> => ({ outcome: { ok: false, reason }, repeated: false })
const MISMATCH: Submitted = { outcome: { ok: false, reason: 'idempotency_mismatch' }, repeated: false }
