/**
 * A first deposit, one closed position and one paid withdrawal: the account log, added up without the server's sums.
 */
import { expect } from 'vitest'
import { ask, logOf, microsOf, ordersOf } from './account.ts'
import type { Phone } from './phone.ts'

/** Deposits and withdrawals in micro-dollars. Profit and costs of the order are in the log only. */
export async function addsUp(
  phone: Phone,
  moved: { readonly paidIn: bigint; readonly paidOut: bigint },
): Promise<void> {
  const log = await logOf(phone)
  const [closed] = (await ordersOf(phone, 3)).filter((order) => !order.Cancelled)
  if (closed === undefined) throw new Error('the closed order is in the history')
  const profit = microsOf(closed.FactProfits)
  // A close at the opening price moves no money, so it has no entry.
  expect(log.map(({ Kind }) => Kind).sort()).toEqual([
    'deposit',
    'fee',
    ...(profit === 0n ? [] : ['profit']),
    'withdrawal_locked',
  ])
  const of = (kind: string) => microsOf(log.find(({ Kind }) => Kind === kind)?.Value ?? '0.000000')
  expect([of('deposit'), of('withdrawal_locked')]).toEqual([moved.paidIn, -moved.paidOut])
  expect(of('fee')).toBeLessThan(0n)

  let total = 0n
  for (const { Value, Balance } of log.toReversed()) {
    total += microsOf(Value)
    expect(microsOf(Balance)).toBe(total)
  }
  expect(of('profit')).toBe(profit)
  expect(total).toBe(moved.paidIn - moved.paidOut + of('fee') + of('profit'))
  const account = await ask<{ balance: string; lock_balance: string }>(phone, '/v1/api/main/account/forexDetail')
  expect([microsOf(account.balance), account.lock_balance]).toEqual([total, '0.000000'])
}
