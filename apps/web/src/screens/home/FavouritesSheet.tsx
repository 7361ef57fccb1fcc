/**
 * The favourites in their order: dragged by the handle, or moved by the two buttons of each row, which a keyboard and a
 * screen reader reach. The new place is announced.
 */
import type { TradeItem } from '@veritick/contract'
import { type PointerEvent, useState } from 'react'
import { setFavourites, toggleFavourite, useFavourites } from '../../data/lists.ts'
import { useTradeList } from '../../data/queries.ts'
import { classes, Icon, IconButton, Sheet } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { landingOf, moved, ofCodes, shiftOf } from './lists.ts'

type Props = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

export function FavouritesSheet({ open, onOpenChange }: Props) {
  const t = useTranslate()
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('lists.move_favourites')}>
      <MovableRows />
    </Sheet>
  )
}

/** The dragged row, the first and the current position of the pointer, and the row height in pixels. */
type Drag = { readonly from: number; readonly startY: number; readonly y: number; readonly height: number }

function MovableRows() {
  const t = useTranslate()
  const items = ofCodes(useTradeList().data ?? [], useFavourites())
  const [drag, setDrag] = useState<Drag>()
  const [told, setTold] = useState('')
  const dragged = drag && { ...drag, distance: drag.y - drag.startY, count: items.length }

  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length || to === from) return
    setFavourites(moved(items, from, to).map(({ Code }) => Code))
    setTold(t('lists.moved', { code: item.ShowCode, place: to + 1, count: items.length }))
  }
  const drop = () => {
    if (dragged) move(dragged.from, landingOf(dragged))
    setDrag(undefined)
  }
  return (
    <>
      <p className="pb-2 text-13 text-ink-muted">{t('lists.move_text')}</p>
      <ol>
        {items.map((item, place) => (
          <MovableRow
            key={item.Code}
            item={item}
            isFirst={place === 0}
            isLast={place === items.length - 1}
            held={dragged?.from === place}
            shift={dragged === undefined ? 0 : shiftOf(place, dragged)}
            onMove={(step) => move(place, place + step)}
            onGrip={(startY, height) => setDrag({ from: place, startY, y: startY, height })}
            onDrag={(y) => setDrag((before) => before && { ...before, y })}
            onDrop={drop}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {told}
      </p>
    </>
  )
}

type RowProps = {
  readonly item: TradeItem
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Whether the row is dragged. */
  readonly held: boolean
  /** Pixels from its place while a row is dragged. */
  readonly shift: number
  readonly onMove: (step: 1 | -1) => void
  readonly onGrip: (y: number, height: number) => void
  readonly onDrag: (y: number) => void
  readonly onDrop: () => void
}

function MovableRow({ item, isFirst, isLast, held, shift, onMove, onGrip, onDrag, onDrop }: RowProps) {
  const t = useTranslate()
  const code = item.ShowCode
  const grip = (event: PointerEvent<HTMLElement>) => {
    const row = event.currentTarget.closest('li')
    if (row === null) return
    event.currentTarget.setPointerCapture(event.pointerId)
    onGrip(event.clientY, row.getBoundingClientRect().height)
  }
  return (
    <li
      className={classes(
        'flex min-h-(--height-row) items-center border-b border-line bg-surface',
        held && 'relative z-1 bg-fill',
      )}
      style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
    >
      <IconButton
        label={t('lists.remove', { code })}
        className="text-accent!"
        onClick={() => toggleFavourite(item.Code)}
      >
        <Icon.Star size={20} className="fill-current" />
      </IconButton>
      <bdi className="min-w-0 flex-1 truncate font-bold">{code}</bdi>
      <IconButton label={t('lists.move_up', { code })} aria-disabled={isFirst} onClick={() => onMove(-1)}>
        <Icon.Up size={20} className={isFirst ? 'opacity-35' : ''} />
      </IconButton>
      <IconButton label={t('lists.move_down', { code })} aria-disabled={isLast} onClick={() => onMove(1)}>
        <Icon.Down size={20} className={isLast ? 'opacity-35' : ''} />
      </IconButton>
      <span
        aria-hidden="true"
        data-base-ui-swipe-ignore=""
        data-grip={item.Code}
        onPointerDown={grip}
        onPointerMove={(event) => held && onDrag(event.clientY)}
        onPointerUp={onDrop}
        onPointerCancel={onDrop}
        className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-ink-muted"
      >
        <Icon.Grip size={20} />
      </span>
    </li>
  )
}
