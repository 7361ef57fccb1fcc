/**
 * An adversary of the gate: sources composed by chance of the ways in which sources have lied. Each repeats its shapes
 * for ten minutes. A trader who knows every coming row trades at those on which an order would be filled. These must
 * not earn much more than the distance between the lowest and the highest of them, for any other rows between. Before
 * the ten minutes a source teaches: at prices far away, and with rows at which no order can be filled.
 */
import { Random } from '../random.ts'
import { Foresight } from './lines.ts'
import { marketOf, START } from './market-of.ts'
import type { Flow } from './play.ts'

const BID = 108_500
const SPREAD = 10
/** The smallest guard, in points. */
const GUARD = 217
/** Right rows before, a second apart. */
const CALM = 250
const LASTS = 600_000
/** Teaching ends here. */
const TAUGHT_UNTIL = 1_200_000
/** Right rows after it where none of its rows filled an order: the source is known again. */
const CALM_AFTER = 40
/** The daily break of forex, 16:58 to 17:05 in New York. */
const BREAK = { from: Date.UTC(2026, 2, 4, 21, 58), to: Date.UTC(2026, 2, 4, 22, 5) }
/** Bid of the instrument that converts, which is quoted once a second. */
const RATE = 150_000
/** A source that waits for the gate to believe it gives up after so many rows. */
const WAITS_MAX = 200
const APART = [30, 60, 100, 150, 210, 400, 600, 1_000, 2_300, 10_000] as const
const AFTER = [100, 250, 1_000, 1_000, 3_000] as const
const SIZES = [1, 2, 3, 5, 9, 20, 60] as const
const ROWS = [1, 1, 2, 2, 3, 4, 5, 9, 30] as const

/** Points of bid and spread. */
type Sent = { readonly bid: number; readonly spread?: number }
/** `near`: the price of its line, `far`: that of the other one, `few`: 0 to 4 points, `turn`: counts the shapes. */
type Place = { readonly near: number; readonly far: number; readonly apart: number; readonly few: number }
type Step = { readonly index: number; readonly rows: number; readonly size: number; readonly turn: number }
/** `changes`: the source is on its other line from this shape on. `waits`: and stays there until it is believed. */
type Way = { readonly row: (place: Place, step: Step, random: Random) => Sent; readonly turns?: 'changes' | 'waits' }

/** Up and down over five prices. */
const RUNGS = [0, 1, 2, 3, 4, 3, 2, 1]
const rung = (index: number) => (RUNGS[index % RUNGS.length] ?? 0) / 4
const share = ({ index, rows }: Step) => (index + 1) / rows
const grown = ({ index, size }: Step) => size * 1.4 ** Math.min(index, 20)
const stay = ({ near, few }: Place): Sent => ({ bid: near + few })

const WAYS = {
  stay: { row: stay },
  'other line': { row: stay, turns: 'changes' },
  'until believed': { row: stay, turns: 'waits' },
  'wide over both': {
    row: ({ near, far, apart }, { index, size }) => ({
      bid: Math.min(near, far) - 20 - (index % 5) * size,
      spread: apart + 40 + 15 * size,
    }),
  },
  'wide beside': { row: ({ near, few }, { size }) => ({ bid: near - few, spread: SPREAD * Math.min(9, size) }) },
  garbage: {
    row: ({ near, apart }, { size }, random) => ({
      bid: near + random.between(-Math.ceil(apart * size * 0.6), Math.ceil(apart * size * 0.6)),
    }),
  },
  'drawn line': { row: ({ near, far }, _, random) => ({ bid: near + ((far - near) * random.below(100)) / 100 }) },
  between: { row: ({ near, far, few }, { index }) => ({ bid: (near + far) / 2 + few + index }) },
  repeats: { row: ({ near }) => ({ bid: near + 2 }) },
  'growing spread': { row: ({ near }, step) => ({ bid: near - grown(step), spread: SPREAD + 2 * grown(step) }) },
  glide: { row: ({ near, far }, step) => ({ bid: far + (near - far) * share(step) }), turns: 'changes' },
  'glide back': { row: ({ near, far }, step) => ({ bid: far + (near - far) * share(step) }) },
  crossed: { row: ({ near }) => ({ bid: near, spread: -5 }) },
  walk: { row: ({ near }, { index, size }) => ({ bid: near + ((index * 2) % 5) * size }) },
  'still ask': {
    row: ({ near }, { index, size }) => ({ bid: near - (index % 5) * size, spread: SPREAD + (index % 5) * size }),
  },
  spike: { row: ({ near, apart }, { size, turn }) => ({ bid: near + (turn % 2 === 0 ? apart : -apart) * size }) },
  rungs: { row: ({ near, far, few }, { index }) => ({ bid: near + few + (far - near) * rung(index) }) },
  'growing rungs': {
    row: ({ near, far }, { index, turn }) => ({
      bid: near + (far - near) * rung(index) * Math.min(1, 1.5 ** turn / 100),
    }),
  },
  'out and back': {
    row: ({ near, apart }, { index, rows }) => ({ bid: near + (apart / 5) * Math.min(index + 1, rows - index - 1) }),
  },
  'far away': { row: ({ near, apart, few }, { index, size }) => ({ bid: near + few + index + apart * size }) },
  'third line': { row: ({ near, apart }, { size, turn }) => ({ bid: near - apart * (1 + (turn % size)) }) },
} satisfies Record<string, Way>
type Name = keyof typeof WAYS

