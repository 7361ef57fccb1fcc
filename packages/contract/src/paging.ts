/** How much a list or a chart shows at once. */

/** Entries of each page of every list. */
export const PAGE_SIZE = 20
export const KLINE_LIMIT_DEFAULT = 500
export const KLINE_LIMIT_MAX = 1500
/** Favourite instruments of a customer: more than a catalogue of today has. */
export const FAVOURITES_MAX = 500
/** Points of an abbreviated chart. */
export const SPARKLINE_POINTS_MAX = 60
