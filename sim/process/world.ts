/**
 * A simulated world: one store, the process that serves it, sometimes an older one that another writer has replaced,
 * and virtual time. It takes one step after the other and runs every task that is due in between, so each history has
 * exactly one course.
 */
import { millis, unreachable } from '@veritick/domain'
import { verify } from '@veritick/verify'
import { Auditor } from './auditor.ts'
import type { Subject } from './bundle.ts'
import { type Ground, SimProcess } from './process.ts'
import type { Action, ProcessStep } from './steps.ts'
import { SimStore } from './store.ts'

/** Sunday 2026-03-01 00:00 UTC. */
const WALL_START = Date.UTC(2026, 2, 1)
/** Tasks that a start, or the end of a history, may take. */
const TASKS_MAX = 200_000
/** How long a start or a clean stop may take in virtual time: every fault of the store passes before. */
const PATIENCE_MS = 30 * 60_000
/** Starts in a row that may fail. */
const STARTS_MAX = 30

/** A fault, and the step at which it was found. */
export type ProcessFault = { readonly kind: string; readonly step: number; readonly detail: string }

export class World {
  readonly store: SimStore
  readonly auditor: Auditor
  current: SimProcess
  /** Replaced by another writer, and still running. */
  private old: SimProcess | undefined
  private readonly subject: Subject
  private readonly processes = new Map<number, SimProcess>()
  private readonly ground: Ground
  private wallOffset = 0
  private owners = 0
  private failedStarts = 0
  private steps = 0
  /** The crash that is to come. */
  private crash: { tasks: number; readonly sentDelay: number | undefined } | undefined

  constructor(subject: Subject) {
    this.subject = subject
    const { time } = subject
    time.reset()
    this.auditor = new Auditor(subject.createReferenceEngine(), () => time.now)
    this.store = new SimStore({
      time,
      appended: (row, epoch) => this.auditor.appended(row, epoch),
      snapshotTaken: (batch) => this.auditor.snapshotTaken(batch, this.store.tables),
    })
    this.ground = {
      subject,
      store: this.store,
      auditor: this.auditor,
      wallClock: () => this.wall(),
      ended: (process, error) => this.ended(process, error),
    }
    this.current = this.open()
  }

  wall() {
    return millis(WALL_START + Math.floor(this.subject.time.now) + this.wallOffset)
  }

  /** How many processes there were. */
  get starts(): number {
    return this.owners
  }

  async take({ wait, action }: ProcessStep): Promise<ProcessFault | undefined> {
    this.steps += 1
    return this.guarded(async () => {
      if (wait > 0) await this.run(this.subject.time.now + wait)
      await this.runUntil(() => this.current.isOpen, 'a start does not come to its end')
      if (this.auditor.fault !== undefined) return
      await this.act(action)
      await realTurn()
    })
  }

  /** A rejection that nothing handles would end the real process: it is a finding while the work runs. */
  async watched<Result>(work: () => Promise<Result>): Promise<Result> {
    const rejected = (error: unknown) => this.auditor.finds(`unhandled: ${textOf(error)}`)
    process.on('unhandledRejection', rejected)
    try {
      return await work()
    } finally {
      process.off('unhandledRejection', rejected)
    }
  }

  /** Until a process is open, so that the next step can look at its engine. */
  async ready(): Promise<ProcessFault | undefined> {
    return this.guarded(() => this.runUntil(() => this.current.isOpen, 'a start does not come to its end'))
  }

  /** The store is well again: all answers come, the read tables follow, and a last start finds the same. */
  async finish(): Promise<ProcessFault | undefined> {
    return this.guarded(async () => {
      this.store.heal()
      this.crash = undefined
      if (this.old !== undefined) this.end(this.old)
      await this.runUntil(() => this.current.isOpen && this.current.outstanding === 0, 'an answer never came')
      this.current.projected()
      await this.runUntil(() => this.current.isOpen && this.current.outstanding === 0, 'the read tables never follow')
      await this.runUntil(() => this.isSettled(), 'what was decided never became durable and published')
      await this.act({ kind: 'stop' })
      await this.runUntil(() => this.current.isOpen, 'the last start does not come to its end')
      if (this.store.tables.projection?.batch !== this.store.tables.lastBatch)
        this.auditor.finds('the read tables do not stand at the end after the last start')
    })
  }

  private isSettled(): boolean {
    const { isOpen, audit } = this.current
    return isOpen && audit?.waiting.length === 0 && audit.nextPublished === this.store.tables.lastBatch + 1
  }

  private async guarded(work: () => Promise<void>): Promise<ProcessFault | undefined> {
    try {
      await work()
    } catch (error) {
      this.auditor.finds(`crash: ${textOf(error)}`)
    }
    const { fault } = this.auditor
    if (fault === undefined) return undefined
    return { kind: kindOf(fault), step: this.steps, detail: fault }
  }