/**
 * `silence`: seconds before its first row. `isHidden`: the rate of the instrument is not known until after its last
 * row, so an order is filled at that one alone.
 */
export type Shape = {
  readonly name: Name
  readonly size: number
  readonly rows: number
  readonly silence?: number
  readonly isHidden?: boolean
}
/** No order is filled at rows of before a start, in a break, and while the rate of the instrument is not known. */
type Untraded = 'past' | 'break' | 'rate'
/**
 * `apart`: points between two lines. `after`: milliseconds between rows. `once` and `taught`: shapes before the ten
 * minutes, at whose rows no order is filled where the source is `untraded`.
 */
export type Source = {
  readonly apart: number
  readonly after: number
  readonly once?: readonly Shape[]
  readonly taught: readonly Shape[]
  readonly taughtTimes: number
  readonly shapes: readonly Shape[]
  readonly untraded?: Untraded | undefined
}

const NAMES = [...(Object.keys(WAYS) as Name[]), 'stay', 'stay', 'other line', 'until believed', 'garbage'] as const

export function draw(seed: number): Source {
  const random = new Random(seed)
  const shape = (): Shape => ({
    name: random.pickAny(NAMES) ?? 'stay',
    size: random.pick(SIZES),
    rows: random.pick(ROWS),
    ...(random.percent(6) ? { silence: random.pick(SIZES) } : {}),
  })
  const shapes = (most: number) => Array.from({ length: random.between(1, most) }, shape)
  const source: Source = {
    ...{ apart: random.pick(APART), after: random.pick(AFTER) },
    ...{ taught: shapes(3), taughtTimes: random.pick([0, 0, 20, 60]), shapes: shapes(6) },
    ...(random.percent(30) ? { once: farAndBack(random.pick(SIZES)) } : {}),
    untraded: random.pickAny([undefined, undefined, undefined, 'past', 'break', 'rate', 'rate'] as const),
  }
  if (source.untraded !== 'rate') return source
  return { ...source, shapes: source.shapes.map((each) => ({ ...each, isHidden: random.percent(30) })) }
}

/** Rows that agree, so that they are believed, `size` times as far away as the lines are from one another. */
export function farAndBack(size: number): readonly Shape[] {
  return [
    { name: 'far away', size, rows: 4 },
    { name: 'stay', size, rows: 5 },
  ]
}

/** The points that the trader earns, in distances of the rows that fill an order, or guards where it is less. */
export function cost(Flow: Flow, source: Source, seed: number): number {
  return new Adversary(Flow, source, seed).cost()
}

class Adversary {
  readonly #market
  readonly #source: Source
  readonly #random: Random
  readonly #trader = new Foresight()
  #isTrading = false
  #now: number
  /** Of its last row. */
  #rateAt = 0
  #isRateKnown = true
  #end = Number.POSITIVE_INFINITY
  /** 0 or 1. */
  #line = 0
  #turn = 0
  #lowest = Number.POSITIVE_INFINITY
  #highest = Number.NEGATIVE_INFINITY

