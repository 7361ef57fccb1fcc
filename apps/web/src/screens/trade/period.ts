/** The period of the chart, for all instruments, kept on this device. */
import { create } from 'zustand'
import { readLocal, writeLocal } from '../../data/localStorage.ts'
import { CHART_PERIODS, type ChartPeriod } from './chartPeriods.ts'

const KEY = 'veritick.period'
const FIRST: ChartPeriod = '5min'

const useChosen = create<{ readonly period: ChartPeriod }>(() => ({
  period: CHART_PERIODS.find((each) => each === readLocal(KEY)) ?? FIRST,
}))

export const usePeriod = (): ChartPeriod => useChosen((state) => state.period)

export function choosePeriod(period: ChartPeriod): void {
  writeLocal(KEY, period)
  useChosen.setState({ period })
}

/** Shows the period of a link to a chart, for this window only. */
export const showPeriod = (period: ChartPeriod): void => useChosen.setState({ period })