  private async act(action: Action): Promise<void> {
    const { current, store } = this
    const old = this.old?.isOpen === true ? this.old : current
    switch (action.kind) {
      case 'market':
        return current.market(action.command)
      case 'submit':
        return (action.toOld === true ? old : current).submit(action.command, action.request)
      case 'look':
        return (action.toOld === true ? old : current).look(action.account)
      case 'projected':
        return current.projected()
      case 'receipt':
        return current.receipt(action.order, receiptFault)
      case 'latency':
        store.latency[action.lane] = action.ms
        return
      case 'fault':
        for (let time = 0; time < action.times; time++) store.faults[action.lane].push(action.fault)
        return
      case 'crash':
        this.crash ??= { tasks: action.tasks, sentDelay: action.sentDelay }
        return
      case 'second_writer':
        if (this.old !== undefined) this.end(this.old)
        this.old = current
        this.current = this.open()
        return
      case 'lock_lost':
        this.subject.time.owner = current.owner
        current.client.onLost?.(new Error('the connection that holds the lock broke'))
        return
      case 'stop':
        return this.stop(current)
      case 'clock':
        this.wallOffset += action.by
        return
      default:
        return unreachable(action)
    }
  }

  private async stop(current: SimProcess): Promise<void> {
    let isStopped = false
    void current.stop().then(() => {
      isStopped = true
    })
    await this.runUntil(() => isStopped || !current.isAlive, 'a clean stop does not come to its end')
    if (current.isAlive) this.end(current)
  }

  private open(): SimProcess {
    this.owners += 1
    const process = new SimProcess(this.owners, this.ground)
    this.processes.set(process.owner, process)
    return process
  }

  /** A process ended by itself. A start may fail because the store does; what it finds wrong is a finding here. */
  private ended(process: SimProcess, error: unknown): void {
    if (!process.isAlive) return
    const isBroken = textOf(error).includes('invariant violated') && !textOf(error).includes('the read tables stand at')
    if (error instanceof this.subject.StateFault || isBroken) this.auditor.finds(`the process ended: ${textOf(error)}`)
    this.failedStarts = process.core === undefined ? this.failedStarts + 1 : 0
    if (this.failedStarts > STARTS_MAX) this.auditor.finds(`${STARTS_MAX} starts in a row failed: ${textOf(error)}`)
    this.end(process)
  }

  /** The process is gone, and the next one starts if it was the one that served. */
  private end(process: SimProcess, sent: { readonly delay: number | undefined } = { delay: 0 }): void {
    this.store.closed(process.client, sent.delay)
    this.subject.time.end(process.owner)
    this.processes.delete(process.owner)
    if (process === this.old) this.old = undefined
    if (process === this.current && this.auditor.fault === undefined) this.current = this.open()
  }

  private async run(until: number): Promise<void> {
    for (let tasks = 0; this.auditor.fault === undefined; tasks++) {
      if (tasks > TASKS_MAX) return this.auditor.finds('the process works for ever without waiting')
      const isDone = await this.one(until)
      if (isDone) break
    }
    this.subject.time.now = Math.max(this.subject.time.now, until)
  }

  private async runUntil(isDone: () => boolean, otherwise: string): Promise<void> {
    if (isDone()) return
    const until = this.subject.time.now + PATIENCE_MS
    await realTurn()
    for (let tasks = 0; !isDone() && this.auditor.fault === undefined; tasks++) {
      const isOver = tasks > TASKS_MAX || (await this.one(until))
      if (isOver) return this.auditor.finds(otherwise)
    }
  }

  /** Runs the next task and everything that it leads to in the same turn. True: none is due. */
  private async one(until: number): Promise<boolean> {
    const { time } = this.subject
    const task = time.take(until)
    if (task === undefined) return true
    if (task.isOver || (task.owner !== 0 && !this.processes.has(task.owner))) return false
    time.owner = task.owner
    task.run()
    await realTurn()
    const { crash, current } = this
    if (crash === undefined) return false
    crash.tasks -= 1
    if (crash.tasks > 0) return false
    this.crash = undefined
    this.end(current, { delay: crash.sentDelay })
    return false
  }
}

/** All promises that can go on have gone on when this resolves: a tick runs when no microtask is left. */
function realTurn(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}

/** The receipt passes the offline verifier. */
function receiptFault(receipt: unknown): string | undefined {
  const verdict = verify(Buffer.from(JSON.stringify(receipt)))
  return verdict.ok ? undefined : `a receipt does not verify: ${verdict.findings.join('; ')}`
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${error.stack ?? ''}` : String(error)
}

/** Stable under shrinking: the sentence without its numbers and names. */
function kindOf(fault: string): string {
  return (
    fault
      .slice(0, 120)
      .replace(/[0-9a-f]{8,}|\d+/g, '#')
      .split(' in {')[0] ?? fault
  )
}
