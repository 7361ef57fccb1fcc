/**
 * The simulated market as a function: which quote an instrument has at a moment, and which candle the quotes between
 * two moments make. Price = worth of base / worth of quote, so crosses agree with their legs; the ask stands a spread
 * above the bid that belongs to the instrument and the hour. All instruments are quoted at whole seconds and so in one
 * turn of the feed: a customer who saw the legs of a cross earlier would know the next quote of the cross.
 */
import {
  type InstrumentId,
  type Millis,
  millis,
  must,
  type Points,
  points,
  type Session,
  sessionAt,
  sessionBefore,
} from '@veritick/domain'
import type { Candle } from '../../candles.ts'
import type { Catalogue, CatalogueEntry } from '../../catalogue.ts'
import type { FeedQuote } from '../../feed.ts'
import { type Chance, chanceOf } from '../chance.ts'
import { extremesOf } from './extremes.ts'
import { Walk } from './walk.ts'

/** Typical spread up to this share of the price: quoted every second, others every two. */
const TIGHT = 0.0002
/**
 * No instrument is quoted oftener than once in this many seconds. The shortest silence that makes an instrument stale
 * is more than twice the longest. Powers of two, as extremes.ts demands.
 */
export const QUOTE_SECONDS = [1, 2, 4] as const
export type QuoteSeconds = (typeof QUOTE_SECONDS)[number]
/** A spread keeps its width for this many seconds. */
const SPREAD_KEPT = 8
/** An ordinary Wednesday, in which the widths of an instrument's spread are sampled. */
const SAMPLED_FROM = Date.UTC(2026, 2, 4)
const SAMPLE_MILLIS = 600_000
const SAMPLES = 144

type Priced = {
  readonly entry: CatalogueEntry
  readonly base: Walk
  readonly quote: Walk
  /** Seconds between two quotes, one of `QUOTE_SECONDS`. */
  readonly cadence: number
  readonly session: Session
  /** The random source of the width of its spread. */
  readonly chance: Chance
  /** The middle width of its trading hours, as `widthAt` gives it: the spread is then the typical one. */
  readonly usualWidth: number
}

export class SimulatedPrices {
  readonly #priced = new Map<InstrumentId, Priced>()

  /** `quoteSeconds`: 1 by default. The prices are the same; fewer of them are quoted. */
  constructor(options: {
    readonly catalogue: Catalogue
    readonly seed: string
    readonly sessions: 'always' | 'real'
    readonly quoteSeconds?: QuoteSeconds | undefined
  }) {
    const { catalogue, seed, sessions, quoteSeconds = 1 } = options
    const worths = new Map([...catalogue.factors.values()].map((factor) => [factor.name, new Walk(factor, seed)]))
    const walkOf = (name: string) => must(worths.get(name), `a worth of ${name}`)
    for (const entry of catalogue.instruments) {
      const { terms } = entry
      const chance = chanceOf(seed, `quotes of ${terms.code}`)
      const tight = terms.spreadTypical / 10 ** terms.pricePrecision <= TIGHT * entry.referencePrice
      const session = sessions === 'real' ? terms.session : 'always'
      const walks = { base: walkOf(entry.base), quote: walkOf(entry.quote) }
      this.#priced.set(terms.id, {
        entry,
        ...walks,
        cadence: Math.max(tight ? 1 : 2, quoteSeconds),
        session,
        chance,
        usualWidth: usualWidthOf(walks, session),
      })
    }
  }

  covers(instrument: InstrumentId): boolean {
    return this.#priced.has(instrument)
  }

  /** Every quote after one moment and up to another, in the order of their time. */
  quotesBetween(after: Millis, upTo: Millis): FeedQuote[] {
    const quotes: FeedQuote[] = []
    for (const priced of this.#priced.values()) {
      for (let tick = nextTick(priced, millis(after + 1)); ; tick++) {
        const time = timeOf(priced, tick)
        if (time > upTo) break
        if (sessionAt(priced.session, time).open) quotes.push(quoteOf(priced, tick))
      }
    }
    return quotes.sort((a, b) => a.time - b.time || a.instrument - b.instrument)
  }

  /** The last quote of an instrument up to and with a moment. */
  lastQuote(instrument: InstrumentId, upTo: Millis): FeedQuote {
    const priced = this.#of(instrument)
    const session = sessionBefore(priced.session, upTo)
    const end = Math.min(upTo + 1, session.end)
    return quoteOf(priced, nextTick(priced, millis(end)) - 1)
  }

  /** The candle of the quotes from `start` to before `end`, high and low exact. */
  candle(stretch: { instrument: InstrumentId; start: Millis; end: Millis }): Candle | undefined {
    const priced = this.#of(stretch.instrument)
    const session = sessionBefore(priced.session, millis(stretch.end - 1))
    const first = nextTick(priced, millis(Math.max(stretch.start, session.start)))
    const last = nextTick(priced, millis(Math.min(stretch.end, session.end))) - 1
    if (last < first) return undefined
    const { base, quote, cadence } = priced
    const found = extremesOf({ base, quote, first: first * cadence, last: last * cadence, step: cadence })
    return {
      time: stretch.start,
      open: pointsOf(priced, found.first),
      high: pointsOf(priced, found.highest),
      low: pointsOf(priced, found.lowest),
      close: pointsOf(priced, found.last),
      volume: last - first + 1,
    }
  }

  #of(instrument: InstrumentId): Priced {
    return must(this.#priced.get(instrument), `a price of instrument ${instrument}`)
  }
}

