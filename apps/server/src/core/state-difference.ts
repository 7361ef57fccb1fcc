/**
 * The first difference between two states of the engine, as a sentence: accounts first, because that is the money, then
 * books and orders. Only for messages: whether two states are equal is decided by their hash.
 */
import { BOOK_SIDES, type DurableAccount, type DurableOrder, type DurableState } from '@veritick/engine'
import { differs } from './state-faults.ts'

export type TwoStates = { readonly expected: DurableState; readonly found: DurableState }

export function firstDifference(states: TwoStates): string {
  return (
    accountDifference(states) ??
    bookDifference(states) ??
    orderDifference(states) ??
    'it differs outside accounts, books and orders'
  )
}

function accountDifference({ expected, found }: TwoStates): string | undefined {
  return listDifference<DurableAccount>({
    name: 'account',
    id: (each) => each.account,
    expected: expected.accounts,
    found: found.accounts,
  })
}

function orderDifference({ expected, found }: TwoStates): string | undefined {
  return listDifference<DurableOrder>({
    name: 'order',
    id: (each) => each.order,
    expected: expected.orders,
    found: found.orders,
  })
}

function bookDifference({ expected, found }: TwoStates): string | undefined {
  for (const kind of ['demo', 'real'] as const) {
    for (const side of BOOK_SIDES) {
      const values = { expected: expected[kind][side], found: found[kind][side] }
      if (values.expected !== values.found) return differs(`book ${kind}, ${side}`, values)
    }
  }
  return undefined
}

function listDifference<Item extends object>(lists: {
  readonly name: string
  readonly id: (item: Item) => number
  readonly expected: readonly Item[]
  readonly found: readonly Item[]
}): string | undefined {
  const { name, id } = lists
  const found = new Map(lists.found.map((item) => [id(item), item]))
  for (const item of lists.expected) {
    const other = found.get(id(item))
    if (other === undefined) return differs(`${name} ${id(item)}`, { expected: 'it', found: 'none' })
    const difference = fieldDifference(`${name} ${id(item)}`, item, other)
    if (difference !== undefined) return difference
    found.delete(id(item))
  }
  const [extra] = found.keys()
  return extra === undefined ? undefined : differs(`${name} ${extra}`, { expected: 'none', found: 'it' })
}

function fieldDifference(where: string, expected: object, found: object): string | undefined {
  const others = new Map<string, unknown>(Object.entries(found))
  for (const [field, value] of Object.entries(expected)) {
    const values = { expected: JSON.stringify(value), found: JSON.stringify(others.get(field)) }
    if (values.expected !== values.found) return differs(`${where}, ${field}`, values)
  }
  return undefined
}
