/** The differences between two values, line by line, for numbers, forms and lists. */

import { amountText } from '../format/money.ts'

export type Difference = {
  /** The path in the value: `draw_rate`, `2 › address`; empty for a plain value. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** The value as the office shows it; `undefined` where this side has none. */
  readonly before?: string
  readonly after?: string
}

const STEP = ' › '

/** Empty when nothing would change. Objects of lists are matched by their `id`. */
export function differences(before: unknown, after: unknown, path = ''): readonly Difference[] {
  if (same(before, after)) return []
  if (before === undefined) return [{ path, kind: 'added', after: shown(after) }]
  if (after === undefined) return [{ path, kind: 'removed', before: shown(before) }]
  if (isListOfRecords(before) && isListOfRecords(after)) return between(byId(before), byId(after), path)
  if (isRecord(before) && isRecord(after)) return between(before, after, path)
  return [{ path, kind: 'changed', before: shown(before), after: shown(after) }]
}

/** A value in one line. */
export function shown(value: unknown): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (value === undefined || value === null || value === '') return '(empty)'
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.map(shown).join(', ')
  if (isRecord(value)) {
    return Object.entries(value)
      .map(([name, each]) => `${name} ${shown(each)}`)
      .join('; ')
  }
  return typeof value === 'string' && MONEY.test(value) ? amountText(value) : String(value)
}

/** Money and rates of the wire have six decimals; nothing else has. */
export const MONEY = /^-?\d+\.\d{6}$/

type Fields = { readonly [name: string]: unknown }

function between(before: Fields, after: Fields, path: string): readonly Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => differences(before[name], after[name], path === '' ? name : path + STEP + name))
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isListOfRecords(value: unknown): value is readonly (Fields & { readonly id: unknown })[] {
  return Array.isArray(value) && value.every((each) => isRecord(each) && 'id' in each)
}

function byId(items: readonly (Fields & { readonly id: unknown })[]): Fields {
  return Object.fromEntries(items.map((item) => [`#${String(item.id)}`, item]))
}

/** `1.00` as it is typed and `1.000000` as the wire has it. */
function sameMoney(one: unknown, two: unknown): boolean {
  if (typeof one !== 'string' || typeof two !== 'string') return false
  return (MONEY.test(one) || MONEY.test(two)) && amountText(one) === amountText(two)
}

function same(one: unknown, two: unknown): boolean {
  if (Object.is(one, two) || sameMoney(one, two)) return true
  if (Array.isArray(one) && Array.isArray(two))
    return one.length === two.length && one.every((each, place) => same(each, two[place]))
  if (!isRecord(one) || !isRecord(two)) return false
  const names = new Set([...Object.keys(one), ...Object.keys(two)])
  return [...names].every((name) => same(one[name], two[name]))
}
