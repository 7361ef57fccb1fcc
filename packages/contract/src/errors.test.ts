/** Clients compare numbers: a number keeps its reason word, even when the word is no longer used. */
import { readFileSync } from 'node:fs'
import { TEMPORARY_REFUSALS } from '@veritick/domain'
import { expect, test } from 'vitest'
import { ERROR_CODES, isReason } from './errors.ts'

const golden: Record<string, number> = JSON.parse(
  readFileSync(new URL('./errors.golden.json', import.meta.url), 'utf8'),
)
const now: Readonly<Record<string, number>> = ERROR_CODES

test('no word has changed its number', () => {
  const changed = Object.entries(golden).filter(([word, number]) => now[word] !== undefined && now[word] !== number)
  expect(changed, 'give the word its old number back').toEqual([])
})

test('no number was given to another word', () => {
  const owners = new Map(Object.entries(golden).map(([word, number]) => [number, word]))
  const taken = Object.entries(now).filter(([word, number]) => owners.has(number) && golden[word] !== number)
  expect(taken, 'take a number that was never used').toEqual([])
})

test('a new word is written down with its number', () => {
  const missing = Object.entries(now).filter(([word]) => golden[word] === undefined)
  expect(missing, 'add these to errors.golden.json; nothing there is ever changed or removed').toEqual([])
})

test('every refusal that passes by itself is a word of the catalogue', () => {
  expect(TEMPORARY_REFUSALS.filter((reason) => !isReason(reason))).toEqual([])
})
