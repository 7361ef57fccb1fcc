/** The times below the chart are round in its zone, and far enough apart on the narrowest phone. */
import { expect, it } from 'vitest'
import { roundTicks } from './timeTicks.ts'

const MINUTE = 60_000
const NEW_YORK = 'America/New_York'
/** Candles of 7 px from a moment on. */
const candles = (from: number, minutes: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ timestamp: from + index * minutes * MINUTE, coord: index * 7 }))
const AXIS = { barPx: 7, tag: 'de' } as const
const texts = (from: number, minutes: number, count = 40, timeZone = NEW_YORK) =>
  roundTicks(candles(from, minutes, count), { ...AXIS, periodMinutes: minutes, timeZone }).map(({ text }) => text)

/** 15:05 in New York. */
const AFTERNOON = Date.UTC(2026, 10, 26, 20, 5)

it.each([
  [1, ['15:10', '15:20', '15:30', '15:40']],
  [5, ['16:00', '17:00', '18:00']],
  [15, ['15:00', '18:00', '21:00', '27.11.']],
  [30, ['18:00', '27.11.', '06:00']],
  [60, ['27.11.', '12:00', '28.11.']],
])('candles of %d minutes', (minutes, shown) => {
  const from = AFTERNOON - (AFTERNOON % (minutes * MINUTE))
  expect(texts(from, minutes)).toEqual(shown)
})

it('counts in the zone of the chart, also where it is half an hour off', () =>
  expect(texts(Date.UTC(2026, 10, 26, 20, 5), 5, 40, 'Asia/Kolkata')).toEqual(['02:00', '03:00', '04:00']))

it('keeps two labels apart around the hours without candles', () => {
  const friday = candles(Date.UTC(2026, 10, 27, 21, 0), 5, 13)
  const sunday = candles(Date.UTC(2026, 10, 29, 22, 0), 5, 30).map(({ timestamp, coord }) => ({
    timestamp,
    coord: coord + 13 * 7,
  }))
  const ticks = roundTicks([...friday, ...sunday], { ...AXIS, periodMinutes: 5, timeZone: NEW_YORK })
  const gaps = ticks.slice(1).map(({ coord }, index) => coord - (ticks[index]?.coord ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(64)
})

it('makes none for candles that begin at no round time: four hours counted from 17:00', () =>
  expect(texts(Date.UTC(2026, 10, 26, 22, 0), 240)).toEqual([]))
