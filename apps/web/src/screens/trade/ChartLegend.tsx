/**
 * The legend at the top of the chart. In a wide window it always stands there, and the tags of lines leave it its
 * place. On a phone the names of the indicators over the price stand there, and the values cover the top of the chart
 * while the cross hair is shown.
 */
import type { Chart } from 'klinecharts'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classes } from '../../design/index.ts'
import { useTag } from '../../i18n/i18n.ts'
import { useAppearance } from '../../shell/settings.ts'
import { useIsWide } from '../../shell/wide.ts'
import { type Legend, legendRows, watchLegend } from './chartLegend.ts'
import { CANDLE_PANE, lineColoursOf, readColours } from './chartStyles.ts'

type Props = {
  readonly chart: Chart
  readonly precision: number
  /** Gets the height that tags must leave free. */
  readonly onHeight: (height: number) => void
}

const NONE: Legend = { rows: [], isCross: false }

export function ChartLegend({ chart, precision, onHeight }: Props) {
  const isWide = useIsWide()
  const legend = useLegend(chart, precision)
  const box = useRef<HTMLDivElement>(null)
  const standing = isWide ? legend.rows : namesOf(legend)
  const isShown = standing.length > 0
  useHeight(box, isShown, onHeight)
  return (
    <>
      {isShown && <LegendBox rows={standing} box={box} look="bg-surface/90" />}
      {!isWide && legend.isCross && legend.rows.length > 0 && (
        <LegendBox rows={legend.rows} look="z-1 rounded-ee-control bg-surface" />
      )}
    </>
  )
}

/** One row with the names of the indicators and their numbers. */
function namesOf({ rows }: Legend): Legend['rows'] {
  const names = rows.flatMap(({ name }) => (name === '' ? [] : [{ title: name, text: '', colour: undefined }]))
  return names.length === 0 ? [] : [{ name: '', values: names }]
}

type Box = React.RefObject<HTMLDivElement | null>
type BoxProps = { readonly rows: Legend['rows']; readonly look: string; readonly box?: Box }

function LegendBox({ rows, look, box }: BoxProps) {
  const appearance = useAppearance()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the appearance is what changes the tokens
  const colours = useMemo(() => lineColoursOf(readColours()), [appearance])
  return (
    <div
      {...(box && { ref: box })}
      aria-hidden="true"
      className={classes(
        'pointer-events-none absolute start-0 top-0 max-w-[calc(100%-4.25rem)] px-2 py-1 text-canvas text-ink-soft',
        look,
      )}
    >
      {rows.map(({ name, values }) => (
        <p key={name} className="flex flex-wrap gap-x-2">
          {name !== '' && <span className="text-ink-muted">{name}</span>}
          {values.map(({ title, text, colour }) => (
            <span
              key={`${colour} ${title}`}
              {...(colour !== undefined && { style: { color: colours[colour % colours.length] } })}
            >
              {title} {text}
            </span>
          ))}
        </p>
      ))}
    </div>
  )
}

/** The rows at the cross hair, or of the newest candle. React renders only changes. */
function useLegend(chart: Chart, precision: number): Legend {
  const tag = useTag()
  const [legend, setLegend] = useState(NONE)
  useEffect(() => {
    let last = ''
    return watchLegend(chart, CANDLE_PANE, ({ index, isCross }) => {
      const rows = legendRows({
        bar: chart.getDataList()[index],
        index,
        indicators: chart.getIndicators({ paneId: CANDLE_PANE }),
        precision,
        tag,
      })
      const key = JSON.stringify([rows, isCross])
      if (key === last) return
      last = key
      setLegend({ rows, isCross })
    })
  }, [chart, precision, tag])
  return legend
}

/** Reports the height of the shown legend, and zero while it is not shown. */
function useHeight(box: Box, isShown: boolean, onHeight: (height: number) => void): void {
  const latest = useRef(onHeight)
  latest.current = onHeight
  useLayoutEffect(() => {
    const element = box.current
    if (!isShown || element === null) return
    const look = new ResizeObserver(() => latest.current(element.offsetHeight))
    look.observe(element)
    return () => {
      look.disconnect()
      latest.current(0)
    }
  }, [box, isShown])
}
