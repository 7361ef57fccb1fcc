/** The table of shortcuts: one command for each key, never while the customer types, on every keyboard layout. */
import en from '@veritick/locales/en.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { CHART_PERIODS } from '../trade/chartPeriods.ts'
import { type KeyPress, keysShown, pressed, SHORTCUTS, stepped } from './shortcuts.ts'

const press = (key: string, changes: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  defaultPrevented: false,
  typing: false,
  ...changes,
})

describe('the table', () => {
  it('has each key once, and a text for each command', () => {
    const keys = SHORTCUTS.flatMap((shortcut) => [...shortcut.keys])
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((key) => key.length !== 1)).toEqual([])
    for (const { label } of SHORTCUTS) expect(en.wide).toHaveProperty(label.replace('wide.', ''))
  })
  it('shows keys as printed on the keyboard', () => {
    expect(keysShown('buy')).toBe('B')
    expect(keysShown('period')).toBe(`1–${CHART_PERIODS.length}`)
    expect(keysShown('search')).toBe('/')
  })
})

describe('a key', () => {
  it.each([
    ['b', 'buy', 0],
    ['B', 'buy', 0],
    ['3', 'period', 2],
    ['/', 'search', 0],
    ['?', 'help', 0],
    ['؟', 'help', 0],
  ])('%s is %s', (key, command, place) => {
    expect(pressed(press(key))).toEqual({ command, place })
  })
  it('of another script is identified by its place on the keyboard', () => {
    expect(pressed(press('и', { code: 'KeyB' }))).toEqual({ command: 'buy', place: 0 })
    expect(pressed(press('٣', { code: 'Digit3' }))).toEqual({ command: 'period', place: 2 })
    // On a French keyboard the key in the place of the slash types an exclamation mark.
    expect(pressed(press('!', { code: 'Slash' }))).toBeUndefined()
  })
  it.each([
    ['typed into a field', { typing: true }],
    ['with Control', { ctrlKey: true }],
    ['with Command', { metaKey: true }],
    ['with Alt', { altKey: true }],
    ['handled by the element that has the focus', { defaultPrevented: true }],
    ['held down', { repeat: true }],
  ])('%s means nothing', (_, changes) => {
    expect(pressed(press('b', changes))).toBeUndefined()
  })
  it('that steps through the list repeats while it is held', () => {
    expect(pressed(press('n', { repeat: true }))).toEqual({ command: 'next', place: 0 })
  })
})

describe('the next instrument', () => {
  const items = [{ Code: 'EURUSD' }, { Code: 'GBPUSD' }, { Code: 'XAUUSD' }]
  it('is the neighbour in the list, and none at the end', () => {
    expect(stepped(items, 'EURUSD', 1)?.Code).toBe('GBPUSD')
    expect(stepped(items, 'XAUUSD', 1)).toBeUndefined()
    expect(stepped(items, 'EURUSD', -1)).toBeUndefined()
  })
  it('is the first instrument before a selection', () => {
    expect(stepped(items, undefined, 1)?.Code).toBe('EURUSD')
  })
})
