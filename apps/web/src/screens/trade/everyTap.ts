/**
 * While a drawing tool waits for points, every tap is a point. The library takes two taps within half a second for a
 * double tap and drops the second one, so its counters are set back before each tap. They are private fields of the
 * library: a later version without them drops the second tap again, and nothing else changes.
 */
import type { Chart } from 'klinecharts'

/** Before `mousedown` and `touchstart`; and before the library looks at a double click. */
const BEFORE_TAP = ['pointerdown', 'dblclick'] as const
const COUNTERS = ['_resetClickTimeout', '_resetTapTimeout'] as const

/** Returns how to end it. */
export function countEveryTap(chart: Chart, isDrawing: () => boolean): () => void {
  const handler = fieldOf(fieldOf(chart, '_chartEvent'), '_event')
  const box = chart.getDom()
  if (handler === undefined || box === null) return () => {}
  const reset = () => {
    if (isDrawing()) resetCounters(handler)
  }
  for (const kind of BEFORE_TAP) box.addEventListener(kind, reset, { capture: true })
  return () => {
    for (const kind of BEFORE_TAP) box.removeEventListener(kind, reset, { capture: true })
  }
}

function resetCounters(handler: object): void {
  for (const name of COUNTERS) {
    const reset: unknown = Reflect.get(handler, name)
    if (typeof reset === 'function') reset.call(handler)
  }
}

function fieldOf(from: object | undefined, name: string): object | undefined {
  const found: unknown = from && Reflect.get(from, name)
  return typeof found === 'object' && found !== null ? found : undefined
}
