/**
 * The messages between the core's thread and the thread of the transports. Frequent messages (commands, quotes,
 * questions, and their answers) are written as bytes into one frame a turn; rare messages cross as plain objects.
 */
import { type AccountId, type Millis, millis, PRICE_FAULTS } from '@veritick/domain'
import {
  type Answer,
  answerCodec,
  ByteReader,
  type ByteWriter,
  branded,
  byteString,
  type Codec,
  type Command,
  commandCodec,
  type Decision,
  decisionCodec,
  flag,
  natural,
  oneOf,
  optional,
  type Question,
  type QuestionKind,
  questionCodec,
  record,
  reference,
} from '@veritick/engine'
import type { TreeHead } from '../journal/index.ts'
import { CoreBusy, CoreEnded } from '../journal/index.ts'
import { CONNECTION_LOST, troubleOf } from '../store/index.ts'
import type { PublishedBatch } from './core.ts'
import type { FatalReason } from './fatal.ts'
import type { JournalCheck } from './journal-check.ts'
import type { Receipt } from './receipt.ts'
import type { KeyStanding, RequestKey } from './requests.ts'
import { StateFault } from './state-faults.ts'
import type { CoreStats } from './stats.ts'
import {
  type CoreRefusal,
  CUSTOMER_REFUSALS,
  type CustomerRefusal,
  type Submission,
  type Submitted,
} from './submission.ts'
import { PRICE_NAMES, type PriceName, type PriceRefusal, type WrittenPrices } from './written-prices.ts'

/** Calls that happen seldom. `call` numbers the reply. */
export type ObjectCall = { readonly call: number } & (
  | { readonly kind: 'projected' | 'probe_store' | 'begin_journal_check' | 'stop' }
  | { readonly kind: 'store_lost'; readonly message: string }
  | { readonly kind: 'receipt'; readonly order: number }
  | { readonly kind: 'consistency'; readonly first: number }
  | { readonly kind: 'standing'; readonly request: RequestKey; readonly account: AccountId }
)

export type ObjectReply =
  | { readonly call: number; readonly ok: true; readonly value: undefined | Receipt | readonly string[] | KeyStanding }
  | { readonly call: number; readonly ok: false; readonly error: CoreError }

/** A message to the core's thread. Its calls are in the order in which they were made. */
export type ToCore = { readonly frame: Uint8Array; readonly objects: readonly ObjectCall[] }

/** A message of the core's thread; at most one in a turn of its event loop. */
export type FromCore =
  | { readonly kind: 'opened'; readonly status: CoreStatus }
  | { readonly kind: 'refused'; readonly fault: CoreFault }
  | { readonly kind: 'fatal'; readonly reason: FatalReason; readonly message: string }
  | {
      readonly kind: 'turn'
      readonly frame: Uint8Array
      readonly batches: readonly SentBatch[]
      readonly objects: readonly ObjectReply[]
      readonly status: CoreStatus
    }

/** A durable batch; its events cross as the journal holds them and are read on the other side. */
export type SentBatch = Omit<PublishedBatch, 'events'>

/** The status that the core sends with every turn. */
export type CoreStatus = {
  readonly stats: CoreStats
  readonly treeHead: TreeHead
  readonly marketTime: Millis | undefined
  readonly journalCheck: JournalCheck
}

/**
 * Why the core did not open. `remedy`: what the operator does about a stored state that cannot be trusted.
 * `isStoreLost`: the connection to PostgreSQL broke while the core opened.
 */
export type CoreFault = {
  readonly message: string
  readonly stack: string | undefined
  readonly remedy: string | undefined
  readonly isStoreLost: boolean
}

export function coreFaultOf(error: unknown): CoreFault {
  const remedy = error instanceof StateFault ? error.remedy : undefined
  if (troubleOf(error) === 'lost') return { message: CONNECTION_LOST, stack: undefined, remedy, isStoreLost: true }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  return { message, stack, remedy, isStoreLost: false }
}

/** UTF-8: its length in bytes as a natural, then the bytes. */
const text: Codec<string> = {
  write: (out, value) => byteString.write(out, Buffer.from(value)),
  read: (from) => Buffer.from(byteString.read(from)).toString(),
}

const ERROR_KINDS = ['busy', 'ended', 'failed'] as const
/** An answer that was not given, and why. */
export type CoreError = { readonly kind: (typeof ERROR_KINDS)[number]; readonly message: string }

const coreError: Codec<CoreError> = record<CoreError>({ kind: oneOf(ERROR_KINDS), message: text })

export function coreErrorOf(error: unknown): CoreError {
  const message = error instanceof Error ? error.message : String(error)
  // The error loses its code between the threads: the thread decides what of the store passes.
  if (error instanceof CoreBusy || troubleOf(error) !== undefined) return { kind: 'busy', message }
  return { kind: error instanceof CoreEnded ? 'ended' : 'failed', message }
}

export function errorFrom({ kind, message }: CoreError): Error {
  if (kind === 'busy') return new CoreBusy(message)
  return kind === 'ended' ? new CoreEnded(message) : new Error(message)
}

/** One piece of a frame to the core. `call` numbers the answer. */
export type Piece =
  | { readonly kind: 'submit'; readonly call: number; readonly submission: Submission }
  | { readonly kind: 'query'; readonly call: number; readonly question: Question }
  | { readonly kind: 'market'; readonly command: Command }

