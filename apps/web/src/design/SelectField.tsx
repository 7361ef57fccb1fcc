/** A choice among many with the native picker of the device. */
import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { describedBy } from './FieldNotes.tsx'
import * as Icon from './icons.tsx'

type Props = {
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly items: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[]
  /** Shown before a choice. */
  readonly placeholder: string
  readonly autoComplete: string
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly disabled?: boolean
  /** Text of the closed field, when the label of the choice is too long for it. */
  readonly shown?: string | undefined
  readonly className?: string
}

export function SelectField({
  label,
  value,
  onValueChange,
  items,
  placeholder,
  autoComplete,
  error,
  hint,
  disabled,
  shown,
  className,
}: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} className={className}>
      <div className="relative grid items-center">
        <select
          id={id}
          value={value}
          disabled={disabled}
          autoComplete={autoComplete}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, { error, hint })}
          onChange={(event) => onValueChange(event.target.value)}
          className={classes(
            'h-13 w-full min-w-0 appearance-none truncate rounded-control border bg-surface ps-3.5 pe-10 max-[359px]:ps-3 max-[359px]:pe-8 text-17 outline-none focus:border-accent focus:outline-1 focus:outline-accent',
            error === undefined ? 'border-line-strong' : 'border-danger',
            shown !== undefined ? 'text-transparent' : value === '' ? 'text-ink-muted' : 'text-ink',
          )}
        >
          <option value="" className="text-ink">
            {placeholder}
          </option>
          {items.map((item) => (
            <option key={item.value} value={item.value} disabled={item.disabled} className="text-ink">
              {item.label}
            </option>
          ))}
        </select>
        {shown !== undefined && (
          <span aria-hidden="true" className="pointer-events-none absolute start-3.5 max-[359px]:start-3 text-17">
            <bdi>{shown}</bdi>
          </span>
        )}
        <Icon.Down size={20} className="pointer-events-none absolute end-3 max-[359px]:end-2 text-ink-muted" />
      </div>
    </FieldFrame>
  )
}
