/** Identifiers as readable text. */
import { expect, test } from 'vitest'
import { actorName, languageName, plainWord, sideName } from './names.ts'

test.each([
  ['deposit_credit', 'Deposit credit'],
  ['ClientBalance', 'Client balance'],
  ['margin', 'Margin'],
  ['', ''],
])('%s', (word, text) => expect(plainWord(word)).toBe(text))

test('a side of the books has the name that the same money has beside it', () => {
  expect(['clientBalance', 'clientLocked', 'protection', 'rewards'].map(sideName)).toEqual([
    'Customers’ balances',
    'Locked for withdrawals',
    'Negative balance protection',
    'Rewards',
  ])
})

test('who acted has a name, or the word that stands for it', () => {
  expect(actorName({ who: 'staff:7', name: 'Ann' })).toBe('Ann')
  expect(actorName({ who: 'provider:sandbox', name: '' })).toBe('Card provider sandbox')
  expect(actorName({ who: 'server', name: '' })).toBe('Server start')
  expect(actorName({ who: 'clock', name: '' })).toBe('Scheduler')
  expect(actorName(null)).toBe('')
})

test('a language stands by its own name in every list and form', () => {
  expect(['en', 'de', 'hk'].map(languageName)).toEqual(['English', 'Deutsch', '繁體中文'])
  expect(languageName('xx')).toBe('xx')
})
