/**
 * Label, box and notes of a field. Two fields side by side (`PAIR`) share their rows: both boxes begin at one height,
 * also where only one of the labels has two lines.
 */
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { FieldNotes } from './FieldNotes.tsx'

/** `row` is for the grid around both fields, `field` for each of them. */
export const PAIR = { row: 'grid grid-rows-[auto_auto] gap-x-2 gap-y-1.5', field: 'row-span-2 grid-rows-subgrid' }

type Props = {
  readonly id: string
  readonly label: string
  readonly error: string | undefined
  readonly hint?: ReactNode
  readonly className?: string | undefined
  /** The box. */
  readonly children: ReactNode
}

export function FieldFrame({ id, label, error, hint, className, children }: Props) {
  return (
    <div className={classes('grid min-w-0 grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={id} className="self-end text-13 font-semibold text-ink-soft">
        {label}
      </label>
      <div className="grid min-w-0 grid-cols-1 content-start gap-1.5">
        {children}
        <FieldNotes id={id} error={error} hint={hint} />
      </div>
    </div>
  )
}