/** Number of the first quote at or after a moment: quotes of an instrument are numbered from 1970. */
function nextTick(priced: Priced, from: Millis): number {
  return Math.ceil(from / (priced.cadence * 1000))
}

function timeOf(priced: Priced, tick: number): Millis {
  return millis(tick * priced.cadence * 1000)
}

function quoteOf(priced: Priced, tick: number): FeedQuote {
  const bid = bidAt(priced, tick)
  return {
    instrument: priced.entry.terms.id,
    time: timeOf(priced, tick),
    bid,
    ask: points(bid + spreadAt(priced, tick * priced.cadence)),
    volume: 1,
  }
}

function bidAt(priced: Priced, tick: number): Points {
  const second = tick * priced.cadence
  return pointsOf(priced, priced.base.at(second) - priced.quote.at(second))
}

function pointsOf(priced: Priced, logarithm: number): Points {
  return points(Math.max(1, Math.round(Math.exp(logarithm) * 10 ** priced.entry.terms.pricePrecision)))
}

/**
 * As wide as the typical spread in the middle of its trading hours: half of its quotes are narrower, half are wider. It
 * breathes by a tenth.
 */
function spreadAt(priced: Priced, second: number): number {
  const width = widthAt(priced, second) / priced.usualWidth
  const breath = 0.9 + (0.2 * priced.chance.bits(1, Math.floor(second / SPREAD_KEPT))) / 2 ** 32
  return Math.max(1, Math.round(priced.entry.terms.spreadTypical * width * breath))
}

/** Narrowest in a lively hour, up to twice as wide in a quiet one. */
function widthAt({ base, quote }: Pick<Priced, 'base' | 'quote'>, second: number): number {
  const lively = (base.activity.smoothAt(second) + quote.activity.smoothAt(second)) / 2
  return Math.min(2, Math.max(1, 1.3 / lively))
}

function usualWidthOf(walks: Pick<Priced, 'base' | 'quote'>, session: Session): number {
  const widths: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const moment = SAMPLED_FROM + sample * SAMPLE_MILLIS
    if (sessionAt(session, millis(moment)).open) widths.push(widthAt(walks, moment / 1000))
  }
  widths.sort((one, two) => one - two)
  return must(widths[Math.floor(widths.length / 2)], 'an ordinary Wednesday has trading hours')
}
