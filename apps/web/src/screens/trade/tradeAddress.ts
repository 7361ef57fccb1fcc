/**
 * The address of the trade screen: `code` names the instrument, `ticket` the side of the ticket to open. Both are read
 * once and removed, so that a later choice on the screen is not undone by a reload.
 */
import type { TradeItem } from '@veritick/contract'
import type { Side } from '@veritick/domain'

const CODE = 'code'
const TICKET = 'ticket'
const SIDES: readonly Side[] = ['buy', 'sell']

/** `code`: as it stands in the address, such as `EURUSD` or `EUR/USD`. */
export function readTradeAddress(search: string): { readonly code?: string; readonly ticket?: Side } {
  const params = new URLSearchParams(search)
  const code = params.get(CODE)
  const ticket = SIDES.find((side) => side === params.get(TICKET))
  return { ...(code !== null && { code }), ...(ticket !== undefined && { ticket }) }
}

/** The instrument that an address names; capitals and the slash do not matter. */
export function itemOfAddress(items: readonly TradeItem[], code: string | undefined): TradeItem | undefined {
  if (code === undefined) return undefined
  const wanted = plain(code)
  return items.find((item) => plain(item.Code) === wanted)
}

/** The rest of the address after one of its parts was read. */
export function withoutPart(search: string, part: 'code' | 'ticket'): string {
  const params = new URLSearchParams(search)
  params.delete(part === 'code' ? CODE : TICKET)
  const rest = params.toString()
  return rest === '' ? '' : `?${rest}`
}

/** Where a visitor returns after signing in: this instrument with its ticket. */
export const ticketAddress = (
  path: string,
  { code, ticket }: { readonly code: string; readonly ticket: Side },
): string => `${path}?${new URLSearchParams({ [CODE]: code, [TICKET]: ticket })}`

const plain = (code: string): string => code.replace(/[/\s]/g, '').toUpperCase()
