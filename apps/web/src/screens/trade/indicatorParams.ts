/**
 * The whole numbers of each indicator that a customer may change: its periods, the width of the Bollinger Bands, the
 * acceleration of the parabolic SAR. One choice for all instruments, kept on this device. For drawing only.
 */
import type { Key } from '@veritick/locales'
import { create } from 'zustand'
import { readLocal, writeLocal } from '../../data/localStorage.ts'
import { CANDLES_A_PAGE } from './candles.ts'
import { INDICATOR_NAMES, type Indicator } from './chartPrefs.ts'

/** A longer period has no value on the candles that the chart reads at first. */
const PERIOD_MAX = CANDLES_A_PAGE
const PERIOD = { min: 1, max: PERIOD_MAX } as const
/** One candle has no deviation, and its average is its price. */
const DEVIATING_PERIOD = { min: 2, max: PERIOD_MAX } as const
const DEVIATIONS = { min: 1, max: 10 } as const
/** Of the library: 2 means an acceleration of 0.02. */
const HUNDREDTHS = { min: 1, max: 100 } as const

export type Param = { readonly label: Key; readonly first: number; readonly min: number; readonly max: number }

const period = (first: number): Param => ({ label: 'trade.param_period', first, ...PERIOD })
/** An average for each number, one line each. */
const lines = (...firsts: readonly number[]) =>
  firsts.map((first): Param => ({ label: 'trade.param_line', first, ...PERIOD }))

/** In the order of the library. */
export const PARAMS: { readonly [I in Indicator]: readonly Param[] } = {
  MA: lines(5, 10, 30, 60),
  EMA: lines(6, 12, 20),
  BOLL: [
    { label: 'trade.param_period', first: 20, ...DEVIATING_PERIOD },
    { label: 'trade.param_deviations', first: 2, ...DEVIATIONS },
  ],
  SAR: [
    { label: 'trade.param_sar_start', first: 2, ...HUNDREDTHS },
    { label: 'trade.param_sar_step', first: 2, ...HUNDREDTHS },
    { label: 'trade.param_sar_max', first: 20, ...HUNDREDTHS },
  ],
  VOL: lines(5, 10, 20),
  MACD: [
    { label: 'trade.param_fast', first: 12, ...PERIOD },
    { label: 'trade.param_slow', first: 26, ...PERIOD },
    { label: 'trade.param_signal', first: 9, ...PERIOD },
  ],
  RSI: [period(14)],
  KDJ: [period(9), { label: 'trade.param_k', first: 3, ...PERIOD }, { label: 'trade.param_d', first: 3, ...PERIOD }],
  ATR: [period(14)],
  CCI: [{ label: 'trade.param_period', first: 20, ...DEVIATING_PERIOD }],
  OBV: [period(30)],
}

/** The first of these places must hold the smaller number. */
const ORDERED: { readonly [I in Indicator]?: readonly [number, number] } = { MACD: [0, 1], SAR: [0, 2] }

export type Chosen = { readonly [I in Indicator]: readonly number[] }

export const firstParams = (name: Indicator): readonly number[] => PARAMS[name].map(({ first }) => first)

export type ParamFault = { readonly kind: 'range' } | { readonly kind: 'order'; readonly below: Param }

/** The typed numbers, or the fault of each field. */
export function readParams(
  name: Indicator,
  typed: readonly string[],
): { readonly params: readonly number[] | undefined; readonly faults: readonly (ParamFault | undefined)[] } {
  const numbers = PARAMS[name].map(({ min, max }, at) => wholeIn(typed[at] ?? '', min, max))
  const faults: (ParamFault | undefined)[] = numbers.map((value) =>
    value === undefined ? { kind: 'range' } : undefined,
  )
  const [small, large] = ORDERED[name] ?? [0, 0]
  const [less, more] = [numbers[small], numbers[large]]
  const below = PARAMS[name][large]
  if (small !== large && less !== undefined && more !== undefined && less >= more && below !== undefined)
    faults[small] = { kind: 'order', below }
  const params = numbers.filter((value) => value !== undefined)
  return { params: faults.every((fault) => fault === undefined) ? params : undefined, faults }
}

function wholeIn(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : undefined
  return value !== undefined && value >= min && value <= max ? value : undefined
}

/** `MACD(12,26,9)`; the acceleration as it is computed with: `SAR(0.02,0.02,0.2)`. */
export function indicatorLabel(name: string, params: readonly unknown[]): string {
  const shown = name === 'SAR' ? params.map((value) => Number(value) / 100) : params
  return shown.length === 0 ? name : `${name}(${shown.join(',')})`
}

const KEY = 'veritick.indicators'

/** A stored text: `MACD 12 26 9`, indicators apart by a comma. Numbers outside the limits give the first ones. */
export function chosenIn(text: string | undefined): Chosen {
  const stored = new Map((text ?? '').split(',').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]))
  const of = (name: Indicator) => {
    const typed = stored.get(name)
    const isWhole = typed?.length === PARAMS[name].length
    return (isWhole ? readParams(name, typed).params : undefined) ?? firstParams(name)
  }
  return Object.fromEntries(INDICATOR_NAMES.map((name) => [name, of(name)])) as Chosen
}

const textOf = (chosen: Chosen): string =>
  INDICATOR_NAMES.filter((name) => chosen[name].join() !== firstParams(name).join())
    .map((name) => [name, ...chosen[name]].join(' '))
    .join(',')

const useChosen = create<Chosen>(() => chosenIn(readLocal(KEY)))

export const useIndicatorParams = (): Chosen => useChosen()

export function chooseParams(name: Indicator, params: readonly number[]): void {
  const chosen = { ...useChosen.getState(), [name]: params }
  writeLocal(KEY, textOf(chosen) || undefined)
  useChosen.setState(chosen)
}
