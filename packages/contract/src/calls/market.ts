/** Calls about instruments and their prices, for visitors. */
import { z } from 'zod'
import { KLINE_LIMIT_MAX } from '../paging.ts'
import { text, whole, word } from '../schemas/fields.ts'
import { candle, category, searchResult, sparkPoint, tradeItem } from '../schemas/market.ts'
import { PERIODS } from '../values.ts'
import { type Call, none, READ } from './call.ts'

const KEYWORD_MAX = 64
/** 8.64e15 is the last moment that a Date can hold. */
const MOMENT_MAX = 8_640_000_000_000_000
const instrument = whole({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Id of the instrument' })
const period = word(PERIODS, 'Candle period')

export const MARKET_CALLS = {
  tradeList: {
    ...READ,
    path: '/v1/api/forex/trade_list',
    caller: 'visitor',
    doc: 'Every instrument with its terms, market status and last quote.',
    request: none,
    answer: z.array(tradeItem),
  },
  getCategories: {
    ...READ,
    path: '/v1/api/forex/getCategories',
    caller: 'visitor',
    doc: 'Categories of instruments.',
    request: none,
    answer: z.array(category),
  },
  searchCurrency: {
    ...READ,
    path: '/v1/api/forex/searchCurrency',
    caller: 'visitor',
    doc: 'Instruments whose code or name, in any language, contains the keyword or begins with each of its words.',
    request: z.object({ keyword: text({ max: KEYWORD_MAX, description: 'Part of a code or name' }) }),
    answer: z.array(searchResult),
  },
  kline: {
    ...READ,
    path: '/v1/api/forex/kline',
    caller: 'visitor',
    doc: 'Candles, oldest first, the open one included; page back with before.',
    request: z.object({
      forex_id: instrument,
      period,
      limit: whole({ min: 1, max: KLINE_LIMIT_MAX, description: 'Candles wanted' }).optional(),
      before: whole({
        min: 0,
        max: MOMENT_MAX,
        description: 'Only candles that opened before this moment, unix milliseconds',
      }).optional(),
    }),
    answer: z.array(candle),
  },
  abbreviatedCacheKline: {
    ...READ,
    path: '/v1/api/forex/abbreviated_cache_kline',
    caller: 'visitor',
    doc: 'At most 60 closes for the small chart of a list row.',
    request: z.object({ forex_id: instrument, period: period.optional() }),
    answer: z.array(sparkPoint),
  },
} as const satisfies Record<string, Call>
