/** Lengths of time in milliseconds for the whole server, and the text of a moment on the wire. */

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** `2026-03-04T15:00:00.000Z`. */
export const isoOf = (moment: number): string => new Date(moment).toISOString()
