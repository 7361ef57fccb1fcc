/**
 * The average true range after J. Welles Wilder, "New Concepts in Technical Trading Systems" (1978). For drawing only.
 */
type Range = { readonly high: number; readonly low: number; readonly close: number }

/** One value for each bar; `undefined` before `length` bars. */
export function averageTrueRange(bars: readonly Range[], length: number): (number | undefined)[] {
  let sum = 0
  let average: number | undefined
  return bars.map(({ high, low }, index) => {
    const before = bars[index - 1]?.close
    const range = before === undefined ? high - low : Math.max(high, before) - Math.min(low, before)
    sum += range
    if (average !== undefined) average = (average * (length - 1) + range) / length
    else if (index === length - 1) average = sum / length
    return average
  })
}
