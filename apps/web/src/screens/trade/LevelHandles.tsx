/**
 * One element over each tag of the customer's lines: dragged by pointer and finger, moved by arrow keys, opened by a
 * tap. The tag of an entry is dragged to make a stop-loss or take-profit; its button opens the sheet of both for the
 * keyboard. Escape, a lost pointer or leaving the element cancels.
 */
import type { Points } from '@veritick/domain'
import { PRICE_MAX } from '@veritick/domain'
import type { Chart } from 'klinecharts'
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { classes } from '../../design/index.ts'
import { useFigure, useTranslate } from '../../i18n/i18n.ts'
import { CANDLE_PANE } from './chartStyles.ts'
import { draggedPrice, pointsAt, steppedPrice } from './dragLevel.ts'
import { type Move, pointsOf, type Tags } from './levelMoves.ts'
import { type DrawnTag, TAG_START_PX } from './levelOverlay.ts'
import type { Level } from './levels.ts'
import { touchSpans } from './tagLayout.ts'

type Props = {
  readonly chart: Chart
  readonly tags: Tags
  readonly shown: readonly { readonly level: Level; readonly words: string }[]
  readonly precision: number
  readonly off: boolean
  readonly drag: Move | undefined
  /** The move of a tag to a price; `undefined`: the tag makes no line there. */
  readonly moveTo: (level: Level, price: Points) => Move | undefined
  readonly onDrag: (move: Move | undefined) => void
  readonly onDrop: (move: Move) => void
  /** A tap; `isBeyond`: the line is outside the visible range. */
  readonly onOpen: (level: Level, isBeyond: boolean) => void
}

/** A smaller move of a finger is a tap. */
const TAP_PX = 4
/** The narrowest target of a finger. */
const TARGET_PX = 44

type Grab = {
  readonly level: Level
  readonly y: number
  readonly from: Points
  readonly grabbed: Points
  readonly wasInView: boolean
  /**
   * False for the number at the edge that counts lines, and for a line of an order beyond the edge, which would jump to
   * the pointer: its tap brings it into view. A line of the ticket may jump, because it is only being set.
   */
  readonly isMoved: boolean
  /** The last move; `undefined`: not moved yet. */
  move: Move | undefined
}

export function LevelHandles(props: Props) {
  const { tags, shown, off, drag } = props
  const t = useTranslate()
  const figure = useFigure()
  const layer = useRef<HTMLDivElement>(null)
  const places = usePlaces(layer, tags, shown.map(({ level }) => level.id).join(' '))
  const { cancel, endsDrag, handlersOf } = usePointer(props, layer, places)
  const onKeyDown = useKeys(props, places)
  useEscape(drag !== undefined, cancel)
  return (
    <div ref={layer} className={classes('pointer-events-none absolute inset-0 overflow-hidden', off && 'invisible')}>
      {shown.map(({ level, words }) => {
        const common = {
          'data-level': level.id,
          hidden: true,
          className: classes(
            'absolute rounded-control -outline-offset-2 select-none',
            !off && 'pointer-events-auto',
            canDrag(level) && 'touch-none cursor-ns-resize',
          ),
        }
        if (level.line === undefined)
          return (
            <button
              key={level.id}
              type="button"
              aria-label={`${words}, ${t('orders.edit')}`}
              disabled={level.owner === 'ticket'}
              onClick={({ detail }) => !endsDrag(detail) && props.onOpen(level, isBeyond(places.current, level))}
              {...(level.makes && handlersOf(level))}
              {...common}
            />
          )
        return (
          <div
            key={level.id}
            role="slider"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={t(level.line === 'target' ? 'ticket.target' : HANDLE[level.line])}
            aria-valuemin={1}
            aria-valuemax={PRICE_MAX}
            aria-valuenow={pointsOf(level, props.precision)}
            aria-valuetext={`${figure(level.price)}, ${words}`}
            {...handlersOf(level)}
            onKeyDown={(event) => onKeyDown(event, level)}
            onBlur={() => drag?.level.id === level.id && props.onDrag(undefined)}
            {...common}
          />
        )
      })}
    </div>
  )
}

const canDrag = ({ line, makes }: Level): boolean => line !== undefined || makes

const tagOf = (tags: readonly DrawnTag[], level: Level) => tags.find(({ id }) => id === level.id)

const isBeyond = (tags: readonly DrawnTag[], level: Level): boolean => tagOf(tags, level)?.beyond === true

const HANDLE = { stopLoss: 'ticket.stop_loss', takeProfit: 'ticket.take_profit' } as const

