/** The period of a statement: presets, and the fault of typed days. Days are UTC, as in the statement. */
import type { EntryGroup } from '@veritick/contract'

export type Period = { readonly from: string; readonly to: string }
export const PRESETS = ['month', 'month_before', 'year'] as const
export type Preset = (typeof PRESETS)[number]

/** In the order of the chips. */
export const GROUPS = [
  'trading',
  'costs',
  'deposits',
  'withdrawals',
  'adjustments',
] as const satisfies readonly EntryGroup[]

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** `now`: unix milliseconds. */
export function periodOf(preset: Preset, now: number): Period {
  const today = new Date(now)
  const year = today.getUTCFullYear()
  const month = today.getUTCMonth()
  switch (preset) {
    case 'month':
      return { from: dayOf(Date.UTC(year, month, 1)), to: dayOf(now) }
    case 'month_before':
      return { from: dayOf(Date.UTC(year, month - 1, 1)), to: dayOf(Date.UTC(year, month, 0)) }
    case 'year':
      return { from: dayOf(Date.UTC(year, 0, 1)), to: dayOf(now) }
  }
}

/** The preset that equals the period; `undefined`: none. */
export const presetOf = (period: Period, now: number): Preset | undefined =>
  PRESETS.find((preset) => {
    const { from, to } = periodOf(preset, now)
    return from === period.from && to === period.to
  })

/** An empty date field has an empty text. */
export function periodFault({ from, to }: Period): 'missing' | 'period_wrong' | undefined {
  if (from === '' || to === '') return 'missing'
  return from > to ? 'period_wrong' : undefined
}
