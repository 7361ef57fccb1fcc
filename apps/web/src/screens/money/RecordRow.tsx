/** One deposit or withdrawal in its list: amount, asset, time and status. A tap opens its timeline. */
import type { ReactNode } from 'react'
import { classes, Icon } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag } from '../../i18n/i18n.ts'
import type { Standing } from './timeline.ts'

type Props = {
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly aside: ReactNode
  readonly at: string
  readonly standing: Standing
  readonly status: string
  readonly onOpen: () => void
}

/** On a narrow phone the second part is below the first, whole. */
const PAIR = 'flex flex-wrap items-center gap-x-3 gap-y-0.5'

export function RecordRow({ icon, title, aside, at, standing, status, onOpen }: Props) {
  const tag = useTag()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex min-h-(--height-row) w-full items-center gap-3 border-b border-line px-4 py-2 text-start -outline-offset-2 active:bg-fill"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-fill text-ink-soft">{icon}</span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={classes(PAIR, 'font-semibold')}>
          <span>{title}</span>
          <span className="ms-auto">{aside}</span>
        </span>
        <span className={PAIR}>
          <span className="text-13 text-ink-muted">
            <bdi>{formatMoment(Date.parse(at), { tag })}</bdi>
          </span>
          <span className="ms-auto">
            <StandingTag standing={standing}>{status}</StandingTag>
          </span>
        </span>
      </span>
    </button>
  )
}

const TONE: { readonly [S in Standing]: string } = {
  open: 'bg-accent-soft text-accent',
  done: 'bg-fill text-ink-soft',
  ended: 'bg-danger-soft text-danger',
}

export function StandingTag({ standing, children }: { readonly standing: Standing; readonly children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 rounded-control px-2 py-px text-12 font-semibold',
        TONE[standing],
      )}
    >
      {standing === 'open' && <Icon.Clock size={14} />}
      {standing === 'done' && <Icon.Check size={14} />}
      {standing === 'ended' && <Icon.Close size={14} />}
      {children}
    </span>
  )
}
