/**
 * Several recordings as one stream of quotes in the order of their time. A file is opened when its first row is due,
 * and each holds one piece in memory. Where two rows have the same time, the file named first goes first. Where
 * recordings of one instrument overlap, only the finest is played: a customer could buy at the rows of one source and
 * sell at those of the other as often as they take turns.
 */
import type { Millis } from '@veritick/domain'
import { quotesOf, type RecordedQuote, type Recording } from './recording.ts'

type Source = {
  readonly rank: number
  /** Of the same instrument: from the first row of one of these to its last, this one is not played. */
  readonly finer: readonly Recording[]
  readonly pieces: AsyncGenerator<RecordedQuote[]>
  piece: RecordedQuote[]
  index: number
}

export class MergedQuotes {
  readonly #recordings: readonly Recording[]
  readonly #from: Millis
  /** Not opened yet, the earliest last. */
  readonly #coming: { readonly rank: number; readonly recording: Recording }[]
  #open: Source[] = []

  constructor(recordings: readonly Recording[], from: Millis) {
    this.#recordings = recordings
    this.#from = from
    this.#coming = recordings
      .map((recording, rank) => ({ rank, recording }))
      .filter(({ recording }) => recording.last + recording.period >= from)
      .sort((a, b) => b.recording.first - a.recording.first || b.rank - a.rank)
  }

  /** The next quote, if it is in memory: `ready` must be awaited first. `undefined` after the last. */
  peek(): RecordedQuote | undefined {
    const source = this.#earliest()
    return source?.piece[source.index]
  }

  /** Takes the quote that `peek` showed. False: `ready` must be awaited before the next look. */
  take(): boolean {
    const source = this.#earliest()
    if (source === undefined) return false
    source.index++
    if (source.index >= source.piece.length) return false
    const due = this.#coming[this.#coming.length - 1]
    return due === undefined || due.recording.first > (this.peek()?.time ?? 0)
  }

  /** Reads on until every opened file has its next quote in memory and no file that is due is closed. */
  async ready(): Promise<void> {
    for (;;) {
      for (const source of this.#open) if (source.index >= source.piece.length) await readOn(source)
      this.#open = this.#open.filter((source) => source.index < source.piece.length)
      const due = this.#coming[this.#coming.length - 1]
      if (due === undefined) return
      const next = this.peek()
      if (next !== undefined && due.recording.first > next.time) return
      this.#coming.pop()
      const { rank, recording } = due
      const finer = this.#recordings.filter((other) => isFiner(other, recording, this.#recordings))
      this.#open.push({ rank, finer, pieces: quotesOf(recording, this.#from), piece: [], index: 0 })
    }
  }

  async close(): Promise<void> {
    for (const source of this.#open) await source.pieces.return(undefined)
    this.#open = []
    this.#coming.length = 0
  }

  #earliest(): Source | undefined {
    let earliest: Source | undefined
    let time = Number.POSITIVE_INFINITY
    for (const source of this.#open) {
      const quote = source.piece[source.index]
      if (quote === undefined) continue
      if (quote.time < time || (quote.time === time && earliest !== undefined && source.rank < earliest.rank)) {
        earliest = source
        time = quote.time
      }
    }
    return earliest
  }
}

/** Has shorter bars, or bars of the same length and a name that is first. Ticks are the finest. */
function isFiner(other: Recording, than: Recording, named: readonly Recording[]): boolean {
  if (other === than || other.entry !== than.entry) return false
  return other.period === than.period ? named.indexOf(other) < named.indexOf(than) : other.period < than.period
}

/** The next quotes of a file that are played, or none at its end. */
async function readOn(source: Source): Promise<void> {
  source.index = 0
  source.piece = []
  while (source.piece.length === 0) {
    const { value, done } = await source.pieces.next()
    if (done === true) return
    source.piece = value.filter((quote) => !source.finer.some((other) => covers(other, quote)))
  }
}

/**
 * From its first row to the end of its last one. The parts of a bar that are given at once are played or left out
 * together.
 */
function covers({ first, last, period }: Recording, { time, bar }: RecordedQuote): boolean {
  const moment = bar?.completeAt ?? time
  return moment >= first && moment <= last + Math.max(0, period - 1)
}
