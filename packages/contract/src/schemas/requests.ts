/** The request of each call, by call name. Unknown parameters (such as the `t` of every GET) are ignored. */
import { z } from 'zod'
import { type CallName, KLINE_LIMIT_MAX } from '../calls.ts'
import { ENTRY_GROUPS, type EntryGroup } from '../money.ts'
import { ORDER_STATUS, ORDER_TYPE, PERIODS } from '../values.ts'
import { choice, decimal, text, whole, word } from './fields.ts'
import { IDENTITY_REQUESTS } from './identity.ts'
import { MONEY_REQUESTS } from './money.ts'
import { NOTICE_REQUESTS } from './notices.ts'
import { ACCOUNT_REQUESTS } from './people.ts'

const ID_MAX = Number.MAX_SAFE_INTEGER
/** More pages than any history has. */
const PAGE_MAX = 1_000_000
const LEVERAGE_MAX = 10_000
const KEYWORD_MAX = 64
/** 8.64e15 is the last moment that a Date can hold. */
const MOMENT_MAX = 8_640_000_000_000_000

const none = z.object({})
const instrument = whole({ min: 1, max: ID_MAX, description: 'Id of the instrument' })
const order = whole({ min: 1, max: ID_MAX, description: 'Id of the order' })
const page = whole({ min: 1, max: PAGE_MAX, description: 'Page, from 1' }).optional()
const period = word(PERIODS, 'Candle period')

const ENTRY_GROUP_NAMES = Object.keys(ENTRY_GROUPS) as EntryGroup[]

export const REQUESTS = {
  ...ACCOUNT_REQUESTS,
  ...IDENTITY_REQUESTS,
  ...MONEY_REQUESTS,
  ...NOTICE_REQUESTS,
  createAccountDemoForU: z.object({
    demo_id: text({
      max: 64,
      pattern: /^[A-Za-z0-9_-]{16,64}$/,
      description:
        'A secret the device made: the same one signs in to the same demo account again. 16 to 64 letters, ' +
        'digits, - and _.',
    }).optional(),
  }),
  userInfo: none,
  logout: none,
  getBasicInfo: none,
  getCompanyStatus: none,
  tradeList: none,
  getCategories: none,
  searchCurrency: z.object({ keyword: text({ max: KEYWORD_MAX, description: 'Part of a code or name' }) }),
  kline: z.object({
    forex_id: instrument,
    period,
    limit: whole({ min: 1, max: KLINE_LIMIT_MAX, description: 'Candles wanted' }).optional(),
    before: whole({
      min: 0,
      max: MOMENT_MAX,
      description: 'Only candles that opened before this moment, unix milliseconds',
    }).optional(),
  }),
  abbreviatedCacheKline: z.object({ forex_id: instrument, period: period.optional() }),
  submit: z.object({
    forex_id: instrument,
    type: choice([ORDER_TYPE.buy, ORDER_TYPE.sell], '1 buy, 2 sell'),
    status: choice([ORDER_STATUS.pending, ORDER_STATUS.holding], '1 at the market, 0 pending at target_price'),
    cont: decimal('Lots'),
    multiple: whole({
      min: 0,
      max: LEVERAGE_MAX,
      description: 'Leverage: one of HasForexMultiple; 0 or left out in fixed margin mode',
    }).optional(),
    target_price: decimal('Price of a pending order; 0 or left out for a market order').optional(),
    stop_loss_price: decimal('0 or left out: off').optional(),
    target_profit_price: decimal('0 or left out: off').optional(),
    seen_price: decimal('The price the customer saw; only for the slippage shown').optional(),
  }),
  myDeal: z.object({
    status: choice(
      [ORDER_STATUS.pending, ORDER_STATUS.holding, ORDER_STATUS.history],
      '0 pending, 1 holding, 3 history',
    ),
    page,
  }),
  close: z.object({
    id: order,
    seen_price: decimal('The price the customer saw; only for the slippage shown').optional(),
  }),
  cancelTrade: z.object({ id: order }),
  setStopPrice: z.object({
    id: order,
    // Both are required: a missing one must not turn a level off.
    stop_loss_price: decimal('0: off'),
    target_profit_price: decimal('0: off'),
  }),
  receipt: z.object({ id: order }),
  resetForexDemoAccount: none,
  getBalance: none,
  forexDetail: none,
  forexChange: z.object({
    page,
    group: word(ENTRY_GROUP_NAMES, 'Only changes of these kinds; left out: all').optional(),
  }),
} as const satisfies Record<CallName, z.ZodObject>
