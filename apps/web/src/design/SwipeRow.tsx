/**
 * A row that can be swiped towards its start, with a button for the same action. Both only open a dialog that confirms
 * the action, and the row returns. The swipe is drawn without React, so that it follows the finger.
 */
import { type ReactNode, useEffect, useRef } from 'react'
import { useDirection, useTranslate } from '../i18n/i18n.ts'
import { IconButton } from './Button.tsx'
import * as Icon from './icons.tsx'
import { SWIPE_SLOP_PX, shiftOf, swipeMeans, swipeOf } from './swiping.ts'

type Props = {
  /** Name of the button: "Delete" with the name of the row. */
  readonly label: string
  readonly onDelete: () => void
  readonly children: ReactNode
}

export function SwipeRow({ label, onDelete, children }: Props) {
  const t = useTranslate()
  const direction = useDirection()
  const box = useRef<HTMLDivElement>(null)
  const moved = useRef<HTMLDivElement>(null)
  const asked = useRef(onDelete)
  asked.current = onDelete

  useEffect(() => {
    const element = box.current
    const content = moved.current
    if (element === null || content === null) return
    return listen(element, {
      swipe: (travel) => swipeOf(travel, direction),
      draw: (swipe, held) => {
        content.style.transitionDuration = held ? '0ms' : ''
        content.style.translate = swipe === 0 ? '' : `${shiftOf(swipe, direction)}px`
        element.dataset.means = String(swipeMeans(swipe))
      },
      done: () => asked.current(),
    })
  }, [direction])

  return (
    <div ref={box} className="group relative touch-pan-y overflow-hidden bg-danger-soft">
      <div
        aria-hidden="true"
        className="absolute inset-0 flex items-center justify-end gap-1.5 pe-5 text-13 font-semibold text-danger group-data-[means=true]:bg-danger group-data-[means=true]:text-on-data"
      >
        <Icon.Trash size={18} />
        {t('common.delete')}
      </div>
      <div
        ref={moved}
        className="relative flex items-center bg-surface transition-[translate] duration-(--quick) ease-app motion-reduce:transition-none"
      >
        <div className="min-w-0 flex-1">{children}</div>
        <IconButton label={label} onClick={onDelete} className="me-1.5 shrink-0 text-ink-muted">
          <Icon.Trash size={20} />
        </IconButton>
      </div>
    </div>
  )
}

type Swiping = {
  readonly swipe: (travel: number) => number
  readonly draw: (swipe: number, held: boolean) => void
  readonly done: () => void
}

/** Follows one finger sideways. Vertical moves scroll the list; further fingers are ignored. */
function listen(element: HTMLElement, { swipe, draw, done }: Swiping): () => void {
  let start: { readonly x: number; readonly y: number } | undefined
  let swiping = false
  let way = 0
  const begin = (event: TouchEvent) => {
    const touch = event.touches[0]
    start = touch && event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    if (start === undefined) rest()
  }
  const move = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (start === undefined || touch === undefined) return
    const [x, y] = [touch.clientX - start.x, Math.abs(touch.clientY - start.y)]
    if (!swiping) {
      if (y > SWIPE_SLOP_PX) start = undefined
      if (Math.abs(x) <= SWIPE_SLOP_PX || y >= Math.abs(x)) return
      swiping = true
    }
    event.preventDefault()
    way = swipe(x)
    draw(way, true)
  }
  const end = (event: TouchEvent) => {
    const meant = swiping && event.type === 'touchend' && swipeMeans(way)
    rest()
    if (meant) done()
  }
  function rest() {
    start = undefined
    if (swiping) draw(0, false)
    swiping = false
    way = 0
  }
  element.addEventListener('touchstart', begin, { passive: true })
  element.addEventListener('touchmove', move, { passive: false })
  element.addEventListener('touchend', end)
  element.addEventListener('touchcancel', end)
  return () => {
    element.removeEventListener('touchstart', begin)
    element.removeEventListener('touchmove', move)
    element.removeEventListener('touchend', end)
    element.removeEventListener('touchcancel', end)
  }
}
