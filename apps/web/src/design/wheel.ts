/**
 * A row that scrolls sideways, for a mouse, whose wheel turns up and down only. At the end of the row the wheel scrolls
 * what is around it.
 */

/** A browser that counts a turn in lines, not in pixels. */
const LINE_PX = 16

type Row = Pick<HTMLElement, 'scrollLeft' | 'scrollWidth' | 'clientWidth'> & { readonly rtl: boolean }
type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'shiftKey'>

/** Pixels that a turn of the wheel scrolls the row; 0: the turn is not for the row. */
export function stepOfWheel(turn: Turn, { scrollLeft, scrollWidth, clientWidth, rtl }: Row): number {
  // A touchpad and the shift key scroll sideways themselves; with the control key the wheel changes the zoom.
  if (turn.deltaX !== 0 || turn.shiftKey || turn.ctrlKey) return 0
  const far = scrollWidth - clientWidth
  const at = Math.abs(scrollLeft)
  const wanted = at + turn.deltaY * (turn.deltaMode === 1 ? LINE_PX : 1)
  const step = Math.max(0, Math.min(far, wanted)) - at
  // A fraction of a pixel remains where the page is zoomed.
  if (Math.abs(step) < 1) return 0
  return rtl ? -step : step
}

/** Returns the end of it. React listens to the wheel without the right to keep the page from scrolling too. */
export function scrollsByWheel(row: HTMLElement): () => void {
  const onWheel = (event: WheelEvent) => {
    const { scrollLeft, scrollWidth, clientWidth } = row
    const rtl = getComputedStyle(row).direction === 'rtl'
    const step = stepOfWheel(event, { scrollLeft, scrollWidth, clientWidth, rtl })
    if (step === 0) return
    event.preventDefault()
    row.scrollBy({ left: step, behavior: 'instant' })
  }
  row.addEventListener('wheel', onWheel, { passive: false })
  return () => row.removeEventListener('wheel', onWheel)
}