const PIECES: readonly Piece['kind'][] = ['submit', 'query', 'market']
const pieceKind = oneOf(PIECES)
const submission: Codec<Submission> = {
  write(out, { command, prices, request, refusal }) {
    commandCodec.write(out, command)
    pricesCodec.write(out, prices)
    requestCodec.write(out, request)
    refusalCodec.write(out, refusal)
  },
  read(from) {
    const command = commandCodec.read(from)
    const prices = pricesCodec.read(from)
    const request = requestCodec.read(from)
    const refusal = refusalCodec.read(from)
    return { command, ...(prices && { prices }), ...(request && { request }), ...(refusal && { refusal }) }
  },
}
const price = optional(text)
const pricesCodec = optional(
  record<WrittenPrices>({ target: price, stopLoss: price, takeProfit: price, seenPrice: price }),
)
type Request = NonNullable<Submission['request']>
const requestCodec = optional(
  record<Request>({ key: reference, content: text, namedAt: optional(branded(natural, millis)) }),
)
const refusalCodec = optional(oneOf<CustomerRefusal>(CUSTOMER_REFUSALS))

export function writePiece(out: ByteWriter, piece: Piece): void {
  pieceKind.write(out, piece.kind)
  if (piece.kind === 'market') {
    commandCodec.write(out, piece.command)
    return
  }
  natural.write(out, piece.call)
  if (piece.kind === 'submit') submission.write(out, piece.submission)
  else questionCodec.write(out, piece.question)
}

/** The pieces of a frame, in the order in which they were written. */
export function* piecesOf(frame: Uint8Array): Generator<Piece> {
  const from = new ByteReader(frame)
  while (!from.ended()) {
    const kind = pieceKind.read(from)
    if (kind === 'market') {
      yield { kind, command: commandCodec.read(from) }
      continue
    }
    const call = natural.read(from)
    if (kind === 'submit') yield { kind, call, submission: submission.read(from) }
    else yield { kind, call, question: questionCodec.read(from) }
  }
}

/** Refusals that are the queue's own, not the engine's. */
const QUEUE_REFUSALS = [
  'busy',
  'idempotency_mismatch',
  'idempotency_key_expired',
  'idempotency_key_ahead',
  ...CUSTOMER_REFUSALS,
] as const
type QueueRefusal = (typeof QUEUE_REFUSALS)[number]
const queueRefusal = oneOf<QueueRefusal>(QUEUE_REFUSALS)

const isQueueRefusal = (reason: CoreRefusal): reason is QueueRefusal => QUEUE_REFUSALS.some((each) => each === reason)

const priceRefusal = record<Omit<PriceRefusal, 'ok'>>({
  reason: oneOf<PriceRefusal['reason']>([...PRICE_FAULTS, 'target_missing']),
  price: oneOf<PriceName>(PRICE_NAMES),
})

/** The part of the core that gave the answer, which decides how the answer is written. */
const ANSWERED_BY = ['engine', 'queue', 'prices'] as const
const answeredBy = oneOf<(typeof ANSWERED_BY)[number]>(ANSWERED_BY)

const submitted: Codec<Submitted> = {
  write(out, { outcome, repeated }) {
    flag.write(out, repeated)
    if ('price' in outcome) {
      answeredBy.write(out, 'prices')
      priceRefusal.write(out, outcome)
    } else if (!outcome.ok && isQueueRefusal(outcome.reason)) {
      answeredBy.write(out, 'queue')
      queueRefusal.write(out, outcome.reason)
    } else {
      answeredBy.write(out, 'engine')
      // Neither of the two above, so it is a decision of the engine.
      decisionCodec.write(out, outcome as Decision)
    }
  },
  read(from) {
    const repeated = flag.read(from)
    switch (answeredBy.read(from)) {
      case 'engine':
        return { outcome: decisionCodec.read(from), repeated }
      case 'queue':
        return { outcome: { ok: false, reason: queueRefusal.read(from) }, repeated }
      case 'prices':
        return { outcome: { ok: false, ...priceRefusal.read(from) }, repeated }
    }
  },
}

/** The kind of answer that the client awaits under a number; the answer is decoded by it. */
export type Awaited = { readonly kind: 'submit' } | { readonly kind: 'query'; readonly question: QuestionKind }

export function writeSubmitted(out: ByteWriter, call: number, value: Submitted): void {
  natural.write(out, call)
  flag.write(out, true)
  submitted.write(out, value)
}

export function writeAnswer<Kind extends QuestionKind>(
  out: ByteWriter,
  call: number,
  answered: { readonly kind: Kind; readonly answer: Answer<Kind> },
): void {
  natural.write(out, call)
  flag.write(out, true)
  answerCodec(answered.kind).write(out, answered.answer)
}

export function writeError(out: ByteWriter, call: number, error: unknown): void {
  natural.write(out, call)
  flag.write(out, false)
  coreError.write(out, coreErrorOf(error))
}

/** Reads a frame of answers: `awaitedOf` says what a number asked for, and `settle` takes what came. */
export function readAnswers(
  frame: Uint8Array,
  to: {
    readonly awaitedOf: (call: number) => Awaited
    readonly settle: (
      call: number,
      result: { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: Error },
    ) => void
  },
): void {
  const from = new ByteReader(frame)
  while (!from.ended()) {
    const call = natural.read(from)
    if (!flag.read(from)) {
      to.settle(call, { ok: false, error: errorFrom(coreError.read(from)) })
      continue
    }
    const awaited = to.awaitedOf(call)
    const codec: Codec<unknown> = awaited.kind === 'submit' ? submitted : answerCodec(awaited.question)
    to.settle(call, { ok: true, value: codec.read(from) })
  }
}
