/** Draws the closes of `sparkline.ts`, in the colour of the day's direction. Time runs left to right in every language. */
import { signOf } from '../format/money.ts'
import { classes } from './classes.ts'
import { sparklinePaths } from './sparkline.ts'

const BOX = { width: 72, height: 28 }
const COLOUR = { [-1]: 'text-down', 0: 'text-ink-muted', 1: 'text-up' } as const

type Props = { readonly closes: readonly string[] | undefined; readonly change: string | undefined; readonly className?: string }

export function Sparkline({ closes, change, className }: Props) {
  const paths = closes && sparklinePaths(closes, BOX)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      width={BOX.width}
      height={BOX.height}
      className={classes('shrink-0', COLOUR[signOf(change ?? '0')], className)}
    >
      {paths && <path d={paths.area} fill="currentColor" opacity={0.13} />}
      {paths && <path d={paths.line} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" strokeLinecap="round" />}
    </svg>
  )
}
