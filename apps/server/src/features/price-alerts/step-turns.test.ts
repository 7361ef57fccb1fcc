/** Customers take turns, each in the order of what happened, and a failed transaction loses nothing. */
import { userId } from '@veritick/domain'
import { expect, test } from 'vitest'
import { CUSTOMERS_PER_TURN, STEPS_PER_CUSTOMER, StepTurns } from './step-turns.ts'
import type { Step } from './watch.ts'

const stepOf = (user: number, alert: number, kind: Step['kind'] = 'fires'): Step => ({
  kind,
  alert: {
    alert,
    user: userId(user),
    version: 1,
    instrument: 1,
    side: 'above',
    price: 10_000,
    repeats: true,
    firedAt: undefined,
  },
  bid: 10_000,
  time: alert,
})

test('thirty customers with fifty alerts each, then one more: its turn comes after one step of each', () => {
  const turns = new StepTurns()
  for (let user = 1; user <= 30; user += 1)
    turns.add(Array.from({ length: 50 }, (_, at) => stepOf(user, user * 100 + at)))
  turns.add([stepOf(99, 9_900)])
  const stored: Step[] = []
  let transactions = 0
  for (let next = turns.next(); next.length > 0; next = turns.next()) {
    expect(next.length).toBeLessThanOrEqual(CUSTOMERS_PER_TURN * STEPS_PER_CUSTOMER)
    // The store fails once: the same steps come again.
    expect(turns.next()).toEqual(next)
    turns.done(next)
    stored.push(...next)
    transactions += 1
    if (next.some(({ alert }) => alert.user === 99)) expect(transactions).toBe(30 / CUSTOMERS_PER_TURN + 1)
  }
  expect(stored).toHaveLength(1501)
  expect(turns.size).toBe(0)
  for (let user = 1; user <= 30; user += 1) {
    const own = stored.filter(({ alert }) => alert.user === user).map(({ alert }) => alert.alert)
    expect(own).toEqual(Array.from({ length: 50 }, (_, at) => user * 100 + at))
  }
})

test('an alert is in a transaction at most once', () => {
  const turns = new StepTurns()
  turns.add([stepOf(1, 1), stepOf(1, 2), stepOf(1, 1, 'arms'), stepOf(1, 3)])
  const kinds = () => {
    const next = turns.next()
    turns.done(next)
    return next.map(({ kind, alert }) => `${kind} ${alert.alert}`)
  }
  expect([kinds(), kinds(), kinds()]).toEqual([['fires 1', 'fires 2'], ['arms 1', 'fires 3'], []])
})
