/**
 * While a drawing tool waits for points, every tap is a point. The library takes two taps within half a second for a
 * double tap and drops the second one, so its counters are set back before each tap. They are private fields of the
 * library: with a later version that lacks them only the second tap is dropped again.
 */
import type { Chart } from 'klinecharts'

/** Events before `mousedown`, `touchstart` and the library's check of a double click. */
const BEFORE_TAP = ['pointerdown', 'dblclick'] as const
const COUNTERS = ['_resetClickTimeout', '_resetTapTimeout'] as const

/** Counts every tap. Returns a function that ends this. */
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
