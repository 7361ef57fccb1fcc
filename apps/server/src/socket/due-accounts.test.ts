/** Accounts with hundreds of holdings take turns: each look is short, and each account is looked at. */
import { accountId } from '@veritick/domain'
import { expect, test } from 'vitest'
import { DueAccounts, HOLDINGS_PER_LOOK } from './due-accounts.ts'

const everyone = () => true

test('200 accounts of 500 holdings are spread over looks, in turn, and each comes once', () => {
  const due = new DueAccounts()
  const accounts = Array.from({ length: 200 }, (_, at) => accountId(at))
  for (const account of accounts) due.weigh(account, 500)
  due.mark(accounts)
  const seen: number[] = []
  for (let looks = 0; seen.length < 200; looks += 1) {
    const taken = due.take(everyone)
    expect(taken.length * 501).toBeLessThanOrEqual(HOLDINGS_PER_LOOK + 501)
    seen.push(...taken)
    // The price moves on meanwhile: an account that waits keeps its turn.
    if (looks % 10 === 0) due.mark(accounts.slice(seen.length))
  }
  expect(seen).toEqual(accounts)
  expect(due.take(everyone)).toEqual([])
})

test('small accounts share a look, one larger than a look comes alone, one that left not at all', () => {
  const due = new DueAccounts()
  due.weigh(accountId(7), 10 * HOLDINGS_PER_LOOK)
  due.mark([1, 2, 3, 7, 4].map(accountId))
  const isWatched = (account: number) => account !== 2
  expect(due.take(isWatched)).toEqual([1, 3])
  expect(due.take(isWatched)).toEqual([7])
  expect(due.take(isWatched)).toEqual([4])
  due.forget((account) => account !== 7)
  due.mark([7, 1].map(accountId))
  expect(due.take(isWatched)).toEqual([7, 1])
})
