/** A link in the shape of a button. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from './classes.ts'

type Props = {
  readonly to: string
  readonly tone?: 'accent' | 'plain'
  readonly className?: string
  readonly children: ReactNode
}

export function LinkButton({ to, tone = 'accent', className, children }: Props) {
  return (
    <Link
      to={to}
      className={classes(
        'inline-flex touch items-center justify-center gap-2 rounded-control px-4 py-2 text-center font-semibold select-none active:opacity-80',
        tone === 'accent' ? 'bg-accent text-on-accent' : 'border border-line bg-surface text-ink',
        className,
      )}
    >
      {children}
    </Link>
  )
}
