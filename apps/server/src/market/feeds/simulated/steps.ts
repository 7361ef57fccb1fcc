/**
 * The random steps of a walk: normal, cut off far out. A step's shape must tell nothing about the stretch around it.
 * Steps of about one size let a customer who saw the left end and the middle of a stretch compute where its right end
 * lies: 72 % of such trades won. The cut is wide where a stretch moves the price by many spreads, and nearer where a
 * spread is wider than the move.
 */
import { must } from '@veritick/domain'

/** Halvings from a block to a second. */
export const DEPTH = 24

type Shape = {
  /** Share of the normal distribution that lies beyond the cut on one side. */
  readonly beyond: number
  /** The factor that makes the mean square 1 again. */
  readonly scale: number
  /** The largest step, in standard deviations. */
  readonly max: number
}

/** Relative error of `normalAt`. */
const ERROR_MAX = 1.2e-9

/** The cuts, in standard deviations: what lies beyond on one side, and the density there. */
const CUT = {
  two: cutAt({ at: 2, beyond: 0.022750131948179, density: 0.053990966513188 }),
  twoAndHalf: cutAt({ at: 2.5, beyond: 0.006209665325776, density: 0.01752830049356854 }),
  three: cutAt({ at: 3, beyond: 0.00134989803163, density: 0.004431848411938 }),
  threeAndHalf: cutAt({ at: 3.5, beyond: 0.000232629079035525, density: 0.000872682695045761 }),
  fourAndHalf: cutAt({ at: 4.5, beyond: 3.39767312473006e-6, density: 1.59837411069055e-5 }),
}

/** Between blocks the price is kept sensible for ever. */
const BLOCK_STEP = CUT.two

/**
 * By depth, whose stretch is 2^(24 - depth) seconds long. A customer could compute less than a spread from a cut, over
 * months less than the financing of a position. A nearer cut leaves extremes.ts less to look into.
 */
const SHAPES: readonly Shape[] = Array.from({ length: DEPTH + 1 }, (_, depth) => {
  if (depth < 3) return CUT.three
  if (depth <= 10) return CUT.fourAndHalf
  if (depth <= 13) return CUT.threeAndHalf
  if (depth <= 15) return CUT.three
  return depth <= 18 ? CUT.twoAndHalf : CUT.two
})

/** The largest step at a depth or below it, in standard deviations. */
export function stepMaxAt(depth: number): number {
  return Math.max(...SHAPES.slice(depth).map(({ max }) => max))
}

/** A random step of mean 0 and mean square 1 from 32 random bits: of the middle of a stretch at this depth. */
export function stepAt(depth: number, bits: number): number {
  return stepOf(must(SHAPES[depth], 'a depth of the walk'), bits)
}

/** The same for the beginning of a block. */
export function blockStep(bits: number): number {
  return stepOf(BLOCK_STEP, bits)
}

function stepOf({ beyond, scale }: Shape, bits: number): number {
  return scale * normalAt(beyond + ((1 - 2 * beyond) * (bits + 0.5)) / 2 ** 32)
}

/**
 * `density`: of the normal distribution at the cut. The mean square of what lies inside is 1 - 2 at density / inside.
 */
function cutAt({ at, beyond, density }: { at: number; beyond: number; density: number }): Shape {
  const scale = 1 / Math.sqrt(1 - (2 * at * density) / (1 - 2 * beyond))
  return { beyond, scale, max: scale * at * (1 + ERROR_MAX) }
}

/** Where the normal distribution has this share below it. P. J. Acklam's rational approximation (2003). */
function normalAt(share: number): number {
  if (share < TAIL) return tailAt(Math.sqrt(-2 * Math.log(share)))
  if (share > 1 - TAIL) return -tailAt(Math.sqrt(-2 * Math.log(1 - share)))
  const q = share - 0.5
  const r = q * q
  return (
    ((((((A[0] * r + A[1]) * r + A[2]) * r + A[3]) * r + A[4]) * r + A[5]) * q) /
    (((((B[0] * r + B[1]) * r + B[2]) * r + B[3]) * r + B[4]) * r + 1)
  )
}

function tailAt(q: number): number {
  return (
    (((((C[0] * q + C[1]) * q + C[2]) * q + C[3]) * q + C[4]) * q + C[5]) /
    ((((D[0] * q + D[1]) * q + D[2]) * q + D[3]) * q + 1)
  )
}

const TAIL = 0.02425
const A = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
  2.506628277459239,
] as const
const B = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1,
] as const
const C = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
] as const
const D = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416] as const
