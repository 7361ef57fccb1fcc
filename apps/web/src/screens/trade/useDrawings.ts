/** The drawings of one instrument for the parts around the chart: their state, and the customer's actions. */
import type { Chart } from 'klinecharts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { boardStateOf, DrawingBoard } from './DrawingBoard.ts'
import { DRAWINGS_MAX, type DrawPoint, type DrawPrefs, type DrawTool } from './drawings.ts'

export type Drawings = ReturnType<typeof useDrawings>

export function useDrawings(chart: Chart | null, instrument: number) {
  const t = useTranslate()
  const words = useRef(t)
  words.current = t
  const [state, setState] = useState(() => boardStateOf(instrument))
  const board = useRef<DrawingBoard>(undefined)
  useEffect(() => {
    if (chart === null) return
    const made = new DrawingBoard({
      chart,
      instrument,
      onState: setState,
      onNotice: (notice) => toast({ text: words.current(`trade.draw_${notice}`, { count: DRAWINGS_MAX }) }),
    })
    board.current = made
    return () => {
      board.current = undefined
      made.stop()
    }
  }, [chart, instrument])
  const actions = useMemo(
    () => ({
      start: (tool: DrawTool) => board.current?.start(tool),
      cancel: () => board.current?.cancel(),
      preview: (points: readonly DrawPoint[]) => board.current?.preview(points),
      finish: (points: readonly DrawPoint[]) => board.current?.finish(points),
      change: (prefs: DrawPrefs) => board.current?.change(prefs),
      select: (id: string) => board.current?.select(id),
      place: (id: string, points: readonly DrawPoint[]) => board.current?.place(id, points),
      move: (id: string, points: readonly DrawPoint[]) => board.current?.move(id, points),
      deselect: () => board.current?.deselect(),
      remove: (id: string) => board.current?.remove(id),
      removeAll: () => board.current?.removeAll(),
      write: (id: string, text: string) => board.current?.write(id, text),
    }),
    [],
  )
  return { ...state, ...actions, selected: state.list.find(({ id }) => id === state.selected) }
}
