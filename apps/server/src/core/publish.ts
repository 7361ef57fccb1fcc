/**
 * Tells who listens, in order, after a batch is durable and never before. A listener that throws is logged and does not
 * keep the others from hearing.
 */

import type { Logger } from 'pino'
import type { DurableBatch } from '../journal/index.ts'

export type Publisher = {
  publish(batch: DurableBatch): void
  /** Returns the function that ends it. */
  listen(listener: (batch: DurableBatch) => void): () => void
}

export function createPublisher(log: Logger): Publisher {
  const listeners = new Set<(batch: DurableBatch) => void>()
  return {
    publish(batch) {
      for (const listener of listeners) {
        try {
          listener(batch)
        } catch (error) {
          log.error({ err: error, batch: batch.header.batch }, 'a listener to published batches failed')
        }
      }
    },
    listen(listener) {
      // A function of its own for each call, so that listening twice is two listeners.
      const own = (batch: DurableBatch) => listener(batch)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
  }
}
