/** How many rows of an instrument's feed the quality gate has seen, by what it made of them. */
export type QualityCounts = {
  /** Published, the confirming ones among them. */
  good: number
  /** Waited at first. */
  suspect: number
  /** Waited, then were believed. */
  confirmed: number
  /** Waited and were never believed. */
  refuted: number
  crossed: number
  notPositive: number
  /** Above the highest price that the instrument can have. */
  tooHigh: number
  /** Positive, and below the lowest. */
  tooLow: number
  /** Source time more than AHEAD_MAX after the market clock. */
  ahead: number
  /** Not later than what was known: a row out of order, or one that cannot confirm. */
  late: number
  /** The newest row once more; while it is suspect, and after time without a price, with a later source time too. */
  repeated: number
  /** Near the last good one while the source goes to and fro between two prices. */
  unsteady: number
}

export function noCounts(): QualityCounts {
  return {
    good: 0,
    suspect: 0,
    confirmed: 0,
    refuted: 0,
    crossed: 0,
    notPositive: 0,
    tooHigh: 0,
    tooLow: 0,
    ahead: 0,
    late: 0,
    repeated: 0,
    unsteady: 0,
  }
}