  constructor(Flow: Flow, source: Source, seed: number) {
    const isBreak = source.untraded === 'break'
    this.#now = isBreak ? BREAK.from - CALM * 1_000 : START
    this.#market = marketOf(Flow, {
      ...{ start: this.#now, sessions: isBreak ? 'real' : 'always', hasPast: source.untraded === 'past' },
      code: source.untraded === 'rate' ? 'EURJPY' : 'EURUSD',
    })
    this.#source = source
    this.#random = new Random(seed)
  }

  cost(): number {
    this.#calm(CALM)
    this.#teach()
    this.#isTrading = true
    this.#end = this.#now + LASTS
    while (this.#now < this.#end) for (const shape of this.#source.shapes) this.#do(shape)
    return this.#trader.earned / Math.max(GUARD, this.#highest - this.#lowest)
  }

  #teach(): void {
    const { once = [], taught, taughtTimes, untraded } = this.#source
    if (untraded === 'rate') this.#loseRate()
    if (untraded === 'break') this.#end = BREAK.to - 1_000
    for (const shape of once) this.#do(shape)
    const start = this.#now
    for (let times = 0; times < taughtTimes && this.#now < Math.min(this.#end, start + TAUGHT_UNTIL); times++)
      for (const shape of taught) this.#do(shape)
    if (untraded === undefined) return
    if (untraded === 'rate') this.#findRate()
    if (untraded === 'past') this.#market.begin()
    this.#end = Number.POSITIVE_INFINITY
    this.#line = 0
    while (untraded === 'break' && this.#now < BREAK.to) this.#calm(1)
    this.#calm(CALM_AFTER)
  }

  #calm(rows: number): void {
    for (let row = 0; row < rows; row++) this.#send({ bid: BID + (Math.floor(this.#now / 1_000) % 5) }, 1_000)
  }

  #do(shape: Shape): void {
    if (shape.isHidden === true) this.#loseRate()
    this.#play(shape)
    if (shape.isHidden === true) this.#findRate()
  }

  /** A crossed row. */
  #loseRate(): void {
    this.#isRateKnown = false
    this.#rateAt = this.#now = this.#market.sendRate(RATE, { after: 1, spread: -5 })
  }

  #findRate(): void {
    this.#isRateKnown = true
    this.#sendRate()
    this.#look()
  }

  #sendRate(): void {
    this.#rateAt = this.#now = this.#market.sendRate(RATE + (this.#now % 3), { after: 1 })
  }

  #play({ name, size, rows, silence = 0 }: Shape): void {
    const way: Way = WAYS[name]
    if (way.turns !== undefined) this.#line = 1 - this.#line
    this.#turn++
    const most = way.turns === 'waits' ? WAITS_MAX : rows
    for (let index = 0; index < most; index++) {
      const sent = way.row(this.#place(), { index, rows, size, turn: this.#turn }, this.#random)
      this.#send(sent, this.#source.after + (index === 0 ? silence * 1_000 : 0))
      if (way.turns === 'waits' && this.#isBelieved(sent.bid)) return
    }
  }

  #place(): Place {
    const { apart } = this.#source
    const [near, far] = [BID + this.#line * apart, BID + (1 - this.#line) * apart]
    return { near, far, apart, few: this.#random.below(5) }
  }

  #isBelieved(bid: number): boolean {
    const { gate, quote } = this.#market.item
    return gate.heldSince === undefined && quote?.bid === bid
  }

  #send({ bid, spread = SPREAD }: Sent, after: number): void {
    if (this.#now >= this.#end) return
    const hasRate = this.#source.untraded === 'rate' && this.#isRateKnown
    if (hasRate && this.#now - this.#rateAt >= 1_000) this.#sendRate()
    this.#now = this.#market.send(Math.max(BID / 5, Math.round(bid)), { after, spread: Math.round(spread) })
    this.#look()
  }

  /** An order can be filled at the last quote now. */
  #look(): void {
    const { item } = this.#market
    if (!this.#isTrading || item.status !== 'open' || item.quote === undefined) return
    this.#trader.see(item.quote)
    this.#lowest = Math.min(this.#lowest, item.quote.ask)
    this.#highest = Math.max(this.#highest, item.quote.bid)
  }
}
