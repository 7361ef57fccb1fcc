/** A notice above a money form: a sentence, the reason, and a link. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes, Icon } from '../../design/index.ts'

type Props = {
  readonly tone?: 'plain' | 'warn' | 'bad'
  readonly title?: string
  /** Default: a clock, or a warning. */
  readonly icon?: ReactNode
  readonly children?: ReactNode
  /** Link to the screen where the customer can act. */
  readonly link?: { readonly to: string; readonly label: string }
  readonly action?: ReactNode
}

const TONE = {
  plain: 'bg-accent-soft text-accent',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-danger-soft text-danger',
} as const

export function Notice({ tone = 'plain', title, icon, children, link, action }: Props) {
  return (
    <div className="flex items-start gap-3 rounded-card border border-line bg-surface p-3.5">
      <span className={classes('grid size-9 shrink-0 place-items-center rounded-full', TONE[tone])}>
        {icon ?? (tone === 'plain' ? <Icon.Clock size={20} /> : <Icon.Warning size={20} />)}
      </span>
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children !== undefined && <div className="text-13 text-ink-soft">{children}</div>}
        {link !== undefined && (
          <Link to={link.to} className="-mb-2 inline-flex min-h-11 items-center font-semibold text-accent">
            {link.label}
          </Link>
        )}
        {action !== undefined && <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}

/** Shown while the operator still uses trial settings. */
export function TrialTag({ children }: { readonly children: ReactNode }) {
  return <span className="rounded-control bg-warn-soft px-2 py-px text-12 font-semibold text-warn">{children}</span>
}
