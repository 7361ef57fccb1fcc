/** How often a queue that somebody looks at is asked for again. */
export const QUEUE_EVERY_MS = 20_000
