/** No turn of the event loop moves more alerts than the limit, and what waits for later turns happens in its order. */
import { userId } from '@veritick/domain'
import { expect, test } from 'vitest'
import { MOVES_PER_TURN, QUOTES_WAITING_MAX, QuoteTurns } from './quote-turns.ts'
import type { Step, WatchedAlert } from './watch.ts'

const alertOf = (alert: number, changes: Partial<WatchedAlert> = {}): WatchedAlert => ({
  alert,
  user: userId(Math.ceil(alert / 50)),
  version: 1,
  instrument: 1,
  side: 'above',
  price: 10_000,
  repeats: true,
  firedAt: undefined,
  ...changes,
})

/** Turns of the event loop by hand, and a writer that keeps the steps. */
function opened(count: number) {
  const steps: Step[] = []
  const later: (() => void)[] = []
  const writer = { isFull: false, add: (added: readonly Step[]) => void steps.push(...added) }
  const quotes = new QuoteTurns(writer, (run) => void later.push(run))
  for (let alert = 1; alert <= count; alert++) quotes.put(alertOf(alert))
  return {
    writer,
    quotes,
    quote: (bid: number, time: number, instrument = 1) => quotes.quote({ instrument, bid, time }),
    /** The steps since the last look. */
    taken: () => steps.splice(0).map(({ kind, alert, bid, time }) => `${kind} ${alert.alert} ${bid} ${time}`),
    /** One turn of the event loop. False: nothing was left to do in it. */
    turn: () => {
      const now = later.splice(0)
      for (const run of now) run()
      return now.length > 0
    },
  }
}

const COUNT = 5 * MOVES_PER_TURN
const numbers = Array.from({ length: COUNT }, (_, at) => at + 1)

test('one quote that reaches many alerts takes many turns: all fire, cool down and are armed again in order', () => {
  const { quotes, quote, taken, turn } = opened(COUNT)
  const all: string[] = []
  const turnsOf = (bid: number, time: number) => {
    quote(bid, time)
    let turns = 1
    do {
      const now = taken()
      expect(now.length).toBeLessThanOrEqual(MOVES_PER_TURN)
      all.push(...now)
      if (quotes.isBehind) turns += 1
    } while (turn())
    return turns
  }
  expect(turnsOf(10_000, 1)).toBe(5)
  expect(all.splice(0)).toEqual(numbers.map((alert) => `fires ${alert} 10000 1`))
  // The pause is over: no step, and as many moves.
  expect(turnsOf(10_001, 60_001)).toBe(5)
  expect(all).toEqual([])
  expect(turnsOf(9_990, 60_002)).toBe(5)
  expect(all).toEqual(numbers.map((alert) => `arms ${alert} 9990 60002`))
})

test('quotes of one turn share its moves, and a quote that reaches nothing waits for none', () => {
  const { quotes, quote, taken, turn } = opened(COUNT)
  for (const alert of [COUNT + 1, COUNT + 2]) quotes.put(alertOf(alert, { instrument: 2 }))
  quote(10_000, 1)
  quote(10_000, 2, 2)
  expect(taken()).toHaveLength(MOVES_PER_TURN)
  turn()
  expect(taken()).toHaveLength(MOVES_PER_TURN)
  turn()
  expect(taken().slice(0, 2), 'the other instrument does not wait for all of the first one').toEqual([
    `fires ${COUNT + 1} 10000 2`,
    `fires ${COUNT + 2} 10000 2`,
  ])
  while (turn());
  expect(quotes.isBehind).toBe(false)
  quote(9_999, 3, 2)
  expect(quotes.isBehind).toBe(false)
})

test('a quote that comes meanwhile waits behind the first, and each alert fires by the quote that reached it', () => {
  const { quotes, quote, taken, turn } = opened(COUNT)
  quotes.put(alertOf(COUNT + 1, { side: 'below', price: 9_000 }))
  quote(10_000, 1)
  quote(9_000, 2)
  // Added at 9,000: the quote of 10,000 was before it and must not fire it; a later one does.
  quotes.put(alertOf(COUNT + 2, { price: 9_500 }))
  // Deleted, and changed: neither comes back.
  quotes.put(alertOf(COUNT + 3))
  quotes.remove(alertOf(COUNT + 3))
  quotes.put(alertOf(COUNT, { version: 2, price: 20_000 }))
  quote(9_500, 3)
  while (turn());
  expect(taken()).toEqual([
    ...numbers.map((alert) => `fires ${alert} 10000 1`),
    `fires ${COUNT + 1} 9000 2`,
    `fires ${COUNT + 2} 9500 3`,
  ])
  quote(10_000, 4)
  quote(20_000, 5)
  while (turn());
  expect(taken()).toEqual([`fires ${COUNT} 20000 5`])
})

test('while the writer is full a begun quote ends, later ones wait for its room, up to a ceiling', () => {
  const { quotes, quote, taken, turn, writer } = opened(COUNT)
  quotes.put(alertOf(COUNT + 1, { side: 'below', price: 9_000, repeats: false }))
  quote(10_000, 1)
  writer.isFull = true
  quote(8_999, 2)
  quote(9_500, 3)
  for (let more = 0; more < QUOTES_WAITING_MAX; more++) quote(9_500, 4)
  // Beyond the ceiling: never compared.
  quotes.put(alertOf(COUNT + 2, { price: 11_000 }))
  quote(11_000, 5)
  while (turn());
  expect(taken()).toEqual(numbers.map((alert) => `fires ${alert} 10000 1`))
  expect(quotes.isBehind).toBe(true)
  writer.isFull = false
  quotes.goOn()
  while (turn());
  expect(taken(), 'the price of then, although it has gone back').toEqual([`fires ${COUNT + 1} 8999 2`])
  quote(11_000, 6)
  expect(taken()).toEqual([`fires ${COUNT + 2} 11000 6`])
  expect(quotes.isBehind).toBe(false)
})

test('a stop ends what waits, also while the writer is full', async () => {
  const steps: Step[] = []
  const writer = { isFull: false, add: (added: readonly Step[]) => void steps.push(...added) }
  const quotes = new QuoteTurns(writer)
  for (let alert = 1; alert <= COUNT; alert++) quotes.put(alertOf(alert, { repeats: false }))
  quotes.quote({ instrument: 1, bid: 10_000, time: 1 })
  expect(steps).toHaveLength(MOVES_PER_TURN)
  writer.isFull = true
  await quotes.stop()
  expect(steps).toHaveLength(COUNT)
})
