/**
 * The mark of an instrument: two flags for a pair, a coin for a metal, letters for a company. It is decoration: the
 * code beside it names the instrument.
 */
import type { Mark as MarkOf, TradeItem } from '@veritick/contract'
import { memo } from 'react'
import { classes } from './classes.ts'
import flags from './flags.svg?no-inline'
import { FLAGS } from './flags.ts'

/** Gold by its code; every other metal is silver-white. */
const GOLD = 'Au'
const ROUND = 'overflow-hidden rounded-full outline-1 -outline-offset-1 outline-edge'

type Props = {
  readonly mark: MarkOf
  readonly session?: TradeItem['Session'] | undefined
  /** For a closed or stale instrument. Letters stay readable. */
  readonly dimmed?: boolean
  /** In a row of 36 px. */
  readonly small?: boolean
}

/** Memoised, because the row renders at every quote. */
export const Mark = memo(function Mark({ mark, session, dimmed = false, small = false }: Props) {
  const size = small ? 'size-7' : 'size-10'
  if (mark.kind === 'monogram')
    return <Monogram text={mark.text} metal={session === 'metals'} dimmed={dimmed} size={size} />
  const flag = small ? 'size-4.5 absolute' : 'size-6.5 absolute'
  return (
    <span aria-hidden="true" dir="ltr" className={classes('relative block shrink-0', size, dimmed && 'grayscale')}>
      <Flag country={mark.quote} className={classes(flag, 'end-0 bottom-0')} />
      <Flag country={mark.base} className={classes(flag, 'start-0 top-0 ring-2 ring-surface')} />
    </span>
  )
})

type MonogramProps = { readonly text: string; readonly metal: boolean; readonly dimmed: boolean; readonly size: string }

function Monogram({ text, metal, dimmed, size }: MonogramProps) {
  const coin = text === GOLD ? 'bg-gold text-on-gold' : 'bg-silver text-on-silver'
  const look = metal
    ? `rounded-full ${coin}`
    : `rounded-control border border-line bg-fill ${dimmed ? 'text-ink-muted' : 'text-ink-soft'}`
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid shrink-0 place-items-center text-13 font-bold',
        size,
        look,
        dimmed && metal && 'grayscale',
      )}
    >
      {text}
    </span>
  )
}

function Flag({ country, className }: { readonly country: string; readonly className: string }) {
  if (!FLAGS.includes(country)) {
    return (
      <span className={classes('grid place-items-center bg-fill text-12 font-bold text-ink-muted', ROUND, className)}>
        {country.slice(0, 2)}
      </span>
    )
  }
  return (
    <svg className={classes('bg-fill', ROUND, className)} focusable="false" aria-hidden="true">
      <use href={`${flags}#${country}`} />
    </svg>
  )
}
