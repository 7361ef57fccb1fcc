/**
 * The program of the core's thread, or of its process: opens the core over connections of its own to the store, carries
 * out what the frames of the transports ask, and sends the answers once in a turn of its loop.
 */
import { once } from 'node:events'
import { type MessagePort, workerData } from 'node:worker_threads'
import { type Millis, millis } from '@veritick/domain'
import { ByteWriter, createEngine, type Question, type QuestionKind } from '@veritick/engine'
import type { JournalKey } from '../journal/index.ts'
import { messageForLog, processLog } from '../services/logging/index.ts'
import { joinStore, type Store, type StoreJoin } from '../store/index.ts'
import { type Core, openCore, type StartTasks } from './core.ts'
import { CoreFatal } from './fatal.ts'
import type { Submission } from './submission.ts'
import {
  coreErrorOf,
  coreFaultOf,
  type FromCore,
  type ObjectCall,
  type ObjectReply,
  type Piece,
  piecesOf,
  type SentBatch,
  type ToCore,
  writeAnswer,
  writeError,
  writeSubmitted,
} from './thread-frames.ts'

/** The data that start the core. */
export type CoreStart = {
  readonly store: StoreJoin
  readonly logLevel: string
  readonly journalKey: JournalKey
  readonly tasks: StartTasks
  readonly keptIn: string | undefined
  readonly believedTime: Millis | undefined
}

/** The core's end of the channel to the transports (core-channel.ts). */
type Line = {
  send(message: FromCore): void
  onMessage(listener: (message: ToCore) => void): void
}

/** The longest pause between two statuses: a reader of the status knows by it that the thread lives. */
const STATUS_EVERY_MS = 250

export async function runCoreThread(): Promise<void> {
  const { start, port }: { readonly start: CoreStart; readonly port: MessagePort } = workerData
  await runCore(start, {
    send: (message) => port.postMessage(message, message.kind === 'turn' ? [message.frame.buffer as ArrayBuffer] : []),
    onMessage: (listener) => void port.on('message', listener),
  })
}

/** The first message of the parent process is the start, all others are frames. */
export async function runCoreProcess(): Promise<void> {
  // The parent stops this process; a signal to the whole group must not end it earlier.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(1))
  const [start] = await once(process, 'message')
  await runCore(start as CoreStart, {
    send: (message) => void process.send?.(message),
    onMessage: (listener) => void process.on('message', (message) => listener(message as ToCore)),
  })
}

async function runCore(start: CoreStart, line: Line): Promise<void> {
  const { store: join, logLevel, journalKey, tasks, keptIn, believedTime } = start
  const log = processLog(logLevel).child({ part: 'core' })
  const send = (message: FromCore) => line.send(message)
  let store: Store | undefined
  try {
    store = await joinStore(join, log)
    const lost = lostBy(store)
    const core = await openCore({
      store: { ...store, onLost: lost.listen },
      engine: createEngine(),
      wallClock: () => millis(Date.now()),
      log,
      onFatal: (error) =>
        send({
          kind: 'fatal',
          reason: error instanceof CoreFatal ? error.reason : 'engine_broken',
          message: messageForLog(error),
        }),
      onUncaught: (listener) => void process.on('uncaughtException', listener),
      journalKey,
      tasks,
      keptIn,
      believedTime,
    })
    const host = new CoreHost({ core, store, line, onStoreLost: lost.tell })
    line.onMessage((message) => host.take(message))
    send({ kind: 'opened', status: host.status() })
  } catch (error) {
    send({ kind: 'refused', fault: coreFaultOf(error) })
    await store?.close()
  }
}

/** The thread that opened the store holds the writer's lock, and tells when it is lost. */
function lostBy(store: Store): { listen(listener: (error: Error) => void): void; tell(error: Error): void } {
  const listeners: ((error: Error) => void)[] = []
  const tell = (error: Error) => {
    for (const listener of listeners) listener(error)
  }
  store.onLost(tell)
  return { listen: (listener) => void listeners.push(listener), tell }
}

