/** The line between two panels: the pointer drags it, arrow keys move it, a double click restores the first size. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { classes } from '../../design/index.ts'
import { useDirection, useTranslate } from '../../i18n/i18n.ts'
import { resetPanel, resizePanel, usePanelSizes } from './layout.ts'
import { growth, largest, PANELS, type PanelName, sizeAfterKey } from './panels.ts'

const PLACE: { readonly [P in PanelName]: string } = {
  list: 'workspace-list -me-2 w-2 cursor-col-resize justify-self-end after:inset-y-0 after:-inset-x-1',
  ticket: 'workspace-ticket -ms-2 w-2 cursor-col-resize justify-self-start after:inset-y-0 after:-inset-x-1',
  orders: 'workspace-orders -mt-2 h-2 cursor-row-resize self-start after:inset-x-0 after:-inset-y-1',
}
const LABEL = {
  list: 'wide.resize_list',
  ticket: 'wide.resize_ticket',
  orders: 'wide.resize_orders',
} as const satisfies { readonly [P in PanelName]: string }

export function Separator({ panel, controls }: { readonly panel: PanelName; readonly controls: string }) {
  const t = useTranslate()
  const direction = useDirection()
  const { sizes, room } = usePanelSizes()
  const held = useRef<{ readonly x: number; readonly y: number; readonly size: number }>(undefined)

  function onKeyDown(event: KeyboardEvent) {
    const size = sizeAfterKey({ panel, key: event.key, sizes, room, direction })
    if (size === undefined) return
    event.preventDefault()
    resizePanel(panel, size)
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { x: event.clientX, y: event.clientY, size: sizes[panel] }
  }
  function onPointerMove(event: PointerEvent) {
    const from = held.current
    if (from === undefined) return
    resizePanel(panel, from.size + growth(panel, { x: event.clientX - from.x, y: event.clientY - from.y }, direction))
  }
  const release = () => {
    held.current = undefined
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule of the page cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-label={t(LABEL[panel])}
      aria-orientation={PANELS[panel].side === 'width' ? 'vertical' : 'horizontal'}
      aria-controls={controls}
      aria-valuenow={sizes[panel]}
      aria-valuemin={PANELS[panel].min}
      aria-valuemax={largest(panel, sizes, room)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => resetPanel(panel)}
      className={classes(
        'relative z-2 touch-none rounded-full after:absolute hover:bg-line-strong focus-visible:bg-accent',
        PLACE[panel],
      )}
    />
  )
}
