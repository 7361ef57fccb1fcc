/** Notices to the owner of an account, stored until they are read. The socket pushes the same shape. */
import { CANCEL_REASONS, CLOSE_REASONS } from '@veritick/domain'
import { z } from 'zod'
import { NOTICE_KINDS } from '../values.ts'
import { count, id, moment, money } from './values.ts'

export const endReason = z.literal([...new Set([...CLOSE_REASONS, ...CANCEL_REASONS])])

export const notice = z.object({
  id,
  kind: z.literal(NOTICE_KINDS),
  order: id.nullable(),
  reason: endReason.nullable(),
  equity: money.nullable(),
  margin: money.nullable(),
  amount: money.nullable(),
  fee_before: money.nullable().meta({ description: 'fee_changed: the previous fee of the pending order' }),
  fee_after: money.nullable().meta({ description: 'fee_changed: the new fee, charged at the fill' }),
  account: z.string().nullable().meta({ description: 'Its number; null: the customer has only one account' }),
  instrument: id.nullable().meta({ description: 'price_alert: its instrument, for the way to the chart' }),
  words: z.string().meta({ description: 'In the language of the caller' }),
  time: moment.meta({ description: 'Market clock' }),
  read: z.boolean(),
})

export const unread = count.meta({ description: 'Unread notices of the account' })

/** The message of the socket; never merged with a later one, never dropped. */
export const forexNotice = notice.extend({ unread })
