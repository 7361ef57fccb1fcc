/** Lines of a customer's records in the office: events of an order, ledger, sessions. */
import { z } from 'zod'
import { ENTRY_KINDS } from '../schemas/accounts.ts'
import { count, id, lots, moment, money } from '../schemas/values.ts'

/** `price`: the target while the order was pending, otherwise the fill. `quote`: the sequence of the quote it names. */
export const orderEvent = z.object({
  id: count,
  kind: z.string(),
  at: moment,
  lots: lots.nullable().meta({ description: 'Size that it names: of the order, or of the part that it splits off' }),
  price: z.string().nullable(),
  stop_loss: z.string().nullable(),
  take_profit: z.string().nullable(),
  quote: count.nullable(),
  reason: z.string().nullable(),
  by_customer: z.boolean(),
})

export const ledgerLine = z.object({
  id: id.meta({ description: 'Number of the event in the journal' }),
  kind: z.literal(ENTRY_KINDS),
  amount: money,
  balance: money.meta({ description: 'After this entry' }),
  order_id: id.nullable(),
  instrument: z.string(),
  at: moment.meta({ description: 'Market time' }),
  booked_at: moment,
  fault: z
    .string()
    .nullable()
    .meta({ description: 'The page was changed in the store, in English: no field of it counts; null: nothing' }),
})

export const session = z.object({
  id: z.string(),
  device: z.string(),
  created_at: moment,
  last_used_at: moment,
  expires_at: moment,
})
