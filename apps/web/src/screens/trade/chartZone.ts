/**
 * The time zone of the chart, kept on this device: the zone of the device, in which all other times are shown, or New
 * York, where the trading day ends (decision 117). Candles of a day and longer end at 17:00 New York in both, and their
 * axis names dates, so it stays in New York time.
 */
import { NEW_YORK } from '@veritick/domain'
import { create } from 'zustand'
import { readLocal, writeLocal } from '../../data/localStorage.ts'
import { formatOffset } from '../../format/time.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { isIntraday } from './chartPeriods.ts'
import { usePeriod } from './period.ts'

export const CHART_ZONES = ['device', 'new_york'] as const
type ChartZone = (typeof CHART_ZONES)[number]

const KEY = 'veritick.chart-zone'

const useChosen = create<{ readonly zone: ChartZone }>(() => ({
  zone: readLocal(KEY) === 'new_york' ? 'new_york' : 'device',
}))

/** As the settings of the chart show it. */
export const useChosenZone = (): ChartZone => useChosen(({ zone }) => zone)

/** The zone of the chart with its period. */
export function useChartZone(): ChartZone {
  const zone = useChosenZone()
  return isIntraday(usePeriod()) ? zone : 'new_york'
}

export function chooseChartZone(zone: ChartZone): void {
  writeLocal(KEY, zone === 'device' ? undefined : zone)
  useChosen.setState({ zone })
}

/** As the platform and the library name it. */
export const zoneIdOf = (zone: ChartZone): string =>
  zone === 'new_york' ? NEW_YORK : new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The name below the axis: `New York` or `UTC+1`. */
export function useChartZoneName(): string {
  const t = useTranslate()
  return useChartZone() === 'new_york' ? t('trade.new_york_short') : formatOffset(Date.now())
}
