/** The interval at which an open queue is read again. */
export const QUEUE_EVERY_MS = 20_000
