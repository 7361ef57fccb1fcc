/**
 * Messages of the socket. From clients: `sub`, `unsub`, `login`, `logout`, `batch`, and the plain text `ping`. From the
 * server: messages of a topic with `seq` rising by one per topic. Public topics have one row of numbers for all
 * sockets, private topics one for each connection. Messages that answer a `sub` carry `snapshot: true`; those of a
 * public topic (DAY_MARKET one per instrument, KLINE one per period) all carry the number that the topic stands at. A
 * message with `from` stands for the numbers from `from` to `seq`: newer values replaced the others, or the topic is
 * narrowed. Also `login_result` and `error`. After `batch` with `true` one frame carries a list of the messages of one
 * turn of the server; a single message comes as a list of one.
 */
import { z } from 'zod'
import { SOCKET_LIMITS } from '../socket.ts'
import { candle, periodName } from './market.ts'
import { endReason, forexNotice } from './notices.ts'
import { supportPush } from './support.ts'
import { id, moment, money, percent, price } from './values.ts'

const TOPIC_LENGTH_MAX = 64
const TOKEN_LENGTH_MAX = 128
/** More instruments than a screen shows; a message has 4 KiB. */
const SYMBOLS_MAX = 200

const topicName = z.string().min(1).max(TOPIC_LENGTH_MAX)
const topics = z.union([topicName, z.array(topicName).max(SOCKET_LIMITS.topics)])

export const clientMessage = z.discriminatedUnion('type', [
  /** `symbols` narrows DAY_MARKET to these instruments, until it is subscribed to anew; without it, all of them. */
  z.object({ type: z.literal('sub'), params: topics, symbols: z.array(topicName).max(SYMBOLS_MAX).optional() }),
  z.object({ type: z.literal('unsub'), params: topics }),
  /** `lang`: the language of `words` and `msg` from now on; by default that of the upgrade's `lang` header. */
  z.object({ type: z.literal('login'), params: z.string().min(1).max(TOKEN_LENGTH_MAX), lang: z.string().optional() }),
  z.object({ type: z.literal('logout') }),
  z.object({ type: z.literal('batch'), params: z.boolean() }),
])

export const dayMarket = z.object({
  symbol: z.string(),
  quotation: z.object({
    open: price.nullable(),
    close: price.nullable(),
    change: percent.nullable(),
    bid: price.nullable(),
    ask: price.nullable(),
    time: moment.nullable(),
    seq: z.int().nullable(),
    status: z.literal([0, 1]).meta({ description: 'MarketStatus now' }),
    held: z.boolean(),
    stale: z.boolean(),
    next_open: moment.nullable(),
  }),
})

export const klineUpdate = z.object({ symbol: z.string(), kline: candle.extend({ Period: periodName }) })

export const forexTrade = z.object({
  ProfitsTotal: money,
  HazardRate: percent,
  CautionMoneyAll: money,
  Balance: money,
  Equity: money,
  FreeMargin: money,
  MarginLevel: percent.nullable(),
  TransOrder: z.array(z.object({ Id: id, UpdatePrice: price, FactProfits: money })),
  OrderChanges: z
    .int()
    .min(0)
    .meta({
      description:
        'Another value than before: an order of the account was placed, opened, changed or ended, on any device. ' +
        'Read the lists again. It counts from 0 and may begin anew.',
    }),
})

/**
 * Orders that left the list of positions or pending orders; `reasons[i]` belongs to `ids[i]`. Never merged, never
 * dropped.
 */
export const forexClosed = z.object({ ids: z.array(id), reasons: z.array(endReason) })

const topicMessage = <Name extends string, Data extends z.ZodType>(type: z.ZodType<Name>, data: Data) =>
  z.object({ type, seq: z.int().min(1), from: z.int().min(1).optional(), snapshot: z.literal(true).optional(), data })

export const serverMessages = {
  DAY_MARKET: topicMessage(z.literal('DAY_MARKET'), dayMarket),
  KLINE: topicMessage(z.templateLiteral(['KLINE.', z.string()]), klineUpdate),
  FOREX_TRADE: topicMessage(z.literal('FOREX_TRADE'), forexTrade),
  FOREX_CLOSED: topicMessage(z.literal('FOREX_CLOSED'), forexClosed),
  /** `data` is null in the snapshot. */
  FOREX_NOTICE: topicMessage(z.literal('FOREX_NOTICE'), forexNotice.nullable()),
  /** `data` is null in the snapshot. */
  SUPPORT: topicMessage(z.literal('SUPPORT'), supportPush.nullable()),
  /** `code` 1 confirms; 999: the token has no session; 4008: too many unknown tokens from the same network. */
  login_result: z.object({
    type: z.literal('login_result'),
    code: z.int(),
    reason: z.string().optional(),
    msg: z.string(),
  }),
  error: z.object({
    type: z.literal('error'),
    code: z.int(),
    reason: z.string(),
    msg: z.string(),
    topic: z.string().optional(),
  }),
} as const
