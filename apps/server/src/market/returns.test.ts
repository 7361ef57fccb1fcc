/**
 * Rows after a silence, a gap, a break or a start, through the flow of the market, by the second. Old rows open no
 * market. Correct rows of a quiet or slow market keep it open.
 */
import { type InstrumentId, type Millis, millis, must, points } from '@veritick/domain'
import { catalogue, EURUSD, MSFT } from '@veritick/testing/scripted-feed'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { QuoteFlow } from './flow.ts'
import { clockOnly } from './flow-fixture.ts'

const BID = 108_500
const SECOND = 1_000

type Options = { readonly start?: number; readonly sessions?: 'always' | 'real'; readonly hasNumber?: () => boolean }

/** A market whose clock the test moves, from Wednesday 15:00 UTC on unless it says otherwise. */
class World {
  readonly #start: number
  readonly #flow: QuoteFlow
  #now: Millis

  constructor({ start = Date.UTC(2026, 2, 4, 15), sessions = 'always', hasNumber = () => true }: Options = {}) {
    this.#start = start
    this.#now = millis(start)
    let number = 0
    const feed = clockOnly(() => this.#now)
    const nextSequence = () => (hasNumber() ? ++number : undefined)
    const log = pino({ level: 'silent' })
    this.#flow = new QuoteFlow({
      feed,
      catalogue,
      sessions,
      lastRollover: undefined,
      nextSequence,
      ended: () => {},
      log,
    })
    this.#flow.start(() => {})
  }

  /** The feed says each second that it is alive. */
  to(second: number): void {
    const end = this.#start + second * SECOND
    while (this.#now < end) {
      this.#now = millis(Math.min(this.#now + SECOND, end))
      this.#flow.alive(this.#now)
    }
  }

  /** The status after a row. `behind`: seconds that the source's clock is behind. */
  row(second: number, bid: number, { spread = 10, instrument = EURUSD, behind = 0 }: RowOptions = {}): string {
    this.to(second)
    const time = millis(this.#now - behind * SECOND)
    this.#flow.quote({ instrument, time, bid: points(bid), ask: points(bid + spread), volume: 1 })
    return this.status(instrument)
  }

  status(instrument: InstrumentId = EURUSD): string {
    return must(this.#flow.items.get(instrument), 'it is in the catalogue').status
  }

  /** Rows at ordinary prices, `every` so many seconds. The second at which the next would come. */
  calm(count: number, every = 1): number {
    for (let index = 0; index < count; index++) this.row(1 + index * every, BID + 5 + (index % 3))
    return 1 + count * every
  }

  /** Seconds of a hundred in which the market is open while a row comes `every` so many seconds. */
  openShare(from: number, { rows, every, row }: Played): number {
    let open = 0
    for (let index = 0; index < rows; index++) {
      const { bid, spread = 10 } = row(index)
      this.row(from + index * every, bid, { spread })
      for (let second = 0; second < every; second++) {
        this.to(from + index * every + second)
        if (this.status() === 'open') open++
      }
    }
    return (100 * open) / (rows * every)
  }
}

type RowOptions = { readonly spread?: number; readonly instrument?: InstrumentId; readonly behind?: number }
type Played = {
  readonly rows: number
  readonly every: number
  readonly row: (index: number) => { readonly bid: number; readonly spread?: number }
}

describe('an old row opens no market', () => {
  test('after a silence whose last row was a suspect, and a newer price', () => {
    const world = new World()
    const at = world.calm(60)
    expect(world.row(at, 108_900)).toBe('held')
    expect(world.row(at + 60, 108_900)).toBe('stale')
    expect(world.row(at + 61, 109_110)).toBe('open')
    expect(world.row(at + 62, 108_900)).toBe('held')
  })

  test('after a start of a feed without a past: the old row, a new one near it, the old one', () => {
    const world = new World()
    expect(world.row(1, BID)).toBe('stale')
    expect(world.row(2, 108_715)).toBe('stale')
    expect(world.row(3, 108_716)).toBe('open')
    expect(world.row(4, BID)).toBe('held')
  })

  test('by a clock of the source that is behind: a doubt lasts ten seconds of market time', () => {
    const world = new World()
    const at = world.calm(60)
    world.row(at, BID)
    expect(world.row(at + 60, 108_710, { behind: 9 })).toBe('open')
    expect(world.row(at + 61, BID)).toBe('held')
  })

  test('after crossed rows behind which the price goes on', () => {
    const world = new World()
    const at = world.calm(60)
    world.row(at, BID)
    for (let second = 1; second <= 8; second++) world.row(at + second, BID + 60 * second, { spread: -1 })
    expect(world.row(at + 9, BID)).toBe('held')
    expect(world.row(at + 10, BID + 490)).toBe('held')
    expect(world.row(at + 11, BID + 491)).toBe('open')
  })

  test('of a slow instrument, after the first row of a gap', () => {
    const world = new World()
    const at = world.calm(60, 60)
    world.row(at, BID)
    expect(world.row(at + 150, 110_500)).toBe('held')
    expect(world.row(at + 152, BID)).toBe('held')
    expect(world.row(at + 154, 110_501)).toBe('open')
  })

  test('of a slow instrument, after a new price within the guard', () => {
    const world = new World()
    const at = world.calm(60, 60)
    world.row(at, BID)
    expect(world.row(at + 120, BID + 200)).toBe('open')
    expect(world.row(at + 121, BID)).toBe('held')
    expect(world.row(at + 180, BID + 201)).toBe('open')
  })

  test('among several that the source sends at once after the first row of a gap', () => {
    for (const silence of [1, 31]) {
      const world = new World()
      const at = world.calm(60)
      world.row(at, BID - 4)
      world.row(at + 1, BID)
      expect(world.row(at + 1 + silence, 109_000)).not.toBe('open')
      expect(world.row(at + 1.1 + silence, BID - 4)).not.toBe('open')
      expect(world.row(at + 1.2 + silence, BID)).not.toBe('open')
      expect(world.row(at + 2 + silence, 109_002)).not.toBe('open')
      expect(world.row(at + 6 + silence, 109_003)).toBe('open')
    }
  })

  test('from the break, nor at an opening without a row of its own', () => {
    const beforeBreak = { start: Date.UTC(2026, 2, 6, 21, 57), sessions: 'real' } as const
    const sunday = (Date.UTC(2026, 2, 8, 21, 5) - beforeBreak.start) / SECOND
    const world = new World(beforeBreak)
    world.calm(55)
    world.row(57, BID + 30)
    expect(world.row(200, BID + 29)).toBe('closed')
    expect(world.row(sunday - 3, BID + 30)).toBe('closed')
    world.to(sunday + 1)
    expect(world.status()).toBe('stale')
    expect(world.row(sunday + 2, BID + 30)).toBe('stale')
    expect(world.row(sunday + 3, BID + 31)).toBe('open')
  })

  test('that is stamped in the break and comes after the opening, as the first of all', () => {
    const world = new World({ start: Date.UTC(2026, 2, 8, 21, 4), sessions: 'real' })
    world.to(60)
    expect(world.row(60.5, 105_000, { behind: 1 })).toBe('stale')
    expect(world.row(62, BID)).toBe('stale')
    expect(world.row(63, BID + 2)).toBe('open')
  })

  test('of before a start in the break, within the guard', () => {
    const world = new World({ start: Date.UTC(2026, 2, 8, 21, 4), sessions: 'real' })
    for (let second = 1; second < 60; second++) world.row(second, BID + (second % 3))
    expect(world.row(61, BID - 200)).not.toBe('open')
    expect(world.row(62, BID + 3)).toBe('open')
    expect(world.row(63, BID - 201)).toBe('held')
    expect(world.row(64, BID + 5)).toBe('open')
  })

  test('of a share, where it came after the close', () => {
    const start = Date.UTC(2026, 2, 4, 20, 59)
    const world = new World({ start, sessions: 'real' })
    const share = { instrument: MSFT, spread: 2 }
    for (let second = 1; second < 59; second++) world.row(second, 42_900 + (second % 3), share)
    world.row(62, 42_904, share)
    const opening = (Date.UTC(2026, 2, 5, 14, 30) - start) / SECOND
    expect(world.row(opening + 1, 42_904, share)).toBe('stale')
    expect(world.row(opening + 2, 42_906, share)).toBe('open')
  })

  test('that could not be published an hour before', () => {
    let hasNumber = true
    const world = new World({ hasNumber: () => hasNumber })
    const at = world.calm(60)
    hasNumber = false
    expect(world.row(at, BID + 9)).toBe('stale')
    hasNumber = true
    expect(world.row(at + 3_600, BID + 9)).toBe('stale')
  })

  test('through a pace that crossed rows or refused ones have made slow', () => {
    const crossed = new World()
    for (const phase of [0, 200]) {
      for (let second = 1; second <= 30; second++) crossed.row(phase + second, BID + (second % 3))
      for (let second = 31; second < 130; second++) crossed.row(phase + second, BID, { spread: -1 })
    }
    crossed.row(400, BID)
    crossed.to(411)
    expect(crossed.status()).toBe('stale')
    const still = new World()
    for (let index = 0; index < 200; index++) still.row(1 + 30 * index, BID)
    still.to(30 * 199 + 95)
    expect(still.status()).toBe('stale')
  })
})

describe('correct rows keep a market open', () => {
  test('to and fro between two prices after two silences', () => {
    for (const other of [BID + 1, BID + 9]) {
      const world = new World()
      const at = world.calm(60)
      world.row(at, other)
      world.row(at + 15, BID)
      world.row(at + 18, other)
      const row = (index: number) => ({ bid: index % 2 === 0 ? BID : other })
      expect(world.openShare(at + 33, { rows: 600, every: 1, row })).toBeGreaterThan(95)
    }
  })

  test('at one new price after a gap, from its tenth second on', () => {
    const world = new World()
    const at = world.calm(60)
    const row = () => ({ bid: 109_000 })
    expect(world.openShare(at, { rows: 60, every: 1, row })).toBeGreaterThan(75)
  })

  test('at one price, after a silence, with a wide spread now and then', () => {
    const world = new World()
    const at = world.calm(60)
    world.row(at, BID)
    const row = (index: number) => ({ bid: BID, spread: index % 5 === 4 ? 110 : 10 })
    expect(world.openShare(at + 15, { rows: 600, every: 1, row })).toBeGreaterThan(70)
  })

  test.each([11, 30, 60, 120])('at one price from the start on, with a row each %i s', (every) => {
    const rows = Math.floor(14_400 / every)
    expect(new World().openShare(1, { rows, every, row: () => ({ bid: BID }) })).toBeGreaterThan(75)
  })
})
