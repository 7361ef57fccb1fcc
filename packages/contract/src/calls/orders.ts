/** Calls about orders and their receipts, for demo and real accounts. */
import { z } from 'zod'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../headers.ts'
import { choice, decimal, whole, word, words } from '../schemas/fields.ts'
import { orderList, order as shown } from '../schemas/orders.ts'
import { receipt } from '../schemas/receipt.ts'
import { ORDER_ENDS, ORDER_SORTS, ORDER_STATUS, ORDER_TYPE } from '../values.ts'
import { type Call, CHANGE, PAGE, POST, READ } from './call.ts'

const LEVERAGE_MAX = 10_000
const instrument = whole({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Id of the instrument' })
const order = whole({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Id of the order' })
const seenPrice = decimal('The price the customer saw; only for the slippage shown').optional()

export const ORDER_CALLS = {
  submit: {
    ...CHANGE,
    changesOrder: true,
    opens: true,
    path: '/v1/api/forex/submit',
    caller: 'user',
    doc: 'Places a market order (status 1) or a pending order (status 0). Answers the order.',
    request: z.object({
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
      seen_price: seenPrice,
    }),
    answer: shown,
  },
  received: {
    ...READ,
    path: '/v1/api/forex/received',
    caller: 'user',
    doc:
      'Whether the server has decided, or is deciding, a request of the customer about an order that was sent with ' +
      'this idempotency key. false: it has decided nothing under the key so far; a temporary refusal counts as ' +
      'nothing. Sends and changes nothing. A client asks before it repeats a request without an answer: after true ' +
      'the repeat gets the first answer, after false it may be carried out for the first time.',
    request: z.object({ key: words({ max: IDEMPOTENCY_KEY_LENGTH_MAX, description: 'The idempotency key' }) }),
    answer: z.object({ received: z.boolean() }),
  },
  myDeal: {
    ...READ,
    path: '/v1/api/forex/my_deal',
    caller: 'user',
    doc:
      'Pending (0), holding (1) or ended (3) orders, newest first, with the account summary. The filters and the ' +
      'sort apply to ended orders only; with a filter, total, all_fact_profits and all_costs are those of the ' +
      'filtered orders.',
    request: z.object({
      status: choice(
        [ORDER_STATUS.pending, ORDER_STATUS.holding, ORDER_STATUS.history],
        '0 pending, 1 holding, 3 history',
      ),
      page: PAGE,
      forex_id: instrument.optional(),
      type: choice([ORDER_TYPE.buy, ORDER_TYPE.sell], '1 buy, 2 sell').optional(),
      ended: word(ORDER_ENDS, 'Reason of the end; cancelled: ended without becoming a position').optional(),
      sort: word(ORDER_SORTS, 'By time of the end, or by realised profit').optional(),
    }),
    answer: orderList,
  },
  close: {
    ...CHANGE,
    changesOrder: true,
    names: { record: 'order', as: 'id' },
    path: '/v1/api/forex/close',
    caller: 'user',
    doc: 'Closes an open position at the current quote. Answers the order.',
    request: z.object({
      id: order,
      seen_price: seenPrice,
    }),
    answer: shown,
  },
  closePart: {
    ...POST,
    changesOrder: true,
    names: { record: 'order', as: 'id' },
    path: '/v1/api/forex/close_part',
    caller: 'user',
    doc:
      'Closes a part of an open position at the current quote. The part becomes an order of its own in the history, ' +
      'with its share of margin, fee and financing; the rest stays open under its Id. The whole size closes the ' +
      'position. Answers the closed order.',
    request: z.object({
      id: order,
      // Required: a missing one must not close the whole position.
      cont: decimal('Lots to close'),
      seen_price: seenPrice,
    }),
    answer: shown,
  },
  reverse: {
    ...POST,
    changesOrder: true,
    opens: true,
    names: { record: 'order', as: 'id' },
    path: '/v1/api/forex/reverse',
    caller: 'user',
    doc:
      'Closes an open position and opens the opposite one, of the same size and without stops, at one quote. If the ' +
      'opening is refused, nothing is closed. Answers the new order.',
    request: z.object({ id: order, seen_price: seenPrice }),
    answer: shown,
  },
  cancelTrade: {
    ...CHANGE,
    changesOrder: true,
    names: { record: 'order', as: 'id' },
    path: '/v1/api/forex/cancel_trade',
    caller: 'user',
    doc: 'Cancels a pending order. Answers the order.',
    request: z.object({ id: order }),
    answer: shown,
  },
  setStopPrice: {
    ...CHANGE,
    changesOrder: true,
    names: { record: 'order', as: 'id' },
    path: '/v1/api/forex/set_stop_price',
    caller: 'user',
    doc:
      'Sets stop-loss and take-profit of an open position or pending order; 0 turns one off, both are required. ' +
      'Answers the order.',
    request: z.object({
      id: order,
      // Both are required: a missing one must not turn a level off.
      stop_loss_price: decimal('0: off'),
      target_profit_price: decimal('0: off'),
    }),
    answer: shown,
  },
  amendTrade: {
    ...POST,
    changesOrder: true,
    opens: true,
    names: { record: 'order', as: 'id' },
    path: '/v1/api/forex/amend_trade',
    caller: 'user',
    doc:
      'Gives a pending order another target, stop-loss and take-profit. All three are required; 0 turns a stop off. ' +
      'The order keeps its size, leverage and kind (limit or stop). Answers the order.',
    request: z.object({
      id: order,
      target_price: decimal('The new target'),
      // Both are required: a missing one must not turn a level off.
      stop_loss_price: decimal('0: off'),
      target_profit_price: decimal('0: off'),
    }),
    answer: shown,
  },
  receipt: {
    ...READ,
    names: { record: 'order', as: 'id' },
    path: '/v1/api/forex/receipt',
    caller: 'user',
    doc: 'The journal events of an own order with the proof of their place; checks offline with `npm run verify`.',
    request: z.object({ id: order }),
    answer: receipt,
  },
} as const satisfies Record<string, Call>
