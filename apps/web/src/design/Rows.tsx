/** Groups of rows for settings and hubs. A row is a link, or one of several choices. */
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { classes } from './classes.ts'
import * as Icon from './icons.tsx'

export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="px-1 pb-2 text-13 font-semibold text-ink-soft">{title}</h2>
      <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">{children}</div>
    </section>
  )
}

const ROW = classes(
  'flex min-h-13 w-full items-center gap-3 px-4 py-1.5 text-start -outline-offset-2 active:bg-fill',
  'big:flex-wrap big:content-center',
)

type RowProps = {
  readonly icon?: ReactNode
  /** At the end of the row: a state or a value. */
  readonly aside?: ReactNode
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** `isHere`: its screen is beside the list, though the address is that of the list. */
export function LinkRow({ to, isHere = false, ...row }: RowProps & { readonly to: string; readonly isHere?: boolean }) {
  const inside = (
    <>
      <RowInside {...row} />
      <Icon.Next size={20} className="shrink-0 text-ink-muted" />
    </>
  )
  if (isHere)
    return (
      <Link to={to} aria-current="page" className={LINK}>
        {inside}
      </Link>
    )
  return (
    <NavLink to={to} end className={LINK}>
      {inside}
    </NavLink>
  )
}
const LINK = classes(ROW, 'aria-[current=page]:bg-accent-soft')

export function ActionRow({
  onClick,
  danger = false,
  ...row
}: RowProps & { readonly onClick: () => void; readonly danger?: boolean }) {
  return (
    <button type="button" data-row onClick={onClick} className={classes(ROW, danger && 'text-danger')}>
      <RowInside {...row} />
    </button>
  )
}

/** A part that does not fit beside the longest word is below it, not over it. */
const PAIR = 'flex min-w-0 flex-1 flex-wrap items-center gap-x-3 big:contents'

function RowInside({ icon, aside, note, children }: RowProps) {
  return (
    <>
      {/* In large text the words take its place: German has words as long as the row. */}
      {icon !== undefined && <span className="shrink-0 text-ink-soft big:hidden">{icon}</span>}
      <span className={PAIR}>
        <span className="max-w-full flex-1 break-words hyphens-auto big:min-w-0">
          <span className="block">{children}</span>
          {note !== undefined && <span className="block text-13 text-ink-muted">{note}</span>}
        </span>
        {isShown(aside) && (
          <span className="ms-auto max-w-[65%] shrink-0 text-end text-13 text-ink-soft big:order-last big:w-full big:max-w-none">
            {aside}
          </span>
        )}
      </span>
    </>
  )
}

/** `condition && part` is `false` without its part: the row then has no line for it. */
const isShown = (part: ReactNode): boolean => part !== undefined && part !== null && part !== false

const OWN_LINE = 'max-[419px]:flex-wrap max-[419px]:gap-y-1.5 max-[419px]:py-3'

export function Choice({
  chosen,
  onChoose,
  aside,
  children,
}: {
  readonly chosen: boolean
  readonly onChoose: () => void
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      data-row
      aria-pressed={chosen}
      onClick={onChoose}
      className={classes(ROW, isShown(aside) && OWN_LINE)}
    >
      <span className={classes('min-w-0 flex-1', chosen && 'font-semibold')}>{children}</span>
      {/* On a narrow phone a line of its own, because a long text beside it would break into many lines. */}
      {isShown(aside) && <span className="max-[419px]:order-last max-[419px]:w-full">{aside}</span>}
      <Icon.Check size={20} className={chosen ? 'text-accent' : 'invisible'} />
    </button>
  )
}
