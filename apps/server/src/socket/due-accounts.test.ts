/** Accounts with hundreds of holdings take turns: each look is short, and each account is looked at. */
import { accountId } from '@veritick/domain'
import { expect, test } from 'vitest'
import { ACCOUNTS_PER_LOOK, DueAccounts } from './due-accounts.ts'

const everyone = () => true

test('accounts that a look had no room for are the next ones, and each comes once', () => {
  const due = new DueAccounts()
  const accounts = Array.from({ length: 200 }, (_, at) => accountId(at))
  due.mark(accounts)
  const seen: number[] = []
  for (let looks = 0; seen.length < 200; looks += 1) {
    const taken = due.take(everyone)
    // The price moves on meanwhile: an account that waits keeps its turn.
    if (looks % 10 === 0) due.mark(accounts.slice(seen.length + 2))
    seen.push(...taken.slice(0, 2))
    due.putBack(taken.slice(2))
  }
  expect(seen).toEqual(accounts)
  expect(due.take(everyone)).toEqual([])
})

test('one that left is not looked at, and a look has room for so many', () => {
  const due = new DueAccounts()
  due.mark([1, 2, 3].map(accountId))
  expect(due.take((account) => account !== 2)).toEqual([1, 3])
  due.putBack([accountId(3)])
  expect(due.take((account) => account !== 3)).toEqual([])
  const crowd = Array.from({ length: ACCOUNTS_PER_LOOK + 1 }, (_, at) => accountId(at))
  due.mark(crowd)
  expect(due.take(everyone)).toEqual(crowd.slice(0, -1))
  expect(due.take(everyone)).toEqual(crowd.slice(-1))
})
