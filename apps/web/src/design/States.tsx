/** States of a list without rows: loading, empty, failed. Each has a sentence and the next step. */
import type { ReactNode } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import * as Icon from './firstIcons.tsx'

/** A placeholder block; size it with classes. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={classes('block animate-breathe rounded-control bg-fill', className)} />
}

/** Placeholder rows of a loading list. */
export function SkeletonRows({ count = 10 }: { readonly count?: number }) {
  const t = useTranslate()
  return (
    <div role="status" aria-label={t('common.loading')}>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other name
        <div key={row} className="flex h-(--height-row) items-center gap-3 border-b border-line bg-surface px-4">
          <Skeleton className="size-10 rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-3 w-28" />
          </span>
          <Skeleton className="h-7 w-18" />
          <span className="grid justify-items-end gap-2">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-3.5 w-14" />
          </span>
        </div>
      ))}
    </div>
  )
}

/** A sentence and the next step. */
export function Empty({
  title,
  text,
  action,
  icon,
  low = false,
}: {
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
  readonly icon?: ReactNode
  /** In a panel with the height of three lines. */
  readonly low?: boolean
}) {
  return (
    <div
      className={classes('grid grid-cols-1 justify-items-center px-8 text-center', low ? 'gap-1 py-2' : 'gap-2 py-14')}
    >
      <span className="mb-1 grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
        {icon ?? <Icon.Inbox />}
      </span>
      <p className="text-17 font-semibold">{title}</p>
      {text !== undefined && <p className="max-w-80 text-ink-soft">{text}</p>}
      {action !== undefined && <div className="mt-3 max-w-full">{action}</div>}
    </div>
  )
}

/** The failure, and a button to retry. */
export function ErrorState({
  title,
  text,
  onRetry,
  busy = false,
}: {
  /** The part that failed; without it the whole screen or list. */
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly onRetry: () => void
  readonly busy?: boolean
}) {
  const t = useTranslate()
  return (
    <div role="alert">
      <Empty
        icon={<Icon.CloudOff />}
        title={title ?? t('common.error_title')}
        text={text ?? t('common.error_network')}
        action={
          <Button busy={busy} onClick={onRetry}>
            {t('common.retry')}
          </Button>
        }
      />
    </div>
  )
}

/** Above the submit button: a refusal that belongs to no field. */
export function FormFault({ text }: { readonly text: string | undefined }) {
  return (
    <div role="alert">
      {text !== undefined && (
        <p className="flex items-start gap-2 rounded-control bg-danger-soft px-3.5 py-2.5 text-danger">
          <Icon.Warning size={20} className="mt-px shrink-0" />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}

/** A banner across the screen: simulated, offline, closed. */
export function Note({
  tone = 'accent',
  within = false,
  children,
}: {
  readonly tone?: 'accent' | 'warn'
  /** Inside an element that announces its content. */
  readonly within?: boolean
  readonly children: ReactNode
}) {
  return (
    <p
      role={within ? undefined : 'status'}
      className={classes(
        'px-4 py-1.5 text-center text-13',
        tone === 'accent' ? 'bg-accent-soft text-accent' : 'bg-warn-soft text-warn',
      )}
    >
      {children}
    </p>
  )
}
