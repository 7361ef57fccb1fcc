/**
 * The time zone of the chart, kept on this device: New York, as the specification has it and where the trading day
 * ends, or the zone of the device, in which all other times are shown (decision 117).
 */
import { NEW_YORK } from '@veritick/domain'
import { create } from 'zustand'
import { readLocal, writeLocal } from '../../data/localStorage.ts'
import { formatOffset } from '../../format/time.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export const CHART_ZONES = ['new_york', 'device'] as const
type ChartZone = (typeof CHART_ZONES)[number]

const KEY = 'veritick.chart-zone'

const useChosen = create<{ readonly zone: ChartZone }>(() => ({
  zone: readLocal(KEY) === 'device' ? 'device' : 'new_york',
}))

export const useChartZone = (): ChartZone => useChosen(({ zone }) => zone)

export function chooseChartZone(zone: ChartZone): void {
  writeLocal(KEY, zone === 'new_york' ? undefined : zone)
  useChosen.setState({ zone })
}

/** As the platform and the library name it. */
export const zoneIdOf = (zone: ChartZone): string =>
  zone === 'new_york' ? NEW_YORK : new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The name below the axis: `New York` or `GMT+1`. */
export function useChartZoneName(): string {
  const t = useTranslate()
  return useChartZone() === 'new_york' ? t('trade.new_york_short') : formatOffset(Date.now())
}
