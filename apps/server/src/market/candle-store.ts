/**
 * The market's tables: closed candles, and the little that must survive a restart. Plain rows; what they mean is
 * decided elsewhere.
 *
 * The little is also kept in a file of the data folder, outside the store, and a start reads it there (decision 166).
 * An attacker with write access to the store could wind a recording back, trade at quotes that they had seen, or make
 * guarded time begin in the past.
 */
import { CANDLE_PERIODS, type InstrumentId, type Millis, millis, type Period, points } from '@veritick/domain'
import { z } from 'zod'
import { keepFile, readKnownFile, type Store } from '../store/index.ts'
import type { Candle } from './candles.ts'

export type StoredCandle = { readonly instrument: InstrumentId; readonly period: Period; readonly candle: Candle }

/** Its name in the folder of the world. */
export const KNOWN_MARKET_FILE = 'known-market.json'

const MOMENT = z.int().transform(millis)
const KNOWN = z.strictObject({
  clock: MOMENT.optional(),
  shown: MOMENT.optional(),
  halted: z.boolean().optional(),
  sequence: z.int().optional(),
})
const NAMES = {
  names: 'up to which market time quotes were shown and handed on',
  remedy: 'the rows of the table market_memory with the log',
} as const

export type MarketMemory = {
  /** Market time up to which everything was handed on, and is durable as far as it changed anything. */
  readonly clock?: Millis
  /** Customers may have seen quotes up to this market time. */
  readonly shown?: Millis
  /** The wall clock is not believed. */
  readonly halted?: boolean
  /** Quote numbers up to this one may have been given. */
  readonly sequence?: number
}

/**
 * Market time up to which the wall clock was believed, if the process before this one ended without believing it
 * (decision 112); `undefined`: nothing speaks against the wall clock.
 */
export async function believedTime(store: Pick<Store, 'query'>, file: string): Promise<Millis | undefined> {
  const { halted, clock } = await new CandleStore(store, file).memory()
  return halted ? clock : undefined
}

/** Rows of one statement. */
const ROWS_MAX = 1_000

type Row = { time: number; open: number; high: number; low: number; close: number; volume: number }

export class CandleStore {
  readonly #store: Pick<Store, 'query'>
  readonly #file: string | undefined
  #memory: MarketMemory = {}

  /** `file`: keeps the memory outside the store; `undefined`: nothing does. */
  constructor(store: Pick<Store, 'query'>, file: string | undefined) {
    this.#store = store
    this.#file = file
  }

  /** Of the file; without one, as after a restore, of the store. For a start, once. Throws KnownFileRefused. */
  async memory(): Promise<MarketMemory> {
    const known = this.#file === undefined ? undefined : readKnownFile(this.#file, { schema: KNOWN, ...NAMES })
    this.#memory = known === undefined ? await this.#stored() : present(known)
    return this.#memory
  }

  async #stored(): Promise<MarketMemory> {
    const rows = await this.#store.query<{ name: string; value: number }>('select name, value from market_memory')
    const value = new Map(rows.map((row) => [row.name, row.value]))
    const clock = value.get('clock')
    const shown = value.get('shown')
    const sequence = value.get('sequence')
    return {
      ...(clock === undefined ? {} : { clock: millis(clock) }),
      ...(shown === undefined ? {} : { shown: millis(shown) }),
      ...(sequence === undefined ? {} : { sequence }),
      halted: value.get('halted') === 1,
    }
  }

  /** All of it or nothing. In the file first: what it names is at least what the store does. */
  async remember(memory: MarketMemory): Promise<void> {
    this.#memory = { ...this.#memory, ...memory }
    if (this.#file !== undefined) keepFile(this.#file, this.#memory, 'process')
    const rows = Object.entries(memory).map(([name, value]) => ({ name, value: Number(value) }))
    await this.#store.query(
      `insert into market_memory (name, value)
       select name, value from jsonb_to_recordset($1::jsonb) as row (name text, value bigint)
       on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(rows)],
    )
  }

  /** A stored candle is replaced: the later write knows more quotes. */
  async save(candles: readonly StoredCandle[]): Promise<void> {
    for (let from = 0; from < candles.length; from += ROWS_MAX) {
      const rows = candles.slice(from, from + ROWS_MAX).map(({ instrument, period, candle }) => ({
        instrument,
        minutes: CANDLE_PERIODS[period].storedCode,
        ...candle,
      }))
      await this.#store.query(
        `insert into candles (instrument, minutes, time, open, high, low, close, volume)
         select instrument, minutes, time, open, high, low, close, volume from jsonb_to_recordset($1::jsonb) as row
         (instrument integer, minutes smallint, time bigint, open bigint, high bigint, low bigint, close bigint,
          volume bigint)
         on conflict (instrument, minutes, time) do update
         set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
         volume = excluded.volume`,
        [JSON.stringify(rows)],
      )
    }
  }

  /** The newest candles that open before a moment, oldest first. */
  async candles(wanted: {
    instrument: InstrumentId
    period: Period
    before: Millis
    limit: number
  }): Promise<Candle[]> {
    const rows = await this.#store.query<Row>(
      `select time, open, high, low, close, volume from candles
       where instrument = $1 and minutes = $2 and time < $3 order by time desc limit $4`,
      [wanted.instrument, CANDLE_PERIODS[wanted.period].storedCode, wanted.before, wanted.limit],
    )
    return rows.reverse().map(candleOf)
  }
}

/** Without the properties that the file does not have. */
const present = (known: z.infer<typeof KNOWN>): MarketMemory =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))

function candleOf(row: Row): Candle {
  return {
    time: millis(row.time),
    open: points(row.open),
    high: points(row.high),
    low: points(row.low),
    close: points(row.close),
    volume: row.volume,
  }
}
