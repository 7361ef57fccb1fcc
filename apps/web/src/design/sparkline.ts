/** The small chart of a row as an SVG path: at most 60 closes, spread evenly, the lowest at the bottom. */
import { parseDecimal } from '@veritick/domain'

export type Box = { readonly width: number; readonly height: number }

/** Decimals that no price exceeds, so that every close of a row is read on the same scale. */
const DECIMALS = 6
/** Keeps the stroke inside the box. */
const INSET = 1.5

/** `line` is the stroke, `area` the same closed along the bottom. `undefined` with fewer than two closes. */
export function sparklinePaths(closes: readonly string[], box: Box): { readonly line: string; readonly area: string } | undefined {
  const values = closes.map((close) => parseDecimal(close, DECIMALS)).filter((value) => typeof value === 'number')
  if (values.length < 2) return undefined
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const usable = box.height - 2 * INSET
  const points = values.map((value, place) => {
    const x = (place / (values.length - 1)) * box.width
    const share = span === 0 ? 0.5 : (value - low) / span
    return `${round(x)},${round(box.height - INSET - share * usable)}`
  })
  const line = `M${points.join('L')}`
  return { line, area: `${line}L${round(box.width)},${round(box.height)}L0,${round(box.height)}Z` }
}

const round = (value: number): number => Math.round(value * 10) / 10
