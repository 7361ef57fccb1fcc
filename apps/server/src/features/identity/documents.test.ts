/** Typed data is read in one way: a document has one number, and a customer is eighteen on the birthday. */
import { millis } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { cardIdCanonical, maskedCardId, maskedName, readBirthDate, readCardId, readName } from './documents.ts'

const NOON = millis(Date.UTC(2026, 2, 1, 12))

test.each([
  ['Chan Tai Man', 'Chan Tai Man'],
  ['  Chan   Tai\tMan ', 'Chan Tai Man'],
  ['陳大文', '陳大文'],
  ['محمد بن عبد الله', 'محمد بن عبد الله'],
  ["Anne-Marie O'Neill", "Anne-Marie O'Neill"],
  ['José María Núñez', 'José María Núñez'],
])('the name %j', (text, name) => {
  expect(readName(text)).toEqual({ ok: true, value: name })
})

test.each(['', 'X', '12345', 'R2D2', '<b>Ana</b>', 'Ana\u0000', 'Ana\u202e', '--', 'x'.repeat(101), '😀😀'])(
  '%j is no name',
  (text) => {
    expect(readName(text)).toEqual({ ok: false, reason: 'name_malformed' })
  },
)

test.each([
  ['A123456(7)', 'A1234567'],
  [' a 123-456 7', 'A1234567'],
  ['Ａ１２３４５６７', 'A1234567'],
  ['٧٨٤١٩٩٠', '7841990'],
  ['۷۸۴۱۹۹۰', '7841990'],
  ['E.12/345.678', 'E12345678'],
])('the number %j is %s', (text, canonical) => {
  expect(cardIdCanonical(text)).toBe(canonical)
  expect(readCardId(text)).toEqual({ ok: true, value: text.trim() })
})

test.each(['', '123', 'ABCDEFG', '1'.repeat(31), 'А1234567', "1' or '1'='1", '12345_6', '१२३४५६'])(
  '%j is no document number',
  (text) => {
    expect(readCardId(text)).toEqual({ ok: false, reason: 'card_id_malformed' })
  },
)

describe('the birth date, on 1 March 2026', () => {
  test.each(['2008-03-01', '1990-02-28', '2004-02-29', '1900-01-01'])('%s is old enough', (text) => {
    expect(readBirthDate(text, NOON)).toEqual({ ok: true, value: text })
  })
  test.each(['2008-03-02', '2010-01-01', '2026-03-01'])('%s is not', (text) => {
    expect(readBirthDate(text, NOON)).toEqual({ ok: false, reason: 'under_age' })
  })
  test.each(['2026-03-02', '1899-12-31', '1990-02-30', '1990-13-01', '90-01-01', '1990/01/01', '01-01-1990', '', 'x'])(
    '%j is none',
    (text) => {
      expect(readBirthDate(text, NOON)).toEqual({ ok: false, reason: 'birth_date_malformed' })
    },
  )
  test('who was born on a 29th of February is 18 on the 1st of March', () => {
    expect(readBirthDate('2008-02-29', millis(Date.UTC(2026, 1, 28, 23, 59)))).toEqual({
      ok: false,
      reason: 'under_age',
    })
    expect(readBirthDate('2008-02-29', NOON)).toEqual({ ok: true, value: '2008-02-29' })
  })
})

test('shown back is enough to know it by, too little to learn it', () => {
  expect([maskedName('Chan Tai Man'), maskedName('陳大文'), maskedCardId('A1234567')]).toEqual([
    'C*** T*** M***',
    '陳***',
    'A***67',
  ])
})
