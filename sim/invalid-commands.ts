/**
 * Commands that should never arrive: whole numbers of the right type and no sense. The engine must refuse all of them,
 * and change nothing.
 */
import {
  type AccountId,
  accountId,
  type LotUnits,
  type Micros,
  type Millis,
  type Points,
  points,
} from '@veritick/domain'
import type { Command } from '@veritick/engine'
import type { Random } from './random.ts'
import { requestFrom } from './requests.ts'

const NUMBERS = [0, -1, 1, 2, 3, 5, 1_000_000_000_000, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER] as const

/** The sources of a senseless command: mostly existing records, sometimes a number that no record has. */
type Facts = {
  readonly random: Random
  readonly at: Millis
  readonly account: AccountId
  readonly order: number
  readonly instrument: number
  readonly request: string
  readonly number: () => number
  readonly level: () => Points | undefined
}

const placing = ({ random, number, level, ...facts }: Facts): Command => ({
  kind: 'place',
  at: facts.at,
  account: facts.account,
  instrument: facts.instrument,
  side: random.pick(['buy', 'sell']),
  lots: random.pick([100, 10_000, 150, number()]) as LotUnits,
  target: level(),
  stopLoss: level(),
  takeProfit: level(),
  leverage: random.pick([0, 10, 100, 7, number()]),
  seenPrice: undefined,
  request: facts.request,
})

const WEIGHTS = {
  place: 10,
  sizes: 6,
  close: 3,
  part: 4,
  cancel: 3,
  reverse: 3,
  stops: 5,
  amend: 5,
  lock: 2,
  settle: 2,
  open: 1,
  market: 1,
  reset: 1,
  freeze: 1,
  credit: 1,
}

const MAKERS: { readonly [Name in keyof typeof WEIGHTS]: (facts: Facts) => Command } = {
  place: placing,
  sizes: placing,
  close: ({ at, account, order, request }) => ({ kind: 'close', at, account, order, seenPrice: points(1), request }),
  part: ({ at, account, order, request, number, random }) => {
    const lots = random.pick([100, 150, number()]) as LotUnits
    return { kind: 'close_part', at, account, order, lots, seenPrice: undefined, request }
  },
  reverse: ({ at, account, order, request }) => ({
    kind: 'reverse',
    at,
    account,
    order,
    seenPrice: undefined,
    request,
  }),
  cancel: ({ at, account, order, request }) => ({ kind: 'cancel', at, account, order, request }),
  stops: ({ at, account, order, request, level }) => {
    const levels = { stopLoss: level(), takeProfit: level() }
    return { kind: 'set_stops', at, account, order, ...levels, request }
  },
  amend: ({ at, account, order, request, number, level }) => {
    const prices = { target: number() as Points, stopLoss: level(), takeProfit: level() }
    return { kind: 'amend', at, account, order, ...prices, request }
  },
  lock: ({ at, account, request, number }) => {
    return { kind: 'lock_withdrawal', at, account, amount: number() as Micros, reference: request }
  },
  settle: ({ at, account, request }) => ({ kind: 'settle_withdrawal', at, account, reference: request, paid: true }),
  open: ({ at, random }) => {
    return { kind: 'open_account', at, account: accountId(random.pick([7, 12, 3])), accountKind: 'real' }
  },
  market: ({ at }) => ({ kind: 'market', at, instrument: 999, status: 'open' }),
  reset: ({ at, account, request }) => ({ kind: 'reset_demo', at, account, request }),
  freeze: ({ at }) => ({ kind: 'freeze_account', at, account: accountId(999), frozen: true }),
  credit: ({ at, account, request, number }) => {
    return { kind: 'credit', at, account, category: 'deposit', amount: number() as Micros, reference: request }
  },
}

export function invalidCommand(random: Random, at: Millis): Command {
  const number = () => random.pick(NUMBERS)
  const account = accountId(random.pick([7, 12, 3, number(), number()]))
  const order = random.pick([number(), random.between(1, 40)])
  const instrument = random.pick([1, 2, 3, 40, 41, 700, 9, 12, 55, 60, number()])
  const request = requestFrom(random)
  const level = () => random.pick([undefined, undefined, number() as Points])
  return MAKERS[random.weighted(WEIGHTS)]({ random, at, account, order, instrument, request, number, level })
}
