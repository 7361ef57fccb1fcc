/**
 * An adversary of the gate: sources composed by chance of the ways in which sources have lied. Each repeats its shapes
 * for ten minutes. A trader who knows every coming row trades at those on which an order would be filled. These must
 * not earn much more than the distance between the lowest and the highest of them, for any other rows between.
 */
import { Random } from '../random.ts'
import { Foresight, marketOf } from './lines.ts'
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
  'third line': { row: ({ near, apart }, { size, turn }) => ({ bid: near - apart * (1 + (turn % size)) }) },
} satisfies Record<string, Way>
type Name = keyof typeof WAYS

/** `silence`: seconds before its first row. */
export type Shape = { readonly name: Name; readonly size: number; readonly rows: number; readonly silence?: number }
/** `apart`: points between two lines. `after`: milliseconds between rows. `taught`: shapes before the ten minutes. */
export type Source = {
  readonly apart: number
  readonly after: number
  readonly taught: readonly Shape[]
  readonly taughtTimes: number
  readonly shapes: readonly Shape[]
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
  return {
    ...{ apart: random.pick(APART), after: random.pick(AFTER) },
    ...{ taught: shapes(3), taughtTimes: random.pick([0, 0, 20, 60]), shapes: shapes(6) },
  }
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
  #now = 0
  #end = Number.POSITIVE_INFINITY
  /** 0 or 1. */
  #line = 0
  #turn = 0
  #lowest = Number.POSITIVE_INFINITY
  #highest = Number.NEGATIVE_INFINITY

  constructor(Flow: Flow, source: Source, seed: number) {
    this.#market = marketOf(Flow)
    this.#source = source
    this.#random = new Random(seed)
  }

  cost(): number {
    const { taught, taughtTimes, shapes } = this.#source
    for (let row = 0; row < CALM; row++) this.#send({ bid: BID + (row % 5) }, 1_000)
    const start = this.#now
    for (let times = 0; times < taughtTimes && this.#now < start + TAUGHT_UNTIL; times++)
      for (const shape of taught) this.#do(shape)
    this.#isTrading = true
    this.#end = this.#now + LASTS
    while (this.#now < this.#end) for (const shape of shapes) this.#do(shape)
    return this.#trader.earned / Math.max(GUARD, this.#highest - this.#lowest)
  }

  #do({ name, size, rows, silence = 0 }: Shape): void {
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
    const { status, quote } = this.#market.item
    return status === 'open' && quote?.bid === bid
  }

  #send({ bid, spread = SPREAD }: Sent, after: number): void {
    if (this.#now >= this.#end) return
    const { item, send } = this.#market
    this.#now = send(Math.max(BID / 5, Math.round(bid)), { after, spread: Math.round(spread) })
    if (!this.#isTrading || item.status !== 'open' || item.quote === undefined) return
    this.#trader.see(item.quote)
    this.#lowest = Math.min(this.#lowest, item.quote.ask)
    this.#highest = Math.max(this.#highest, item.quote.bid)
  }
}
