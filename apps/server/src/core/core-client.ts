/**
 * The core of another thread or process, as the transports and features use it: the same interface as the core itself.
 * Everything that is asked in one turn goes in one message; each answer comes after what it rests on is durable.
 */
import { type Millis, millis, must } from '@veritick/domain'
import { type Answer, ByteWriter, decodeEvents, type Question, type QuestionKind } from '@veritick/engine'
import type { Logger } from 'pino'
import { CoreBusy, CoreEnded, type JournalKey } from '../journal/index.ts'
import { type Store, StoreRefused } from '../store/index.ts'
import { WAITING_MAX } from './command-queue.ts'
import { COMMIT_LATE_MS } from './commit.ts'
import type { Core, PublishedBatch, StartTasks } from './core.ts'
import { type CoreChannel, processChannel, threadChannel } from './core-channel.ts'
import { CoreFatal } from './fatal.ts'
import type { Receipt } from './receipt.ts'
import type { KeyStanding } from './requests.ts'
import { StateFault } from './state-faults.ts'
import type { CoreStats } from './stats.ts'
import type { Submitted } from './submission.ts'
import {
  type Awaited,
  type CoreFault,
  type CoreStatus,
  errorFrom,
  type FromCore,
  type ObjectCall,
  type ObjectReply,
  readAnswers,
  type ToCore,
  writePiece,
} from './thread-frames.ts'

/** A StateFault of the core's thread, with its message and remedy. */
class FaultInThread extends StateFault {
  readonly remedy: string

  constructor({ message, stack, remedy }: CoreFault) {
    super(message)
    if (stack !== undefined) this.stack = stack
    this.remedy = must(remedy, 'a fault of the stored state has its remedy')
  }
}

function errorOfFault(fault: CoreFault): Error {
  const { message, stack, remedy, isStoreLost } = fault
  if (isStoreLost) return new StoreRefused(`DATABASE_URL: ${message}`)
  return remedy === undefined ? Object.assign(new Error(message), { stack }) : new FaultInThread(fault)
}

type Options = {
  /** The program of threads and processes (main.ts). */
  readonly threadFile: string
  readonly place: 'thread' | 'process'
  readonly store: Store
  readonly log: Logger
  /** The level of the log lines that the thread writes. */
  readonly logLevel: string
  readonly onFatal: (error: Error) => void
  readonly journalKey: JournalKey
  readonly tasks: StartTasks
  /** The folder in which the core keeps what the store must not take with it; missing: nothing is kept. */
  readonly keptIn?: string | undefined
  /** The wall time of the start at the latest, where the wall clock is not believed (decision 112). */
  readonly believedTime?: Millis | undefined
  readonly wallClock: () => Millis
  /** Milliseconds of a clock that never steps: it measures how long the thread has said nothing. */
  readonly monotonicClock: () => number
}

/** Starts the thread. Throws a StateFault when the stored state cannot be trusted. */
export async function openCoreThread(options: Options): Promise<Core> {
  const client = new CoreClient(options)
  await client.open()
  return {
    submit: (call) => client.submit(call),
    market: (command) => client.market(command),
    query: (question) => client.query(question),
    onPublished: (listener) => client.onPublished(listener),
    projected: async () => void (await client.request({ kind: 'projected' })),
    // The thread answers each kind of call with its own kind of value.
    receipt: async (order) => (await client.request({ kind: 'receipt', order })) as Receipt | undefined,
    standing: async (request, account) => (await client.request({ kind: 'standing', request, account })) as KeyStanding,
    consistency: async (first) => (await client.request({ kind: 'consistency', first })) as readonly string[],
    treeHead: () => client.status().treeHead,
    marketTime: () => client.status().marketTime,
    journalCheck: () => client.status().journalCheck,
    // A core that has ended says so elsewhere.
    probeStore: () => client.request({ kind: 'probe_store' }).then(nothing, nothing),
    beginJournalCheck: () => void client.request({ kind: 'begin_journal_check' }).catch(() => {}),
    stats: () => client.stats(),
    stop: () => client.stop(),
  }
}

const nothing = (): void => {}

type Waiting = {
  readonly awaited: Awaited
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}
type ObjectRequest = ObjectCall extends infer Call ? (Call extends ObjectCall ? Omit<Call, 'call'> : never) : never
type ObjectValue = Extract<ObjectReply, { ok: true }>['value']

/**
 * While answers are awaited, what is asked gathers this long at most: each message wakes a thread on both sides, which
 * costs more than the orders in it. The next message of the core sends it at once, and so does an idle core.
 */