class CoreHost {
  readonly #core: Core
  readonly #store: Store
  readonly #line: Line
  readonly #onStoreLost: (error: Error) => void
  readonly #out = new ByteWriter()
  #batches: SentBatch[] = []
  #objects: ObjectReply[] = []
  #isFlushDue = false

  constructor(options: {
    readonly core: Core
    readonly store: Store
    readonly line: Line
    readonly onStoreLost: (error: Error) => void
  }) {
    this.#onStoreLost = options.onStoreLost
    this.#core = options.core
    this.#store = options.store
    this.#line = options.line
    this.#core.onPublished(({ batch, firstSequence, wallTime, bytes }) => {
      this.#batches.push({ batch, firstSequence, wallTime, bytes })
      this.#flushSoon()
    })
    setInterval(() => this.#flushSoon(), STATUS_EVERY_MS).unref()
  }

  status() {
    const core = this.#core
    const stats = { ...core.stats(), connections: this.#store.usage() }
    return { stats, treeHead: core.treeHead(), marketTime: core.marketTime(), journalCheck: core.journalCheck() }
  }

  take({ frame, objects }: ToCore): void {
    for (const piece of piecesOf(frame)) this.#carryOut(piece)
    for (const call of objects) this.#answerObject(call)
  }

  #carryOut(piece: Piece): void {
    if (piece.kind === 'market') this.#core.market(piece.command)
    else if (piece.kind === 'query') this.#query(piece.call, piece.question)
    else this.#submit(piece.call, piece.submission)
  }

  #submit(call: number, submission: Submission): void {
    this.#core.submit(submission).then(
      (done) => this.#write((out) => writeSubmitted(out, call, done)),
      (error: unknown) => this.#write((out) => writeError(out, call, error)),
    )
  }

  #query<Kind extends QuestionKind>(call: number, question: Question<Kind>): void {
    this.#core.query(question).then(
      (answer) => this.#write((out) => writeAnswer(out, call, { kind: question.kind, answer })),
      (error: unknown) => this.#write((out) => writeError(out, call, error)),
    )
  }

  #answerObject(request: ObjectCall): void {
    const { call } = request
    this.#objectAnswer(request).then(
      (value) => this.#reply({ call, ok: true, value }),
      (error: unknown) => this.#reply({ call, ok: false, error: coreErrorOf(error) }),
    )
  }

  #objectAnswer(request: ObjectCall): Promise<Extract<ObjectReply, { ok: true }>['value']> {
    switch (request.kind) {
      case 'projected':
        return this.#core.projected().then(() => undefined)
      case 'probe_store':
        return this.#core.probeStore().then(() => undefined)
      case 'begin_journal_check':
        this.#core.beginJournalCheck()
        return Promise.resolve(undefined)
      case 'stop':
        return this.#core.stop().then(() => undefined)
      case 'store_lost':
        this.#onStoreLost(new Error(request.message))
        return Promise.resolve(undefined)
      case 'receipt':
        return this.#core.receipt(request.order)
      case 'consistency':
        return this.#core.consistency(request.first)
      case 'standing':
        return this.#core.standing(request.request, request.account)
    }
  }

  #reply(reply: ObjectReply): void {
    this.#objects.push(reply)
    this.#flushSoon()
  }

  #write(write: (out: ByteWriter) => void): void {
    write(this.#out)
    this.#flushSoon()
  }

  /** Everything of one turn goes in one message. */
  #flushSoon(): void {
    if (this.#isFlushDue) return
    this.#isFlushDue = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isFlushDue = false
    const frame = this.#out.bytes()
    const message: FromCore = {
      kind: 'turn',
      frame,
      batches: this.#batches,
      objects: this.#objects,
      status: this.status(),
    }
    this.#out.clear()
    this.#batches = []
    this.#objects = []
    this.#line.send(message)
  }
}
