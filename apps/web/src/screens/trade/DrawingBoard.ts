/**
 * The customer's drawings of one instrument on the chart of the library: shows the stored drawings, adds new drawings
 * point by point, and stores every change. Only a selected drawing can be moved; otherwise a finger on it moves the
 * chart.
 */
import type { Chart, Overlay, OverlayCreate } from 'klinecharts'
import { DRAW_GROUP, overlayNameOf } from './drawingOverlays.ts'
import {
  BRUSH_POINTS_MAX,
  DRAWINGS_MAX,
  type Drawing,
  type DrawPoint,
  type DrawPrefs,
  type DrawTool,
  drawingsKey,
  readDrawings,
  readDrawPrefs,
  withChanged,
  withDrawing,
  without,
  writeDrawings,
  writeDrawPrefs,
} from './drawings.ts'
import { countEveryTap } from './everyTap.ts'

export type BoardState = {
  readonly list: readonly Drawing[]
  readonly selected: string | undefined
  /** The tool that waits for its next point. */
  readonly tool: DrawTool | undefined
  readonly prefs: DrawPrefs
  /** The drawing that the keyboard finished last. */
  readonly finished: string | undefined
}

/** The reason why a drawing was refused, or `not_kept`: the device does not store it. */
export type BoardNotice = 'full' | 'no_room' | 'not_kept'

type Board = {
  readonly chart: Chart
  readonly instrument: number
  readonly onState: (state: BoardState) => void
  readonly onNotice: (notice: BoardNotice) => void
}

export const boardStateOf = (instrument: number): BoardState => ({
  list: readDrawings(instrument),
  selected: undefined,
  tool: undefined,
  prefs: readDrawPrefs(),
  finished: undefined,
})

export class DrawingBoard {
  private readonly board: Board
  private state: BoardState
  /** Id of the unfinished overlay. */
  private started: string | undefined
  private readonly endTaps: () => void
  /** The device stores the drawings. */
  private isKept = true

  constructor(board: Board) {
    this.board = board
    this.state = boardStateOf(board.instrument)
    board.onState(this.state)
    for (const drawing of this.state.list) this.show(drawing)
    this.endTaps = countEveryTap(board.chart, () => this.started !== undefined)
    window.addEventListener('storage', this.follow)
  }

  /** `null`: the storage was cleared. */
  private readonly follow = ({ key }: StorageEvent): void => {
    if (key === null || key === drawingsKey(this.board.instrument)) this.adopt(readDrawings(this.board.instrument))
  }

  stop(): void {
    this.endTaps()
    window.removeEventListener('storage', this.follow)
    this.board.chart.removeOverlay({ groupId: DRAW_GROUP })
  }

  start(tool: DrawTool): void {
    this.cancel()
    if (this.state.list.length >= DRAWINGS_MAX) {
      this.board.onNotice('full')
      return
    }
    // New drawings must be visible.
    if (this.state.prefs.hidden) this.change({ ...this.state.prefs, hidden: false })
    const id = `d${crypto.getRandomValues(new Uint32Array(2)).join('')}`
    this.started = id
    this.become({ selected: undefined, tool })
    this.board.chart.createOverlay({
      ...this.optionsOf({ id, tool, text: '' }),
      onDrawEnd: ({ overlay }) => this.take({ id, tool, points: pointsOf(overlay), text: '' }),
    })
  }

  cancel(): void {
    if (this.started !== undefined) this.board.chart.removeOverlay({ id: this.started })
    this.started = undefined
    this.become({ tool: undefined })
  }

  /** Shows the points chosen by the keyboard so far. From now on the drawing accepts no taps. */
  preview(points: readonly DrawPoint[]): void {
    const { started: id } = this
    const { tool } = this.state
    if (id === undefined || tool === undefined) return
    this.board.chart.removeOverlay({ id })
    this.show({ id, tool, points, text: '' })
  }

  /** Finishes a drawing with all points chosen by the keyboard. */
  finish(points: readonly DrawPoint[]): void {
    const { started: id } = this
    const { tool } = this.state
    if (id === undefined || tool === undefined) return
    this.preview(points)
    this.take({ id, tool, points, text: '' })
    // A note opens the sheet for its text, which takes the focus.
    if (this.state.selected === id && tool !== 'text') this.become({ finished: id })
  }

  change(prefs: DrawPrefs): void {
    writeDrawPrefs(prefs)
    this.become({ prefs })
    this.board.chart.overrideOverlay({ groupId: DRAW_GROUP, visible: !prefs.hidden, mode: modeOf(prefs) })
  }

  /** Selects a drawing by the keyboard. */
  select(id: string): void {
    this.board.chart.overrideOverlay({ id, lock: false })
    this.become({ selected: id })
  }

  /** Shows the drawing at another place, without storing it. */
  place(id: string, points: readonly DrawPoint[]): void {
    this.board.chart.overrideOverlay({ id, points: points.map(([timestamp, value]) => ({ timestamp, value })) })
  }

