/**
 * The address of the trade screen: `code` is the instrument, `period` the period of the chart, `ticket` the side of the
 * ticket to open. They are read once and removed, so that a reload does not undo a later choice.
 */
import type { TradeItem } from '@veritick/contract'
import type { Side } from '@veritick/domain'
import { CHART_WINDOW } from '../../shell/wide.ts'
import { CHART_PERIODS, type ChartPeriod, chartPeriodOf } from './chartPeriods.ts'

const CODE = 'code'
const TICKET = 'ticket'
const PERIOD = 'period'
const SIDES: readonly Side[] = ['buy', 'sell']

/** `code`: as in the address, such as `EURUSD` or `EUR/USD`. */
export function readTradeAddress(search: string): {
  readonly code?: string
  readonly ticket?: Side
  readonly period?: ChartPeriod
} {
  const params = new URLSearchParams(search)
  const code = params.get(CODE)
  const ticket = SIDES.find((side) => side === params.get(TICKET))
  const named = params.get(PERIOD)
  const period = CHART_PERIODS.find((each) => chartPeriodOf(each).label === named)
  return {
    ...(code !== null && { code }),
    ...(ticket !== undefined && { ticket }),
    ...(period !== undefined && { period }),
  }
}

/** The instrument of a code in an address; case and slash are ignored. */
export function itemOfAddress(items: readonly TradeItem[], code: string | undefined): TradeItem | undefined {
  if (code === undefined) return undefined
  const wanted = plain(code)
  return items.find((item) => plain(item.Code) === wanted)
}

/** The address of a chart for another person, without data of the customer. */
export const chartAddress = ({ code, period }: { readonly code: string; readonly period: ChartPeriod }): string =>
  `/trade?${chartSearch({ code, period })}`

/** The same in a window with only the chart. */
export const chartWindowAddress = (chart: { readonly code: string; readonly period: ChartPeriod }): string =>
  `${CHART_WINDOW}?${chartSearch(chart)}`

const chartSearch = ({ code, period }: { readonly code: string; readonly period: ChartPeriod }) =>
  new URLSearchParams({ [CODE]: code, [PERIOD]: chartPeriodOf(period).label })

/** Whether the address names a chart, even an unknown one. */
export const namesChart = (search: string): boolean =>
  new URLSearchParams(search).has(CODE) || new URLSearchParams(search).has(PERIOD)

/** The rest of the address after one of its parts was read. `chart`: instrument and period. */
export function withoutPart(search: string, part: 'chart' | 'ticket'): string {
  const params = new URLSearchParams(search)
  for (const name of part === 'chart' ? [CODE, PERIOD] : [TICKET]) params.delete(name)
  const rest = params.toString()
  return rest === '' ? '' : `?${rest}`
}

/** The address after the sign-in of a visitor: this instrument with its ticket. */
export const ticketAddress = (
  path: string,
  { code, ticket }: { readonly code: string; readonly ticket: Side },
): string => `${path}?${new URLSearchParams({ [CODE]: code, [TICKET]: ticket })}`

const plain = (code: string): string => code.replace(/[/\s]/g, '').toUpperCase()
