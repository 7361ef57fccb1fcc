/** The first point of a drawing in words: price, and time in the zone of the axis. */
import { priceText } from '@veritick/contract'
import { formatMinute } from '../../format/time.ts'
import { useFigure, useTag, useTranslate } from '../../i18n/i18n.ts'
import { useChartZone, zoneIdOf } from './chartZone.ts'
import { pointsAt } from './dragLevel.ts'
import type { DrawPoint } from './drawings.ts'

/** `at`: the text of a place; `moved`: the text after a move. */
export function usePlaceText(precision: number) {
  const t = useTranslate()
  const tag = useTag()
  const figure = useFigure()
  const timeZone = zoneIdOf(useChartZone())
  const wordsOf = ([time, value]: DrawPoint) => ({
    price: figure(priceText(pointsAt(value, precision), precision)),
    time: formatMinute(time, { tag, timeZone }),
  })
  return {
    at: (point: DrawPoint): string => {
      const { price, time } = wordsOf(point)
      return `${price} · ${time}`
    },
    moved: ([first]: readonly DrawPoint[]): string =>
      first === undefined ? '' : t('trade.draw_moved', wordsOf(first)),
  }
}
