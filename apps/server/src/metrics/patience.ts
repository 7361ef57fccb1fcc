/**
 * Figures that come out of the store, while the store stands still: Prometheus gives a scrape up at 10 s and then has
 * no figure at all, so these keep their last value.
 */

import { SECOND_MS } from '../services/clock/index.ts'
import { forgiving } from '../store/index.ts'

const STORE_WAIT_MS = 3 * SECOND_MS

/** Waits for a reading, but not long. A trouble of the store counts as no answer. */
export async function patiently(reading: Promise<unknown>): Promise<void> {
  const read = forgiving(reading)
  // A reading that fails after the answer went out has no listener.
  read.catch(() => {})
  await Promise.race([read, new Promise<void>((resolve) => setTimeout(resolve, STORE_WAIT_MS).unref())])
}
