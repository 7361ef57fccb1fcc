/** Instruments, prices and candles. Visitors may call these too. */
import { type CallData, KLINE_LIMIT_DEFAULT, type PeriodName, priceText } from '@veritick/contract'
import { millis } from '@veritick/domain'
import { type Handlers, refuse } from '../../calls/index.ts'
import { nameIn } from '../../market/index.ts'
import type { Context } from './context.ts'
import { wireItem } from './instruments.ts'
import { keptCandles } from './kept-candles.ts'
import { keptLists } from './kept-list.ts'
import { keptSparklines } from './kept-sparklines.ts'
import { logoAddress } from './logo.ts'
import { instrumentSearch } from './search.ts'

/** The period of a small chart in a list when the request names none: 60 points, 15 hours. */
const SPARKLINE_PERIOD: PeriodName = '15min'

type Names = 'tradeList' | 'getCategories' | 'searchCurrency' | 'kline' | 'abbreviatedCacheKline'

export function instrumentHandlers(context: Context): Handlers<Names> {
  const { market, catalogue } = context
  const listOnce = keptLists<CallData<'tradeList'>>(context)
  const candlesOnce = keptCandles()
  const sparklineOnce = keptSparklines(context)

  return {
    tradeList: async ({ language }) => {
      const feeType = context.feeType()
      return listOnce(`${language} ${feeType}`, (items) =>
        items.map((item) =>
          wireItem({ item, language, feeType, logo: logoAddress(item.entry.terms.code), api: market.source }),
        ),
      )
    },

    getCategories: async ({ language }) => ({
      ok: true,
      data: catalogue.categories.map(({ id, names }) => ({ Id: id, NameShowTrans: nameIn(names, language) })),
    }),

    searchCurrency: async ({ params, language }) => {
      const isFound = instrumentSearch(params.keyword)
      const found = market.items().filter(({ entry }) => isFound(entry))
      return {
        ok: true,
        data: found.map(({ entry, quote }) => ({
          Id: entry.terms.id,
          Code: entry.terms.code,
          ShowCode: entry.showCode,
          Name: nameIn(entry.names, language),
          ForexQuotations: {
            Close: quote === undefined ? null : priceText(quote.bid, entry.terms.pricePrecision),
          },
        })),
      }
    },

    kline: async ({ params, from }) => {
      const item = market.item(params.forex_id)
      if (item === undefined) return refuse('instrument_unknown', 'forex_id')
      const candles = await market.candles({
        instrument: params.forex_id,
        period: params.period,
        asker: from,
        limit: params.limit ?? KLINE_LIMIT_DEFAULT,
        ...(params.before === undefined ? {} : { before: millis(params.before) }),
      })
      return candlesOnce(candles, item)
    },

    abbreviatedCacheKline: async ({ params, from }) => {
      const item = market.item(params.forex_id)
      if (item === undefined) return refuse('instrument_unknown', 'forex_id')
      return sparklineOnce({ item, period: params.period ?? SPARKLINE_PERIOD, from })
    },
  }
}