/** Moves the elements at every drawing of the chart, without rendering. */
function usePlaces(layer: { readonly current: HTMLDivElement | null }, tags: Tags, names: string) {
  const last = useRef<readonly DrawnTag[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new elements must be placed
  useLayoutEffect(
    () =>
      tags.subscribe((drawn) => {
        last.current = drawn
        const spans = touchSpans(drawn.map(({ y }) => y))
        for (const element of layer.current?.querySelectorAll<HTMLElement>('[data-level]') ?? []) {
          const index = drawn.findIndex(({ id }) => id === element.dataset.level)
          const [tag, span] = [drawn[index], spans[index]]
          element.hidden = tag === undefined || span === undefined
          if (tag === undefined || span === undefined) continue
          element.style.left = `${TAG_START_PX}px`
          element.style.top = `${span.top}px`
          element.style.width = `${Math.max(tag.width, TARGET_PX)}px`
          element.style.height = `${span.height}px`
        }
      }),
    [layer, tags, names],
  )
  return last
}

function usePointer(
  { chart, precision, moveTo, onDrag, onDrop, onOpen }: Props,
  layer: { readonly current: HTMLDivElement | null },
  places: { readonly current: readonly DrawnTag[] },
) {
  const grab = useRef<Grab>(undefined)
  /** The pointer has moved since it was pressed. */
  const dragged = useRef(false)
  const priceAt = (event: PointerEvent): Points => {
    const y = event.clientY - (layer.current?.getBoundingClientRect().top ?? 0)
    const found = [chart.convertFromPixel([{ y }], { paneId: CANDLE_PANE })].flat()[0]
    return pointsAt(found?.value ?? Number.NaN, precision)
  }
  /** The browser releases the pointer, also after a drop. */
  const lost = () => {
    if (grab.current === undefined) return
    grab.current = undefined
    onDrag(undefined)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>, level: Level) => {
    dragged.current = false
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const wasInView = !isBeyond(places.current, level)
    grab.current = {
      level,
      y: event.clientY,
      from: pointsOf(level, precision),
      grabbed: priceAt(event),
      wasInView,
      isMoved: wasInView || (level.owner === 'ticket' && tagOf(places.current, level)?.isCounted !== true),
      move: undefined,
    }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = grab.current
    if (now === undefined || (!dragged.current && Math.abs(event.clientY - now.y) < TAP_PX)) return
    dragged.current = true
    if (!now.isMoved) return
    now.move = moveTo(now.level, draggedPrice({ ...now, pointer: priceAt(event) }))
    onDrag(now.move)
  }
  const onPointerUp = () => {
    const now = grab.current
    grab.current = undefined
    if (now === undefined) return
    if (now.move !== undefined) onDrop(now.move)
    // A button opens by its click.
    else if (!dragged.current && now.level.line !== undefined) onOpen(now.level, !now.wasInView)
  }
  return {
    cancel() {
      grab.current = undefined
      onDrag(undefined)
    },
    /** Whether a click ends a drag; a click of the keyboard has no `detail`. */
    endsDrag: (detail: number) => detail > 0 && dragged.current,
    handlersOf: (level: Level) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => onPointerDown(event, level),
      onPointerMove,
      onPointerUp,
      onPointerCancel: lost,
      onLostPointerCapture: lost,
    }),
  }
}

/** Arrow keys move by a pip, with Page Up and Page Down by ten; Enter drops the line, or opens the sheet. */
function useKeys(
  { drag, precision, onDrag, onDrop, onOpen }: Props,
  places: { readonly current: readonly DrawnTag[] },
) {
  return (event: KeyboardEvent<HTMLElement>, level: Level) => {
    const step = STEPS[event.key]
    const mine = drag?.level.id === level.id ? drag : undefined
    if (step !== undefined && level.line !== undefined) {
      event.preventDefault()
      const price = mine?.price ?? pointsOf(level, precision)
      onDrag({ level, line: level.line, price: steppedPrice(price, { ...step, precision }) })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (mine === undefined) onOpen(level, isBeyond(places.current, level))
      else onDrop(mine)
    }
  }
}

const STEPS: { readonly [key: string]: { readonly up: boolean; readonly many: boolean } | undefined } = {
  ArrowUp: { up: true, many: false },
  ArrowDown: { up: false, many: false },
  PageUp: { up: true, many: true },
  PageDown: { up: false, many: true },
}

/** Handles Escape before other listeners, so that it does not also leave full screen. */
function useEscape(active: boolean, cancel: () => void): void {
  const latest = useRef(cancel)
  latest.current = cancel
  useEffect(() => {
    if (!active) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [active])
}
