/** The quotes of the measurement: one instrument after the other, evenly spaced, at a pace that never lags for long. */
import { sharedMicros } from './part.ts'

const INSTRUMENTS = 79
/** Quotes a second. */
export const EVEN_PACE = 20
/** Of the simulated market: 185,400 in an hour. */
export const MARKET_PACE = 51.5
const MICROS = 1_000_000

/** Calls `publish` with the place of the next instrument until the time is over. */
export async function paced(
  { seconds, pace }: { readonly seconds: number; readonly pace: number },
  publish: (place: number) => void,
): Promise<void> {
  const began = sharedMicros()
  for (let count = 0; count < seconds * pace; count += 1) {
    const wait = began + (count * MICROS) / pace - sharedMicros()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait / 1000))
    publish(count % INSTRUMENTS)
  }
}