const GATHER_MS = 2
/**
 * Calls without an answer, beyond which a request with a key is not sent to the core. The core answers at once what it
 * refuses, so those above WAITING_MAX are on their way.
 */
export const KEYED_WAITING_MAX = 2 * WAITING_MAX

/** A core that does not answer that its store is lost is not waited for any longer. */
const KEEPS_WITHIN_MS = 2_000

class CoreClient {
  readonly #options: Options
  #channel: CoreChannel | undefined
  readonly #waiting = new Map<number, Waiting>()
  readonly #objectsWaiting = new Map<
    number,
    { resolve: (value: ObjectValue) => void; reject: (error: Error) => void }
  >()
  readonly #listeners = new Set<(batch: PublishedBatch) => void>()
  #calls = 0
  readonly #out = new ByteWriter()
  #objects: ObjectCall[] = []
  #isSendDue = false
  /** Calls of the message that is being written: the core does not know them yet. */
  #unsentCalls = 0
  #gathering: NodeJS.Timeout | undefined
  #status: CoreStatus | undefined
  #heardAt = 0
  #ended: Error | undefined
  #opening: { resolve: () => void; reject: (error: Error) => void } | undefined

  constructor(options: Options) {
    this.#options = options
  }

  open(): Promise<void> {
    const { threadFile, place, store, logLevel, journalKey, tasks, keptIn, believedTime } = this.#options
    const open = place === 'thread' ? threadChannel : processChannel
    this.#channel = open({
      program: threadFile,
      start: { logLevel, journalKey, tasks, keptIn, believedTime },
      store: store.join(),
      onMessage: (message) => this.#take(message),
      onLost: (error) => this.#lose(error),
    })
    store.onLost((error) => this.#loseStore(error))
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject }
    })
  }

  /**
   * `busy` promises that nothing was done under the key, so only the core says it of a request with a key: it looks the
   * key up first.
   */
  submit(submission: Parameters<Core['submit']>[0]): Promise<Submitted> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    if (submission.request !== undefined) {
      if (this.#waiting.size >= KEYED_WAITING_MAX) return Promise.reject(new CoreBusy('the key cannot be looked up'))
    } else if (this.#waiting.size >= WAITING_MAX)
      return Promise.resolve({ outcome: { ok: false, reason: 'busy' }, repeated: false })
    const call = this.#nextCall()
    writePiece(this.#out, { kind: 'submit', call, submission })
    return this.#await(call, { kind: 'submit' })
  }

  query<Kind extends QuestionKind>(question: Question<Kind>): Promise<Answer<Kind>> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    if (this.#waiting.size >= WAITING_MAX) return Promise.reject(new CoreBusy('too many wait for the core'))
    const call = this.#nextCall()
    // A question of one kind is a question; the compiler does not see it through the parameter.
    writePiece(this.#out, { kind: 'query', call, question: question as unknown as Question })
    return this.#await(call, { kind: 'query', question: question.kind })
  }

  market(command: Parameters<Core['market']>[0]): void {
    if (this.#ended !== undefined) return
    writePiece(this.#out, { kind: 'market', command })
    this.#sendSoon()
  }

  request(request: ObjectRequest): Promise<ObjectValue> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    const call = this.#nextCall()
    this.#objects.push({ ...request, call })
    this.#sendSoon()
    return new Promise((resolve, reject) => this.#objectsWaiting.set(call, { resolve, reject }))
  }

  onPublished(listener: (batch: PublishedBatch) => void): () => void {
    const own = (batch: PublishedBatch) => listener(batch)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  status(): CoreStatus {
    return must(this.#status, 'an open core has sent its status')
  }

  /** A thread that has said nothing for as long as a late commit takes counts as one. */
  stats(): CoreStats {
    const { stats } = this.status()
    const silentMs = this.#options.monotonicClock() - this.#heardAt
    if (this.#ended !== undefined) return { ...stats, state: stats.state === 'running' ? 'failed' : stats.state }
    if (silentMs < COMMIT_LATE_MS || stats.commitTrouble !== undefined) return stats
    return {
      ...stats,
      commitTrouble: { reason: 'commit_late', since: millis(Math.round(this.#options.wallClock() - silentMs)) },
    }
  }

  async stop(): Promise<void> {
    if (this.#ended === undefined) await this.request({ kind: 'stop' })
    this.#end(new CoreEnded('the core is stopped'))
    await this.#channel?.close()
  }

  #nextCall(): number {
    this.#calls += 1
    return this.#calls
  }

  #await(call: number, awaited: Awaited): Promise<never> {
    this.#sendSoon()
    this.#unsentCalls += 1
    return new Promise((resolve, reject) => this.#waiting.set(call, { awaited, resolve, reject }))
  }

  /** Everything of one turn goes in one message; of several turns while the core owes answers. */
  #sendSoon(): void {
    if (this.#isSendDue || this.#gathering !== undefined) return
    if (this.#waiting.size > this.#unsentCalls) this.#gathering = setTimeout(() => this.#send(), GATHER_MS)
    else this.#sendThisTurn()
  }

  #sendThisTurn(): void {
    this.#isSendDue = true
    setImmediate(() => this.#send())
  }

  #send(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    this.#isSendDue = false
    this.#unsentCalls = 0
    const frame = this.#out.bytes()
    this.#out.clear()
    const message: ToCore = { frame, objects: this.#objects }
    this.#objects = []
    this.#channel?.send(message)
  }

  #take(message: FromCore): void {
    // The calls of messages that still arrive after the end were rejected already.
    if (this.#ended !== undefined) return
    this.#heardAt = this.#options.monotonicClock()
    switch (message.kind) {
      case 'opened':
        this.#status = message.status
        this.#opening?.resolve()
        return
      case 'refused':
        this.#refuse(message.fault)
        return
      case 'fatal':
        this.#fatal(new CoreFatal(message.reason, undefined, message.message))
        return
      case 'turn':
        this.#status = message.status
        readAnswers(message.frame, {
          awaitedOf: (call) => this.#of(call).awaited,
          settle: (call, result) => this.#settle(call, result),
        })
        this.#publish(message)
        for (const reply of message.objects) this.#settleObject(reply)
        if (this.#gathering !== undefined && !this.#isSendDue) this.#sendThisTurn()
    }
  }

  #refuse(fault: CoreFault): void {
    const error = errorOfFault(fault)
    this.#end(error)
    this.#opening?.reject(error)
    void this.#channel?.close()
  }

  #of(call: number): Waiting {
    return must(this.#waiting.get(call), 'an answer answers a call')
  }

  #settle(
    call: number,
    result: { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: Error },
  ): void {
    const waiting = this.#of(call)
    this.#waiting.delete(call)
    // The codec that read the value is that of the call.
    if (result.ok) waiting.resolve(result.value as never)
    else waiting.reject(result.error)
  }

  #settleObject(reply: ObjectReply): void {
    const waiting = must(this.#objectsWaiting.get(reply.call), 'a reply answers a call')
    this.#objectsWaiting.delete(reply.call)
    if (reply.ok) waiting.resolve(reply.value)
    else waiting.reject(errorFrom(reply.error))
  }

  #publish({ batches }: Extract<FromCore, { kind: 'turn' }>): void {
    for (const sent of batches) {
      const { events } = decodeEvents(sent.bytes)
      for (const listener of this.#listeners) {
        try {
          listener({ ...sent, events })
        } catch (error) {
          this.#options.log.error({ err: error, batch: sent.batch }, 'a listener to published batches failed')
        }
      }
    }
  }

  /** The core first keeps what it has decided, and then ends as `fatal` tells. */
  #loseStore(error: Error): void {
    const fatal = () => this.#fatal(new CoreFatal('fence_lost', error))
    setTimeout(fatal, KEEPS_WITHIN_MS).unref()
    this.request({ kind: 'store_lost', message: error.message }).then(fatal, fatal)
  }

  /** The thread ended by itself. */
  #lose(error: Error): void {
    if (this.#ended !== undefined) return
    this.#opening?.reject(error)
    this.#fatal(new CoreFatal('engine_broken', error))
  }

  #fatal(error: CoreFatal): void {
    if (this.#ended !== undefined) return
    this.#end(new CoreEnded(`the core has failed: ${error.message}`))
    this.#options.log.fatal(
      { err: error, reason: error.reason },
      'the write path has ended: nothing that was not durable has been answered',
    )
    this.#options.onFatal(error)
  }

  #end(error: Error): void {
    if (this.#ended !== undefined) return
    this.#ended = error
    clearTimeout(this.#gathering)
    for (const { reject } of this.#waiting.values()) reject(error)
    for (const { reject } of this.#objectsWaiting.values()) reject(error)
    this.#waiting.clear()
    this.#objectsWaiting.clear()
  }
}
