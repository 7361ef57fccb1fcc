/**
 * The longest wait for figures that are read from the store. Prometheus ends a scrape after 10 s and then has no figure
 * at all; so a figure that is not read in time keeps its last value.
 */

import { SECOND_MS } from '../services/clock/index.ts'
import { forgiving } from '../store/index.ts'

const STORE_WAIT_MS = 3 * SECOND_MS

/** Waits at most STORE_WAIT_MS for a reading. A trouble of the store counts as no answer. */
export async function waitBriefly(reading: Promise<unknown>): Promise<void> {
  const read = forgiving(reading)
  // A reading that fails after the answer went out has no listener.
  read.catch(() => {})
  await Promise.race([read, new Promise<void>((resolve) => setTimeout(resolve, STORE_WAIT_MS).unref())])
}
