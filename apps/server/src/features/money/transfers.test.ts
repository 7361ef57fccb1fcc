/** A transfer that cannot be what its record says stops: before the engine is asked, and when its answer differs. */
import { accountId, MONEY_MAX, micros, millis } from '@veritick/domain'
import type { Event } from '@veritick/engine'
import { describe, expect, test } from 'vitest'
import { assertMoved, assertPossible, referenceOf } from './transfers.ts'

const place = { at: millis(1_800_000_000_000), account: accountId(7) }
const credit = {
  kind: 'credit',
  ...place,
  category: 'deposit',
  amount: micros(100_000_000),
  reference: referenceOf('deposit', 12),
} as const
const lock = {
  kind: 'lock_withdrawal',
  ...place,
  amount: micros(50_000_000),
  reference: referenceOf('withdrawal', 3),
} as const
const settle = { kind: 'settle_withdrawal', ...place, paid: true, reference: referenceOf('withdrawal', 3) } as const

describe('before', () => {
  test('a deposit, a reward, a correction downwards, a lock and a settlement are possible', () => {
    const corrected = { ...credit, category: 'adjustment', amount: micros(-1) } as const
    for (const each of [credit, { ...credit, category: 'reward' } as const, corrected, lock, settle])
      expect(() => assertPossible(each)).not.toThrow()
  })

  test.each([
    ['no amount', { ...credit, amount: micros(0) }],
    ['a deposit that takes', { ...credit, amount: micros(-1) }],
    ['a reward that takes', { ...credit, category: 'reward' as const, amount: micros(-1) }],
    ['a lock that gives', { ...lock, amount: micros(-1) }],
    ['more than an account can hold', { ...credit, amount: micros(MONEY_MAX + 1) }],
    ['part of a micro-dollar', { ...lock, amount: 0.5 as typeof lock.amount }],
    ['a reference of no record', { ...settle, reference: '12' }],
  ])('%s stops', (_, command) => expect(() => assertPossible(command)).toThrow('invariant violated'))
})

describe('after', () => {
  const credited: Event = { ...credit, kind: 'credited' }
  const locked: Event = { ...lock, kind: 'withdrawal_locked' }
  const settled: Event = { ...settle, kind: 'withdrawal_settled', amount: lock.amount }

  test('what was asked for is right', () => {
    expect(() => assertMoved(credit, [credited], credit.amount)).not.toThrow()
    expect(() => assertMoved(lock, [locked], lock.amount)).not.toThrow()
    expect(() => assertMoved(settle, [settled], lock.amount)).not.toThrow()
  })

  test.each<[string, Parameters<typeof assertMoved>[0], readonly Event[]]>([
    ['nothing', credit, []],
    ['twice', credit, [credited, credited]],
    ['another amount', credit, [{ ...credited, amount: micros(1) }]],
    ['another account', credit, [{ ...credited, account: accountId(8) }]],
    ['another category', credit, [{ ...credited, category: 'reward' }]],
    ['another kind', lock, [{ ...credited, reference: lock.reference }]],
    ['given back instead of paid', settle, [{ ...settled, paid: false }]],
    ['another amount than the record says', settle, [{ ...settled, amount: micros(1) }]],
  ])('%s stops', (_, command, events) =>
    expect(() => assertMoved(command, events, 'amount' in command ? command.amount : lock.amount)).toThrow(
      'invariant violated',
    ),
  )
})
