/**
 * The keyboard shortcuts of the workspace: one table, read by the key listener, the help sheet and the tooltips. They
 * are single keys, so they are inactive while the customer types, while a sheet or a question is open, and while a
 * modifier is held.
 */
import type { Key } from '@veritick/locales'
import { CHART_PERIODS } from '../trade/chartPeriods.ts'

export const SHORTCUTS = [
  { command: 'search', keys: ['/'], label: 'wide.key_search' },
  { command: 'next', keys: ['n'], label: 'wide.key_next', repeats: true },
  { command: 'previous', keys: ['p'], label: 'wide.key_previous', repeats: true },
  { command: 'buy', keys: ['b'], label: 'wide.key_buy' },
  { command: 'sell', keys: ['s'], label: 'wide.key_sell' },
  // In the order of the bar above the chart.
  { command: 'period', keys: CHART_PERIODS.map((_, place) => String(place + 1)), label: 'wide.key_period' },
  { command: 'full_screen', keys: ['f'], label: 'wide.key_full_screen' },
  { command: 'close', keys: ['x'], label: 'wide.key_close' },
  { command: 'list', keys: ['l'], label: 'wide.key_list' },
  { command: 'chart', keys: ['c'], label: 'wide.key_chart' },
  { command: 'orders', keys: ['o'], label: 'wide.key_orders' },
  { command: 'help', keys: ['?'], label: 'wide.key_help' },
] as const satisfies readonly {
  readonly command: string
  readonly keys: readonly string[]
  readonly label: Key
  /** A held key repeats it. */
  readonly repeats?: boolean
}[]

export type Command = (typeof SHORTCUTS)[number]['command']
/** `place`: the index of the key in the command's keys, such as the period of the chart. */
export type Pressed = { readonly command: Command; readonly place: number }

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'defaultPrevented'
> & {
  /** The focus is in a text field, a sheet or a question. */
  readonly typing: boolean
}

/** The command of a key, by the character that it types; a letter of another script by its place on the keyboard. */
export function pressed(press: KeyPress): Pressed | undefined {
  if (press.typing || press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey) return undefined
  const key = keyOf(press)
  for (const shortcut of SHORTCUTS) {
    const place = [...shortcut.keys].findIndex((each: string) => each === key)
    if (place === -1) continue
    return press.repeat && !('repeats' in shortcut) ? undefined : { command: shortcut.command, place }
  }
  return undefined
}

function keyOf({ key, code }: Pick<KeyPress, 'key' | 'code'>): string {
  if (key === '؟' || key === '？') return '?'
  const low = key.toLowerCase()
  if (/^[ -~]$/.test(low)) return low
  // Russian, Greek or Arabic letters, and digits of other scripts.
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ?? low
}

/** The keys of a command as text for the customer. */
export function keysShown(command: Command): string {
  const keys = SHORTCUTS.find((shortcut) => shortcut.command === command)?.keys ?? []
  const first = (keys[0] ?? '').toUpperCase()
  return keys.length > 1 ? `${first}–${keys[keys.length - 1]}` : first
}

/** The instrument before or after the selected one; the list does not wrap around. */
export function stepped<Item extends { readonly Code: string }>(
  items: readonly Item[],
  selected: string | undefined,
  step: 1 | -1,
): Item | undefined {
  const index = items.findIndex(({ Code }) => Code === selected)
  return index === -1 ? items[0] : items[index + step]
}
