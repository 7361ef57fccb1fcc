/**
 * What should never arrive and some day does: whole numbers of the right type and no sense. All of it must be refused,
 * and change nothing.
 */
import { accountId, type LotUnits, type Micros, type Millis, type Points, points } from '@veritick/domain'
import type { Command } from '@veritick/engine'
import type { Random } from './random.ts'
import { requestFrom } from './requests.ts'

const NUMBERS = [0, -1, 1, 2, 3, 5, 1_000_000_000_000, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER] as const

export function invalidCommand(random: Random, at: Millis): Command {
  const number = () => random.pick(NUMBERS)
  const account = random.pick([7, 12, 3, number(), number()])
  const order = random.pick([number(), random.between(1, 40)])
  const instrument = random.pick([1, 2, 3, 40, 41, 700, 9, 12, 55, 60, number()])
  const request = requestFrom(random)
  const level = () => random.pick([undefined, undefined, number() as Points])
  switch (
    random.weighted({
      place: 10,
      sizes: 6,
      close: 3,
      cancel: 3,
      reverse: 3,
      stops: 5,
      lock: 2,
      settle: 2,
      open: 1,
      market: 1,
      reset: 1,
      freeze: 1,
      credit: 1,
    })
  ) {
    case 'place':
    case 'sizes':
      return {
        kind: 'place',
        at,
        account: accountId(account),
        instrument,
        side: random.pick(['buy', 'sell']),
        lots: random.pick([100, 10_000, 150, number()]) as LotUnits,
        target: level(),
        stopLoss: level(),
        takeProfit: level(),
        leverage: random.pick([0, 10, 100, 7, number()]),
        seenPrice: undefined,
        request,
      }
    case 'close':
      return { kind: 'close', at, account: accountId(account), order, seenPrice: points(1), request }
    case 'reverse':
      return { kind: 'reverse', at, account: accountId(account), order, seenPrice: undefined, request }
    case 'cancel':
      return { kind: 'cancel', at, account: accountId(account), order, request }
    case 'stops':
      return {
        kind: 'set_stops',
        at,
        account: accountId(account),
        order,
        stopLoss: level(),
        takeProfit: level(),
        request,
      }
    case 'lock':
      return {
        kind: 'lock_withdrawal',
        at,
        account: accountId(account),
        amount: number() as Micros,
        reference: request,
      }
    case 'settle':
      return { kind: 'settle_withdrawal', at, account: accountId(account), reference: request, paid: true }
    case 'open':
      return { kind: 'open_account', at, account: accountId(random.pick([7, 12, 3])), accountKind: 'real' }
    case 'market':
      return { kind: 'market', at, instrument: 999, status: 'open' }
    case 'reset':
      return { kind: 'reset_demo', at, account: accountId(account), request }
    case 'freeze':
      return { kind: 'freeze_account', at, account: accountId(999), frozen: true }
    case 'credit':
      return {
        kind: 'credit',
        at,
        account: accountId(account),
        category: 'deposit',
        amount: number() as Micros,
        reference: request,
      }
  }
}
