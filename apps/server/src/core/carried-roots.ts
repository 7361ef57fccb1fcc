/**
 * The roots of the batches that a start replays, as later rows carry them. A root is a hash for each event, a fifth of
 * all that a start has to do, and a later row holds it already: the start takes it from there and leaves the comparison
 * with the events to the check beside trading (journal-check.ts). The events themselves are bound by the hash of their
 * batch, which the start checks.
 */
import { equalHashes, eventEnds, type Hash } from '@veritick/engine'
import { type BatchTree, eventsRootOf, type JournalRow, nodeOf } from '../journal/index.ts'

type Waiting = Pick<JournalRow, 'hash' | 'events'>

export class CarriedRoots {
  readonly #tree: BatchTree
  /** The batches that have not joined the tree, the first of them with this number. */
  #waiting: Waiting[] = []
  #first: number

  /** `tree` knows every batch before `next`. */
  constructor(tree: BatchTree, next: number) {
    this.#tree = tree
    this.#first = next
  }

  /** The next row, before its events are applied: the batches that join with it have the roots that it says. */
  follow(row: JournalRow): void {
    const { treeSize } = row.header
    const joining = this.#waiting.splice(0, Math.max(0, treeSize + 1 - this.#first))
    const first = this.#first
    this.#first += joining.length
    try {
      for (const [at, { hash }] of joining.entries()) this.#tree.add({ hash, eventsRoot: carriedBy(row, first + at) })
      this.#tree.follow(row)
    } catch (error) {
      // Only now the events tell a row with wrong nodes from one with a wrong root.
      const isCarried = joining.every(({ events }, at) => isRootOf(row, first + at, events))
      throw isCarried ? error : new Error('its tree nodes are not those of the batches that join the tree with it')
    }
  }

  /** The row can join from now on. */
  add({ hash, events }: Waiting): void {
    this.#waiting.push({ hash, events })
  }

  /** Ends the reading: the batches that no row carries yet join the tree with the roots of their events. */
  end(): void {
    for (const { hash, events } of this.#waiting) this.#tree.add({ hash, eventsRoot: rootOfEvents(events) })
    this.#waiting = []
  }
}

function isRootOf(row: JournalRow, batch: number, events: Uint8Array): boolean {
  try {
    return equalHashes(carriedBy(row, batch), rootOfEvents(events))
  } catch {
    return false
  }
}

/** The root of a batch's events as the row with which it joined the tree says it. */
function carriedBy({ header: { treeSize }, treeNodes }: JournalRow, batch: number): Hash {
  return nodeOf({ batch, level: 0 }, { treeSize, treeNodes })
}

const rootOfEvents = (events: Uint8Array) => eventsRootOf(events, [...eventEnds(events)])
