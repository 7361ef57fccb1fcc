/**
 * Draws the closes of `sparkline.ts` in the colour of the day's direction, with a dashed line at the price that the
 * change counts from. A line that ends above the dashed one is up on the day. Time runs left to right in every
 * language.
 */
import { useMemo } from 'react'
import { signOf } from '../format/price.ts'
import { classes } from './classes.ts'
import { sparklinePaths } from './sparkline.ts'

const BOX = { width: 72, height: 28 }
const COLOUR = { [-1]: 'text-down', 0: 'text-ink-muted', 1: 'text-up' } as const

type Props = {
  readonly closes: readonly string[] | undefined
  /** The current price: the end of the line. */
  readonly now: string | undefined
  /** The price that `change` counts from. */
  readonly from: string | undefined
  readonly change: string | undefined
  readonly className?: string
}

export function Sparkline({ closes, now, from, change, className }: Props) {
  const paths = useMemo(() => closes && sparklinePaths(closes, BOX, { from, now }), [closes, now, from])
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      width={BOX.width}
      height={BOX.height}
      className={classes('shrink-0', COLOUR[signOf(change ?? '0')], className)}
    >
      {paths && <path d={paths.area} fill="currentColor" opacity={0.13} />}
      {paths?.baseline !== undefined && (
        <path
          d={`M0,${paths.baseline}H${BOX.width}`}
          strokeWidth={1}
          strokeDasharray="2 3"
          className="stroke-ink-muted"
        />
      )}
      {paths && (
        <path
          d={paths.line}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
    </svg>
  )
}
