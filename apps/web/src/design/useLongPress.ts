/**
 * A second action of a button: long press on a touch screen, right click, or the menu key of a keyboard. The tap that
 * follows a long press does not count.
 */
import { type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react'

const HOLD_MILLIS = 500
/** A finger that moves further scrolls. */
const MOVED_PX = 10

export function useLongPress(action: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const fired = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hold = () => {
    fired.current = true
    action()
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      fired.current = false
      from.current = { x: event.clientX, y: event.clientY }
      stop()
      if (event.pointerType !== 'mouse') timer.current = setTimeout(hold, HOLD_MILLIS)
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = from.current
      if (Math.hypot(event.clientX - x, event.clientY - y) > MOVED_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: SyntheticEvent) => {
      event.preventDefault()
      stop()
      // Android also sends `contextmenu` after a long press.
      if (!fired.current) action()
    },
    onClickCapture: (event: SyntheticEvent) => {
      if (!fired.current) return
      fired.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
