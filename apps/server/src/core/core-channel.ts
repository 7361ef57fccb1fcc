/**
 * How the transports reach a core that is not in their thread: a worker thread of the process, or a process of its own.
 * Both run main.ts and take the same messages; the core itself does not know which of the two it is in.
 */
import { fork } from 'node:child_process'
import { MessageChannel, Worker } from 'node:worker_threads'
import { assert } from '@veritick/domain'
import type { StoreJoined } from '../store/index.ts'
import type { CoreStart } from './core-thread.ts'
import type { FromCore, ToCore } from './thread-frames.ts'

/** The transports' end. */
export type CoreChannel = {
  send(message: ToCore): void
  /** Ends the other side at once. */
  close(): Promise<void>
}

export type ChannelOptions = {
  /** The program of threads and processes (main.ts). */
  readonly program: string
  readonly start: Omit<CoreStart, 'store'>
  readonly store: StoreJoined
  readonly onMessage: (message: FromCore) => void
  /** The other side has ended by itself. */
  readonly onLost: (error: Error) => void
}

/**
 * Megabytes of the heap of the core's thread for new objects. Decisions that wait for their commit survive several
 * collections, and each collection copies them. A larger heap for new objects needs fewer collections.
 */
const YOUNG_GENERATION_MB = 96

/** The argument by which main.ts knows that it is the core's process. */
export const CORE_PROCESS = 'veritick-core'

export function threadChannel(options: ChannelOptions): CoreChannel {
  const { program, start, store, onMessage, onLost } = options
  const { port1: near, port2: far } = new MessageChannel()
  const workerData = { thread: 'core', start: { ...start, store: store.data }, port: far }
  const worker = new Worker(program, {
    workerData,
    transferList: [far, ...store.transfer],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  })
  worker.on('error', (error) => onLost(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => onLost(new Error(`the core's thread has ended (${code})`)))
  near.on('message', onMessage)
  return {
    send: (message) => near.postMessage(message, [message.frame.buffer as ArrayBuffer]),
    close: async () => {
      near.close()
      await worker.terminate()
    },
  }
}

/** Only with a PostgreSQL server: the embedded store lives in the process that opened it. */
export function processChannel(options: ChannelOptions): CoreChannel {
  const { program, start, store, onMessage, onLost } = options
  assert(store.data.kind === 'server', 'a core in a process of its own joins a PostgreSQL server')
  const child = fork(program, [CORE_PROCESS], { serialization: 'advanced' })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      onLost(new Error(`the core's process has ended (${signal ?? code})`))
      resolve()
    })
  })
  child.on('error', onLost)
  child.on('message', (message) => onMessage(message as FromCore))
  child.send({ ...start, store: store.data } satisfies CoreStart)
  return {
    send: (message) => {
      if (child.connected) child.send(message)
    },
    close: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
