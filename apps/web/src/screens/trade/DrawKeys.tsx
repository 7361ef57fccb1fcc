/**
 * The drawings for the keyboard: Tab selects one, arrow keys move it, Enter keeps the place, Escape and a loss of the
 * focus restore the place, Delete removes the drawing. A drawing is a slider, so that screen readers pass on the arrow
 * keys and read each new place.
 */
import type { Chart } from 'klinecharts'
import { type KeyboardEvent, useId, useState } from 'react'
import { classes } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { drawingElement } from './DrawCursor.tsx'
import { movedByKey } from './drawingKeys.ts'
import type { Drawing, DrawPoint } from './drawings.ts'
import type { Drawings } from './useDrawings.ts'
import { usePlaceText } from './usePlaceText.ts'

type Props = { readonly chart: Chart; readonly drawings: Drawings; readonly precision: number }

export function DrawKeys(props: Props) {
  const { drawings, precision } = props
  const t = useTranslate()
  const help = useId()
  const textOf = usePlaceText(precision).moved
  const { said, pointsOf, putBack, onKeyDown } = useMoves(props, textOf)
  const { list, prefs, select, deselect } = drawings
  if (prefs.hidden) return null
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <p id={help} hidden>
        {t('trade.draw_keys')}
      </p>
      {list.map((drawing, index) => {
        const tool = t(`trade.draw_${drawing.tool}`)
        const place = textOf(pointsOf(drawing))
        return (
          <div
            key={drawing.id}
            id={drawingElement(drawing.id)}
            role="slider"
            tabIndex={0}
            aria-label={t('trade.draw_object', { tool, number: index + 1, count: list.length })}
            aria-describedby={help}
            aria-valuenow={pointsOf(drawing)[0]?.[1] ?? 0}
            aria-valuetext={place}
            onFocus={() => select(drawing.id)}
            onBlur={() => {
              putBack(drawing)
              deselect()
            }}
            onKeyDown={(event) => onKeyDown(event, drawing)}
            className={CHIP}
          >
            <span aria-hidden="true">
              {tool} · <bdi>{place}</bdi>
              <span className="block text-12 text-ink-muted">{t('trade.draw_keys')}</span>
            </span>
          </div>
        )
      })}
    </>
  )
}

/** Visible only with the focus. */
const CHIP = classes(
  'sr-only focus:not-sr-only focus:absolute! focus:start-2 focus:bottom-9 focus:z-1 focus:max-w-64 focus:rounded-card',
  'focus:border focus:border-line focus:bg-raised focus:px-3! focus:py-2! focus:text-13',
)

/** Moves one drawing at a time; until Enter the new place is only shown. */
function useMoves({ chart, drawings, precision }: Props, textOf: (points: readonly DrawPoint[]) => string) {
  const t = useTranslate()
  const [said, setSaid] = useState('')
  const [moved, setMoved] = useState<{ readonly id: string; readonly points: readonly DrawPoint[] }>()
  const { place, move } = drawings
  const pointsOf = ({ id, points }: Drawing) => (moved?.id === id ? moved.points : points)
  const putBack = ({ id, points }: Drawing) => {
    if (moved?.id !== id) return
    place(id, points)
    setMoved(undefined)
    setSaid(t('trade.draw_put_back'))
  }
  const onKeyDown = (event: KeyboardEvent, drawing: Drawing) => {
    const times = chart.getDataList().map(({ timestamp }) => timestamp)
    const next = movedByKey(pointsOf(drawing), event.key, { precision, times })
    if (next === undefined && event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (next !== undefined) {
      place(drawing.id, next)
      setMoved({ id: drawing.id, points: next })
    } else if (event.key === 'Escape') putBack(drawing)
    else if (moved?.id === drawing.id) {
      move(drawing.id, moved.points)
      setMoved(undefined)
      setSaid(textOf(moved.points))
    }
  }
  return { said, pointsOf, putBack, onKeyDown }
}
