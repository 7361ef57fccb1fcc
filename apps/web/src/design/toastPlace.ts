/**
 * Where the notices stand: as near to their usual place as possible, over no field and no button that the customer can
 * see, and over none of the given figures while another place is free. If everything is taken, they cover as little as
 * possible, and never the field that is being typed in.
 */

/** Top and bottom of a box, in pixels of the window. */
export type Span = { readonly top: number; readonly bottom: number }

/** Positions that are tried; finer steps find no better gap. */
const STEP_PX = 4
/** Free space around the notices. */
const GAP_PX = 4
/** A pixel of a field or a button counts more than all figures beside it. */
const TAKEN_WEIGHT = 1_000

/** The top of notices of this height. `usual`: their top if nothing is in their way. */
export function toastTop(of: {
  readonly usual: number
  readonly height: number
  /** The part of the window that is visible: without the keyboard. */
  readonly visible: Span
  /** Fields and buttons. */
  readonly taken: readonly Span[]
  /** Figures of a wide window. */
  readonly figures: readonly Span[]
  readonly typing: Span | undefined
}): number {
  const { usual, height, visible, taken, figures, typing } = of
  const [first, last] = [visible.top + GAP_PX, visible.bottom - height - GAP_PX]
  const near = Math.min(Math.max(usual, first), Math.max(first, last))
  const covered = (top: number, box: Span): number =>
    Math.max(0, Math.min(top + height + GAP_PX, box.bottom) - Math.max(top - GAP_PX, box.top))
  const cost = (top: number): number =>
    taken.reduce((sum, box) => sum + covered(top, box) * TAKEN_WEIGHT, 0) +
    figures.reduce((sum, box) => sum + covered(top, box), 0) +
    (typing === undefined ? 0 : covered(top, typing) * (visible.bottom - visible.top) * TAKEN_WEIGHT)
  let best = { top: near, cost: cost(near) }
  for (let away = STEP_PX; best.cost > 0 && away < visible.bottom - visible.top; away += STEP_PX)
    for (const top of [near - away, near + away]) {
      if (top < first || top > last) continue
      const here = cost(top)
      if (here < best.cost) best = { top, cost: here }
    }
  return best.top
}
