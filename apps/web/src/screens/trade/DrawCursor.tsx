/**
 * The next point of a drawing for the keyboard: it takes the focus once a tool is chosen. Arrow keys move it, Enter
 * sets it, Escape leaves. It is a slider, so that screen readers pass on the arrow keys and read each new place. Until
 * the first key press a finger or a mouse can draw instead.
 */
import type { Chart } from 'klinecharts'
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import { classes } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { DRAW_BUTTON } from './ChartBar.tsx'
import { CANDLE_PANE } from './chartStyles.ts'
import { type DrawPoint, type DrawTool, TOOL_POINTS } from './drawings.ts'
import { draftAt, draftByKey, type KeyDraft, previewOf } from './keyDraft.ts'
import type { Drawings } from './useDrawings.ts'
import { usePlaceText } from './usePlaceText.ts'

type Props = {
  readonly chart: Chart
  readonly drawings: Drawings
  readonly precision: number
  readonly tool: DrawTool
  readonly element: RefObject<HTMLDivElement | null>
}

const PANE = { paneId: CANDLE_PANE } as const
/** Distance between the point and the edge of the chart. */
const EDGE_PX = 24

export function DrawCursor({ chart, drawings, precision, tool, element }: Props) {
  const t = useTranslate()
  const help = useId()
  const textOf = usePlaceText(precision).at
  const [draft, setDraft] = useState(() => draftAt(tool, newestClose(chart)))
  const [said, setSaid] = useState('')
  const [isUsed, setIsUsed] = useState(false)
  const count = TOOL_POINTS[tool]
  const number = draft.set.length + 1
  const name = t(`trade.draw_${tool}`)
  const keys = t(count === undefined ? 'trade.draw_point_keys_brush' : 'trade.draw_point_keys')
  const place = textOf(draft.at)
  useFocusBack(element)
  const onKeyDown = (event: KeyboardEvent) => {
    const times = chart.getDataList().map(({ timestamp }) => timestamp)
    const step = draftByKey(draft, event.key, { precision, times })
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (step.kind === 'done') return drawings.finish(step.points)
    setIsUsed(true)
    if (step.kind === 'set') setSaid(t('trade.draw_point_set', { place }))
    setDraft(step.draft)
    drawings.preview(previewOf(step.draft))
    bringIntoView(chart, step.draft)
  }
  const at = pixelOf(chart, draft.at)
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div
        ref={element}
        role="slider"
        tabIndex={0}
        aria-label={
          count === undefined
            ? t('trade.draw_point_brush', { tool: name, number })
            : t('trade.draw_point', { tool: name, number, count })
        }
        aria-describedby={help}
        aria-valuenow={draft.at[1]}
        aria-valuetext={place}
        onKeyDown={onKeyDown}
        className={classes('pointer-events-none outline-none', isUsed ? RING : 'absolute sr-only')}
        {...(isUsed && { style: { left: at.x, top: at.y } })}
      />
      <p id={help} className={classes('pointer-events-none', isUsed ? TEXT : 'sr-only')}>
        <bdi aria-hidden="true" className="block font-semibold">
          {place}
        </bdi>
        {keys}
      </p>
    </>
  )
}

const RING =
  'absolute z-1 size-5 -translate-1/2 rounded-full border-2 border-accent bg-accent-soft/50 focus-visible:ring-2 ring-accent'
const TEXT =
  'absolute start-2 bottom-22 z-1 max-w-64 rounded-card border border-line bg-raised px-3 py-2 text-12 text-ink-soft'

/** A chart with a tool has candles. */
function newestClose(chart: Chart): DrawPoint {
  const last = chart.getDataList().at(-1)
  return last === undefined ? [0, 0] : [last.timestamp, last.close]
}

function pixelOf(chart: Chart, [timestamp, value]: DrawPoint): { readonly x: number; readonly y: number } {
  const { x = 0, y = 0 } = chart.convertToPixel({ timestamp, value }, PANE) as { x?: number; y?: number }
  return { x, y }
}

/** Scrolls the chart to a point that leaves it sideways. */
function bringIntoView(chart: Chart, { at }: KeyDraft): void {
  const { x } = pixelOf(chart, at)
  const width = chart.getSize(CANDLE_PANE, 'main')?.width ?? 0
  if (x < EDGE_PX) chart.scrollByDistance(EDGE_PX - x)
  else if (x > width - EDGE_PX) chart.scrollByDistance(width - EDGE_PX - x)
}

/** Returns the focus to the draw button, unless the finished drawing takes the focus. */
function useFocusBack(element: Props['element']): void {
  useLayoutEffect(
    () => () => {
      if (element.current !== null && document.activeElement === element.current)
        document.getElementById(DRAW_BUTTON)?.focus()
    },
    [element],
  )
}

/** Gives the focus to a drawing finished by the keyboard, so that further keys move the drawing. */
export function useFocusFinished(drawings: Drawings): void {
  const { finished } = drawings
  useEffect(() => {
    if (finished !== undefined) document.getElementById(drawingElement(finished))?.focus()
  }, [finished])
}

export const drawingElement = (id: string): string => `veritick-drawing-${id}`
