/** The ranking: an entry of the list, and where the caller stands. */
import { z } from 'zod'
import { RANKING_STATES } from '../values.ts'
import { count, moment, money, percent } from './values.ts'

export const rankingEntry = z.object({
  rank: z.int().min(1).meta({ description: 'Place in this order, from 1' }),
  user: z.string().meta({ description: 'Masked name; says nothing about the customer' }),
  code: z.string().meta({ description: 'Names the record in the list; another one after each new consent' }),
  multiple: count.meta({ description: 'Typical leverage: the middle one of all closed positions' }),
  three_week_rate: percent.meta({ description: 'Time-weighted return of the last three weeks' }),
  three_week_win: percent.nullable().meta({ description: 'Closed positions that won; null below ten' }),
  three_week_profit: money,
  total_rate: percent.meta({ description: 'Time-weighted return since the record began' }),
  total_win: percent.nullable(),
  total_trade_num: count.meta({ description: 'Closed positions since the record began' }),
  drawdown: percent.meta({ description: 'Worst fall from a peak, at least 0' }),
  since: moment.meta({ description: 'Day (UTC) of the start: first money, or last reset of a demo account' }),
  curve: z.array(percent).meta({ description: 'Total return at each measured day, oldest first, at most 60' }),
  variety: z.array(z.string()).meta({ description: 'Codes of the instruments traded most' }),
})

export const rankingList = z.object({
  list: z.array(rankingEntry),
  total: count,
  as_of: moment.nullable().meta({ description: 'When the list was computed; null: not yet' }),
})

export const rankingOwn = z.object({
  listed: z.literal([0, 1]).meta({ description: '1: the customer agreed to be listed' }),
  state: z
    .literal(RANKING_STATES)
    .meta({ description: 'Whether the account of the session is in the list, or why not' }),
  days_left: count.meta({ description: 'too_new: days until three weeks are measured' }),
  trades_left: count.meta({ description: 'too_few_trades: closed positions that are missing' }),
  entries: z.array(rankingEntry).meta({ description: 'Own accounts in the list, in the order of `sort`' }),
})
