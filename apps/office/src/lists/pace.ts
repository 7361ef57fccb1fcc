/** The interval at which an open queue is read again. */
export const QUEUE_EVERY_MS = 20_000
/** Customers wait in a chat for an answer, so its queue is read again sooner. */
export const SUPPORT_EVERY_MS = 5_000
