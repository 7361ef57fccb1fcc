/** The distance of a fill from the level or the seen price, in text and colour. */
import { priceText } from '@veritick/contract'
import { type Points, points as pointsOf } from '@veritick/domain'
import { useTranslate } from '../../i18n/i18n.ts'

export function Slippage({ points, precision }: { readonly points: Points | undefined; readonly precision: number }) {
  const t = useTranslate()
  if (points === undefined || points === 0) return <span>{t('ticket.slippage_none')}</span>
  const size = priceText(pointsOf(Math.abs(points)), precision)
  return points > 0 ? (
    <span className="text-up">{t('ticket.slippage_better', { points: size })}</span>
  ) : (
    <span className="text-down">{t('ticket.slippage_worse', { points: size })}</span>
  )
}
