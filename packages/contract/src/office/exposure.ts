/** Open positions of all customers by instrument, and the books of the platform, for risk staff. Read only. */
import { z } from 'zod'
import { word } from '../schemas/fields.ts'
import { count, id, lots, moment, money, price } from '../schemas/values.ts'
import { type OfficeCall, READS } from './call.ts'

const worth = money.meta({ description: 'USD at the price that would close it, rounded up' })

const row = z.object({
  id: id.meta({ description: 'Of the instrument' }),
  code: z.string(),
  show_code: z.string(),
  positions: count,
  accounts: count,
  long_lots: lots,
  short_lots: lots,
  net_lots: lots.meta({ description: 'Long minus short' }),
  long_usd: worth,
  short_usd: worth,
  net_usd: money.meta({ description: 'Long minus short; negative: customers are short' }),
  profit: money.meta({ description: 'Unrealised profit of customers; a gain of customers is a loss of the platform' }),
  bid: price,
  ask: price,
  quote_time: moment,
})

export const EXPOSURE_CALLS = {
  exposure: {
    ...READS,
    path: '/office/exposure',
    caller: 'exposure_read',
    doc:
      'Open positions of all customers by instrument, the largest net amount first, with the totals of the ' +
      'platform. Real accounts unless demo is requested.',
    request: z.object({ kind: word(['real', 'demo'], 'default: real').optional() }),
    answer: z.object({
      data: z.array(row),
      total: count,
      kind: z.literal(['real', 'demo']),
      at: moment.meta({ description: 'Market time of the figures' }),
      platform: z.object({
        positions: count,
        long_usd: money,
        short_usd: money,
        net_usd: money,
        profit: money.meta({ description: 'Unrealised profit of customers' }),
        balances: money.meta({ description: 'Balances of customers, without locked amounts' }),
        locked: money.meta({ description: 'Locked for withdrawals' }),
        draw_fees: money.meta({
          description: 'Fees of all paid withdrawals; the book includes them in the amount paid out',
        }),
        books: z
          .array(z.object({ side: z.string(), sum: money }))
          .meta({ description: 'All sides of the double entry; their sum is zero' }),
      }),
    }),
  },
} as const satisfies Record<string, OfficeCall>
