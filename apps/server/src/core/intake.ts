/**
 * One queue, one order of things. A command is decided in memory the moment it arrives; its answer waits until its batch is durable.
 * While one batch commits the next one collects, so a lone order commits at once and a flood makes large batches by itself.
 */
import type { Millis } from '@veritick/domain'
import { assert, isTemporaryRefusal } from '@veritick/domain'
import type { Command, Engine, Event, Outcome, RequestId } from '@veritick/engine'
import type { Logger } from 'pino'
import type { Store } from '../db/store.ts'
import { type ChainHead, headAfter, sealBatch } from './batch.ts'
import { type Commit, createCommitter, type RequestRow } from './commit.ts'
import type { CoreStats, Submission, Submitted } from './core.ts'
import { CoreFatal, commitFailed, type FatalReason } from './fatal.ts'
import type { DurableBatch } from './publish.ts'
import type { Recovered } from './recover.ts'
import { contentHash } from './requests.ts'
import { createSnapshots, type SnapshotPace } from './snapshot.ts'
import { appendBatch, headOf, type TreeHead } from './tree.ts'

/** Answers that may wait for the store; the next one is refused as busy. A few seconds of the store's work. */
export const WAITING_MAX = 10_000
/**
 * Commands, looks and quotes that left events, together, that may wait for the store. What the market brings cannot be refused, and what
 * was decided cannot be dropped: a store that is so far behind will not catch up, so the process ends and recovers.
 */
export const UNITS_MAX = 100_000
/** Events after which a batch is closed, so that one row stays below a few megabytes. The events of one command are never parted. */
const BATCH_EVENTS_MAX = 10_000
const PRUNE_EVERY_MS = 60 * 60 * 1000

/** The core has ended, by `stop` or by a failure: whether it happened is found out by asking again after the restart. */
export class CoreEnded extends Error {}

/** As many looks and commands wait as may (WAITING_MAX), or the store is late: asking again later is right. */
export class CoreBusy extends Error {}

/** What one command, or one look, waits for. */
type Unit = {
  readonly events: readonly Event[]
  readonly request: Omit<RequestRow, 'wallTime'> | undefined
  readonly settle: (() => void) | undefined
  readonly fail: ((error: Error) => void) | undefined
}

export type Intake = {
  submit(call: Submission): Promise<Submitted>
  market(command: Command): void
  read<T>(look: (engine: Engine) => T): Promise<T>
  /** Where the durable journal ends. */
  head(): ChainHead
  treeHead(): TreeHead
  marketTime(): Millis | undefined
  stats(): Omit<CoreStats, 'projectionLag' | 'projectionTrouble'>
  /** False when it had failed or stopped already. */
  fail(error: Error): boolean
  stop(): Promise<void>
}

