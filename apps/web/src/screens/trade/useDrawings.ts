/**
 * The customer's drawings of one instrument on the chart of the library: shows the kept ones, takes new ones point by
 * point, and keeps every change. A drawing is moved after it was selected; before that a finger on it moves the chart.
 */
import type { Chart, Overlay, OverlayCreate } from 'klinecharts'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { DRAW_GROUP, overlayNameOf } from './drawingOverlays.ts'
import {
  BRUSH_POINTS_MAX,
  DRAWINGS_MAX,
  type Drawing,
  type DrawPoint,
  type DrawPrefs,
  type DrawTool,
  readDrawings,
  readDrawPrefs,
  withChanged,
  withDrawing,
  without,
  writeDrawings,
  writeDrawPrefs,
} from './drawings.ts'

export type Drawings = ReturnType<typeof useDrawings>

export function useDrawings(chart: Chart | null, instrument: number) {
  const t = useTranslate()
  const [list, setList] = useState<readonly Drawing[]>(() => readDrawings(instrument))
  const [selected, setSelected] = useState<string>()
  const [tool, setTool] = useState<DrawTool>()
  const [prefs, setPrefs] = useState<DrawPrefs>(readDrawPrefs)
  const now = useRef({ list, prefs })
  now.current = { list, prefs }
  const started = useRef<string>(undefined)

  function keep(next: readonly Drawing[]): void {
    now.current = { ...now.current, list: next }
    setList(next)
    if (!writeDrawings(instrument, next)) toast({ text: t('trade.draw_not_kept') })
  }

  const handlers = {
    onSelected: ({ overlay, chart: on }) => {
      on.overrideOverlay({ id: overlay.id, lock: false })
      setSelected(overlay.id)
    },
    onDeselected: ({ overlay, chart: on }) => {
      on.overrideOverlay({ id: overlay.id, lock: true })
      setSelected((before) => (before === overlay.id ? undefined : before))
    },
    onPressedMoveEnd: ({ overlay }) => keep(withChanged(now.current.list, overlay.id, { points: pointsOf(overlay) })),
    // The library would remove it.
    onRightClick: (event) => event.preventDefault?.(),
  } satisfies Partial<OverlayCreate>
  const latest = useRef(handlers)
  latest.current = handlers

  useEffect(() => {
    if (chart === null) return
    const kept = readDrawings(instrument)
    now.current = { ...now.current, list: kept }
    setList(kept)
    setSelected(undefined)
    setTool(undefined)
    for (const drawing of kept) show(chart, drawing, now.current.prefs, latest)
    return () => {
      started.current = undefined
      chart.removeOverlay({ groupId: DRAW_GROUP })
    }
  }, [chart, instrument])

  useEffect(() => {
    chart?.overrideOverlay({ groupId: DRAW_GROUP, visible: !prefs.hidden, mode: modeOf(prefs) })
  }, [chart, prefs])

  function finished(overlay: Overlay, chosen: DrawTool): void {
    started.current = undefined
    setTool(undefined)
    const drawing = { id: overlay.id, tool: chosen, points: pointsOf(overlay), text: '' }
    const added = withDrawing(now.current.list, drawing)
    // The library still works with the overlay until this event is over.
    const later = (work: () => void) => setTimeout(work, 0)
    if (added.refused !== undefined) {
      later(() => chart?.removeOverlay({ id: overlay.id }))
      toast({ text: t(`trade.draw_${added.refused}`, { count: DRAWINGS_MAX }) })
      return
    }
    keep(added.drawings)
    setSelected(overlay.id)
    later(() => chart?.overrideOverlay({ id: overlay.id, lock: chosen === 'brush' }))
  }

  function start(chosen: DrawTool): void {
    cancel()
    if (chart === null) return
    if (now.current.list.length >= DRAWINGS_MAX) {
      toast({ text: t('trade.draw_full', { count: DRAWINGS_MAX }) })
      return
    }
    // What is drawn must be seen.
    if (prefs.hidden) change({ ...prefs, hidden: false })
    const id = `d${crypto.getRandomValues(new Uint32Array(2)).join('')}`
    started.current = id
    setSelected(undefined)
    setTool(chosen)
    chart.createOverlay({
      ...optionsOf({ id, tool: chosen, text: '' }, { ...prefs, hidden: false }, latest),
      onDrawEnd: ({ overlay }) => finished(overlay, chosen),
    })
  }

  function cancel(): void {
    if (started.current !== undefined) chart?.removeOverlay({ id: started.current })
    started.current = undefined
    setTool(undefined)
  }

  function change(next: DrawPrefs): void {
    setPrefs(next)
    writeDrawPrefs(next)
  }

  return {
    list,
    selected: list.find(({ id }) => id === selected),
    /** The tool whose next point is awaited. */
    tool,
    prefs,
    change,
    start,
    cancel,
    deselect() {
      if (selected !== undefined) chart?.overrideOverlay({ id: selected, lock: true })
      setSelected(undefined)
    },
    remove(id: string) {
      chart?.removeOverlay({ id })
      setSelected((before) => (before === id ? undefined : before))
      keep(without(now.current.list, id))
    },
    removeAll() {
      chart?.removeOverlay({ groupId: DRAW_GROUP })
      setSelected(undefined)
      keep([])
    },
    write(id: string, text: string) {
      chart?.overrideOverlay({ id, extendData: { text } })
      keep(withChanged(now.current.list, id, { text }))
    },
  }
}

type Handlers = { readonly current: Partial<OverlayCreate> }

function show(chart: Chart, drawing: Drawing, prefs: DrawPrefs, handlers: Handlers): void {
  chart.createOverlay({
    ...optionsOf(drawing, prefs, handlers),
    points: drawing.points.map(([timestamp, value]) => ({ timestamp, value })),
    lock: true,
  })
}

function optionsOf(
  { id, tool, text }: Pick<Drawing, 'id' | 'tool' | 'text'>,
  prefs: DrawPrefs,
  handlers: Handlers,
): OverlayCreate {
  return {
    id,
    name: overlayNameOf(tool),
    groupId: DRAW_GROUP,
    extendData: { text },
    mode: modeOf(prefs),
    visible: !prefs.hidden,
    onSelected: (event) => handlers.current.onSelected?.(event),
    onDeselected: (event) => handlers.current.onDeselected?.(event),
    onPressedMoveEnd: (event) => handlers.current.onPressedMoveEnd?.(event),
    onRightClick: (event) => handlers.current.onRightClick?.(event),
  }
}

const modeOf = ({ magnet }: DrawPrefs) => (magnet ? 'weak_magnet' : 'normal')

function pointsOf(overlay: Overlay): readonly DrawPoint[] {
  const points = overlay.points.flatMap(({ timestamp, value }): DrawPoint[] =>
    timestamp === undefined || value === undefined ? [] : [[timestamp, value]],
  )
  const every = Math.ceil(points.length / BRUSH_POINTS_MAX)
  return points.filter((_, index) => index % every === 0 || index === points.length - 1).slice(0, BRUSH_POINTS_MAX)
}
