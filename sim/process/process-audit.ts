/**
 * The auditor's knowledge of one process: its decisions, the durable ones among them, and the batches that it has to
 * publish next.
 */
import type { Command, Event, Outcome } from '@veritick/engine'
import type { Books } from './books.ts'
import { Market } from './margin.ts'

export type Decided = {
  readonly outcome: Outcome
  /** Sequence of the newest event before and after. */
  readonly from: number
  readonly to: number
  readonly kind: Command['kind']
}

/** The wall clock that a process read when it began to start, and that moment of virtual time. */
export type Opening = { readonly wall: number; readonly moment: number }

/** The knowledge of one process. */
export class ProcessAudit {
  readonly epoch: number
  readonly opening: Opening
  readonly books: Books
  readonly market = new Market()
  /** Decided and not durable yet, in order. */
  readonly waiting: Event[] = []
  /** Requests that it decided, by key. */
  readonly decided = new Map<string, Decided>()
  /** The next batch that it has to publish. */
  nextPublished: number
  /** Sequence of the newest event that it has made durable, or found so. */
  durable: number

  constructor(process: { readonly epoch: number; readonly opening: Opening }, books: Books, nextPublished: number) {
    this.epoch = process.epoch
    this.opening = process.opening
    this.books = books
    this.nextPublished = nextPublished
    this.durable = books.sequence
  }
}
