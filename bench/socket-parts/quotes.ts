/** The quotes of the measurement: one instrument after the other, evenly spaced, at a pace that never lags for long. */
import { sharedMicros } from './part.ts'

export const INSTRUMENTS = 79
const QUOTES_PER_SECOND = 20
const MICROS = 1_000_000

/** Calls `publish` with the place of the next instrument until the time is over. */
export async function paced(seconds: number, publish: (place: number) => void): Promise<void> {
  const began = sharedMicros()
  for (let count = 0; count < seconds * QUOTES_PER_SECOND; count += 1) {
    const wait = began + (count * MICROS) / QUOTES_PER_SECOND - sharedMicros()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait / 1000))
    publish(count % INSTRUMENTS)
  }
}