export function createIntake(options: {
  readonly store: Store
  readonly engine: Engine
  readonly wallClock: () => Millis
  readonly log: Logger
  readonly recovered: Recovered
  readonly pace: SnapshotPace
  readonly publish: (batch: DurableBatch) => void
  readonly onFatal: (error: CoreFatal) => void
}): Intake {
  const { store, engine, wallClock, log, recovered, pace, publish, onFatal } = options
  const { frontier, requests } = recovered
  const snapshots = createSnapshots({ store: { ...store, ...store.background }, engine, log, last: recovered.snapshot, pace })
  const committer = createCommitter({ store, log, wallClock, isAlive: () => state !== 'failed' })
  const inFlight = new Map<RequestId, { readonly content: string; readonly result: Promise<Submitted> }>()
  let units: Unit[] = []
  let committing: readonly Unit[] = []
  let waiting = 0
  let head = recovered.head
  let treeHead = headOf(frontier)
  let marketTime = recovered.marketTime
  let state: CoreStats['state'] = 'running'
  let isPumping = false
  let pumping: Promise<void> = Promise.resolve()
  let commitMs = 0
  let prunedAt = wallClock()

  function submit(call: Submission): Promise<Submitted> {
    if (state !== 'running') return Promise.reject(new CoreEnded(`the core is ${state}`))
    const { request } = call
    if (request === undefined) return decideOrRefuse(call)
    const content = contentHash(request.content)
    const flying = inFlight.get(request.key)
    if (flying !== undefined) return repeat(content, flying)
    // Whether this request was answered before is found out however busy it is: `busy` promises that nothing was done under its key.
    const result = requests.mayKnow(request.key)
      ? findOrDecide(call, request.key, content)
      : decideOrRefuse(call, { key: request.key, content })
    inFlight.set(request.key, { content, result })
    const land = () => void inFlight.delete(request.key)
    result.then(land, land)
    return result
  }

  async function repeat(content: string, flying: { readonly content: string; readonly result: Promise<Submitted> }): Promise<Submitted> {
    return content === flying.content ? { ...(await flying.result), repeated: true } : MISMATCH
  }

  async function findOrDecide(call: Submission, key: RequestId, content: string): Promise<Submitted> {
    const stored = await requests.find(key, wallClock())
    if (stored === undefined) return decideOrRefuse(call, { key, content })
    return stored.content === content ? { outcome: stored.outcome, answer: stored.answer, repeated: true } : MISMATCH
  }

  /** Refuses at once what would wait too long for the store. */
  function decideOrRefuse(call: Submission, request?: { readonly key: RequestId; readonly content: string }): Promise<Submitted> {
    return isBusy() ? Promise.resolve(BUSY) : decide(call, request)
  }

  function isBusy(): boolean {
    return waiting >= WAITING_MAX || committer.trouble() !== undefined
  }

  function decide(call: Submission, request?: { readonly key: RequestId; readonly content: string }): Promise<Submitted> {
    // It may have failed while the request was looked up.
    if (state === 'failed') return Promise.reject(new CoreEnded('the core has failed'))
    return new Promise((resolve, reject) => {
      const first = engine.sequence() + 1
      const decided = guarded(() => {
        const outcome = apply(call.command)
        return { outcome, answer: call.render?.(outcome, engine) }
      })
      if (decided === undefined) return reject(new CoreEnded('the core has failed'))
      const { outcome, answer } = decided
      const events = outcome.ok ? outcome.events : []
      // One that says "in a moment" is not remembered: the same request may be sent again, and is then decided anew.
      const isTemporary = !outcome.ok && isTemporaryRefusal(outcome.reason)
      const result = {
        answer: answer ?? null,
        refusal: outcome.ok ? null : outcome.reason,
        firstEvent: first,
        eventCount: events.length,
      }
      const row = request === undefined || isTemporary ? undefined : { ...request, ...result }
      enqueue({ events, request: row, settle: () => resolve({ outcome, answer, repeated: false }), fail: reject })
    })
  }

  function market(command: Command): void {
    if (state !== 'running') return
    const outcome = guarded(() => apply(command))
    if (outcome?.ok && outcome.events.length > 0)
      enqueue({ events: outcome.events, request: undefined, settle: undefined, fail: undefined })
  }

  function read<T>(look: (engine: Engine) => T): Promise<T> {
    if (state === 'failed') return Promise.reject(new CoreEnded('the core has failed'))
    const seen = look(engine)
    if (engine.sequence() === head.nextEvent - 1) return Promise.resolve(seen)
    if (isBusy()) return Promise.reject(new CoreBusy('too many wait for the store, or it is late'))
    return new Promise((resolve, reject) => enqueue({ events: [], request: undefined, settle: () => resolve(seen), fail: reject }))
  }

  function apply(command: Command): Outcome {
    if (marketTime === undefined || command.at > marketTime) marketTime = command.at
    return engine.apply(command)
  }

  /** The engine throws only when a promise of ours is broken; its state cannot be trusted afterwards. */
  function guarded<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      fatal('engine_broken', error)
      return undefined
    }
  }

  function fatal(reason: FatalReason, error: unknown): void {
    onFatal(new CoreFatal(reason, error))
  }

  function enqueue(unit: Unit): void {
    units.push(unit)
    if (units.length > UNITS_MAX) {
      fatal('queue_full', new Error(`${UNITS_MAX} decisions wait for the store: it does not keep up`))
      return
    }
    if (unit.settle !== undefined) waiting += 1
    if (isPumping) return
    isPumping = true
    pumping = pump()
  }

  /**
   * Commits batch after batch until nothing waits. Before each it lets the event loop turn once: the embedded store works on this very
   * thread, and without the turn it would commit the first of many requests before the others had been read from their sockets.
   */
  async function pump(): Promise<void> {
    try {
      while (units.length > 0 && state !== 'failed') {
        await nextTurn()
        if (units.length > 0) await commitNext()
      }
    } catch (error) {
      onFatal(commitFailed(error))
    }
    // In the same turn as the last look at the queue, so that nobody is left waiting.
    isPumping = false
  }

  async function commitNext(): Promise<void> {
    const due = snapshots.due(head)
    committing = cut(due ? Number.POSITIVE_INFINITY : BATCH_EVENTS_MAX)
    const wallTime = wallClock()
    const { content, durable } = seal(committing, wallTime)
    const snapshot = due && durable !== undefined ? engine.stateBytes() : undefined
    const started = performance.now()
    await committer.commit(content)
    if (state === 'failed') return
    if (content.batch !== undefined) {
      commitMs = performance.now() - started
      head = headAfter(content.batch)
      treeHead = headOf(frontier)
    }
    for (const { key } of content.requests) requests.remember(key, wallTime)
    settle()
    if (durable !== undefined) publish(durable)
    if (snapshot !== undefined) snapshots.write({ head, state: snapshot, wallTime })
    if (wallTime - prunedAt > PRUNE_EVERY_MS) prune(wallTime)
  }

  function cut(eventsMax: number): readonly Unit[] {
    let events = 0
    const end = units.findIndex((unit) => {
      const full = events >= eventsMax
      events += unit.events.length
      return full
    })
    const taken = end < 0 ? units : units.slice(0, end)
    units = end < 0 ? [] : units.slice(end)
    return taken
  }

  function seal(taken: readonly Unit[], wallTime: Millis): { readonly content: Commit; readonly durable: DurableBatch | undefined } {
    const rows = taken.flatMap((unit) => (unit.request === undefined ? [] : [{ ...unit.request, wallTime }]))
    const events = taken.flatMap((unit) => unit.events)
    if (events.length === 0) return { content: { batch: undefined, requests: rows }, durable: undefined }
    assert(marketTime !== undefined, 'an event has a market time')
    const batch = sealBatch(head, { events, marketTime, wallTime, epoch: store.epoch, snapshotHash: snapshots.hashAt(head) })
    const subtrees = appendBatch(frontier, batch.hash)
    return { content: { batch: { ...batch, subtrees }, requests: rows }, durable: { header: batch.header, events } }
  }

  function settle(): void {
    for (const unit of committing) {
      if (unit.settle === undefined) continue
      waiting -= 1
      unit.settle()
    }
    committing = []
  }

  function prune(wallTime: Millis): void {
    prunedAt = wallTime
    requests.prune(wallTime).catch((error: unknown) => log.error({ err: error }, 'old request keys could not be deleted'))
  }

  function fail(error: Error): boolean {
    if (state === 'failed' || state === 'stopped') return false
    state = 'failed'
    const ended = new CoreEnded(`the core has failed: ${error.message}`)
    for (const unit of [...committing, ...units]) unit.fail?.(ended)
    units = []
    committing = []
    waiting = 0
    return true
  }

  async function stop(): Promise<void> {
    if (state !== 'running') return
    state = 'stopping'
    await Promise.allSettled([...inFlight.values()].map((each) => each.result))
    await pumping
    if (state === 'stopping') {
      snapshots.writeIfNewer({ head, wallTime: wallClock() })
      await snapshots.written()
      state = 'stopped'
    }
  }

  return {
    submit,
    market,
    read,
    head: () => head,
    treeHead: () => treeHead,
    marketTime: () => marketTime,
    stats: () => ({
      state,
      batches: head.batch,
      sequence: head.nextEvent - 1,
      waiting,
      commitMs: Math.round(commitMs * 100) / 100,
      commitAgeMs: Math.round(committer.age()),
      commitTrouble: committer.trouble(),
      snapshotBatch: snapshots.newest(),
    }),
    fail,
    stop,
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const BUSY: Submitted = { outcome: { ok: false, reason: 'busy' }, answer: undefined, repeated: false }

const MISMATCH: Submitted = { outcome: { ok: false, reason: 'idempotency_mismatch' }, answer: undefined, repeated: false }
