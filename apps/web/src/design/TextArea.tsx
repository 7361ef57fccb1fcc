/** A field for a text of several lines, with label, hint and error. It looks and behaves like `Field`. */
import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { describedBy, FieldNotes } from './FieldNotes.tsx'

type Props = {
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly rows: number
}

export function TextArea({ label, value, onValueChange, error, hint, rows }: Props) {
  const id = useId()
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1.5">
      <label htmlFor={id} className="text-13 font-semibold text-ink-soft">
        {label}
      </label>
      <textarea
        id={id}
        value={value}
        rows={rows}
        dir="auto"
        autoComplete="off"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, { error, hint })}
        onChange={(event) => onValueChange(event.target.value)}
        className={classes(
          'w-full min-w-0 rounded-control border bg-surface px-3.5 py-3 text-17 text-ink outline-none',
          'focus:border-accent focus:outline-1 focus:outline-accent',
          error === undefined ? 'border-line-strong' : 'border-danger',
        )}
      />
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}
