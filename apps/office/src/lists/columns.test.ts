/** Filters as parameters of the call. */
import { expect, test } from 'vitest'
import { momentOfDay, shownText, withFilter } from './columns.ts'

test('a day begins and ends in UTC', () => {
  expect(momentOfDay('2026-11-21', 'start')).toBe(Date.UTC(2026, 10, 21))
  expect(momentOfDay('2026-11-21', 'end')).toBe(Date.UTC(2026, 10, 22) - 1)
  expect(momentOfDay('', 'start')).toBeUndefined()
})

test('an emptied filter is gone', () => {
  expect(withFilter({ state: 'waiting', user: 7 }, 'state', '')).toEqual({ user: 7 })
  expect(withFilter({ user: 7 }, 'state', 'paid')).toEqual({ user: 7, state: 'paid' })
})

test('a filter that the field itself applied leaves the typed text as it is', () => {
  expect(shownText({ typed: 'anna ', value: 'anna', applied: 'anna' }), 'a pause after a blank').toBe('anna ')
  expect(shownText({ typed: 'annas', value: 'anna', applied: 'anna' }), 'typed on').toBe('annas')
  expect(shownText({ typed: 'anna ', value: '', applied: 'anna' }), 'cleared').toBe('')
  expect(shownText({ typed: '', value: 'smith', applied: '' }), 'another address').toBe('smith')
})