  move(id: string, points: readonly DrawPoint[]): void {
    this.place(id, points)
    this.keep((list) => withChanged(list, id, { points }))
  }

  deselect(): void {
    const { selected } = this.state
    if (selected !== undefined) this.board.chart.overrideOverlay({ id: selected, lock: true })
    this.become({ selected: undefined })
  }

  remove(id: string): void {
    this.board.chart.removeOverlay({ id })
    if (this.state.selected === id) this.become({ selected: undefined })
    this.keep((list) => without(list, id))
  }

  removeAll(): void {
    this.board.chart.removeOverlay({ groupId: DRAW_GROUP })
    this.become({ selected: undefined })
    this.keep(() => [])
  }

  write(id: string, text: string): void {
    this.board.chart.overrideOverlay({ id, extendData: { text } })
    this.keep((list) => withChanged(list, id, { text }))
  }

  private become(change: Partial<BoardState>): void {
    this.state = { ...this.state, ...change }
    this.board.onState(this.state)
  }

  /** The stored drawings, which another window may have changed; without storage those of this window. */
  private kept(): readonly Drawing[] {
    return this.isKept ? readDrawings(this.board.instrument) : this.state.list
  }

  /** The chart shows the change already. */
  private keep(change: (list: readonly Drawing[]) => readonly Drawing[]): void {
    const list = change(this.kept())
    this.become({ list: change(this.state.list) })
    this.adopt(list)
    this.isKept = writeDrawings(this.board.instrument, list)
    if (!this.isKept) this.board.onNotice('not_kept')
  }

  /** Shows what another window has added, changed and removed. */
  private adopt(list: readonly Drawing[]): void {
    const { chart } = this.board
    const shown = new Map(this.state.list.map((each) => [each.id, each]))
    for (const drawing of list) {
      const known = shown.get(drawing.id)
      shown.delete(drawing.id)
      if (known === undefined) this.show(drawing)
      else if (!isSame(known, drawing)) {
        this.place(drawing.id, drawing.points)
        chart.overrideOverlay({ id: drawing.id, extendData: { text: drawing.text } })
      }
    }
    for (const id of shown.keys()) chart.removeOverlay({ id })
    const { selected } = this.state
    this.become({ list, selected: selected !== undefined && shown.has(selected) ? undefined : selected })
  }

  private take(drawing: Drawing): void {
    const { chart, onNotice } = this.board
    const { id, tool } = drawing
    this.started = undefined
    this.become({ tool: undefined })
    const added = withDrawing(this.kept(), drawing)
    // The library still works with the overlay until this event is over.
    const later = (work: () => void) => setTimeout(work, 0)
    if (added.refused !== undefined) {
      later(() => chart.removeOverlay({ id }))
      onNotice(added.refused)
      return
    }
    this.keep((list) => withDrawing(list, drawing).drawings)
    this.become({ selected: id })
    later(() => chart.overrideOverlay({ id, lock: tool === 'brush' }))
  }

  private show(drawing: Drawing): void {
    this.board.chart.createOverlay({
      ...this.optionsOf(drawing),
      points: drawing.points.map(([timestamp, value]) => ({ timestamp, value })),
      lock: true,
    })
  }

  private optionsOf({ id, tool, text }: Pick<Drawing, 'id' | 'tool' | 'text'>): OverlayCreate {
    const { prefs } = this.state
    return {
      id,
      name: overlayNameOf(tool),
      groupId: DRAW_GROUP,
      extendData: { text },
      mode: modeOf(prefs),
      visible: !prefs.hidden,
      onSelected: () => {
        this.board.chart.overrideOverlay({ id, lock: false })
        this.become({ selected: id })
      },
      onDeselected: () => {
        this.board.chart.overrideOverlay({ id, lock: true })
        if (this.state.selected === id) this.become({ selected: undefined })
      },
      onPressedMoveEnd: ({ overlay }) => this.keep((list) => withChanged(list, id, { points: pointsOf(overlay) })),
      // The library would remove it.
      onRightClick: (event) => event.preventDefault?.(),
    }
  }
}

const isSame = (left: Drawing, right: Drawing): boolean => JSON.stringify(left) === JSON.stringify(right)

const modeOf = ({ magnet }: DrawPrefs) => (magnet ? 'weak_magnet' : 'normal')

function pointsOf(overlay: Overlay): readonly DrawPoint[] {
  const points = overlay.points.flatMap(({ timestamp, value }): DrawPoint[] =>
    timestamp === undefined || value === undefined ? [] : [[timestamp, value]],
  )
  const every = Math.ceil(points.length / BRUSH_POINTS_MAX)
  return points.filter((_, index) => index % every === 0 || index === points.length - 1).slice(0, BRUSH_POINTS_MAX)
}
