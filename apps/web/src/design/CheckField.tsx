/**
 * A checkbox for a statement that the customer confirms. The error stands below; a link inside the label stays a link.
 */
import { type ReactNode, useId } from 'react'
import { describedBy, FieldNotes } from './FieldNotes.tsx'
import * as Icon from './icons.tsx'

type Props = {
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
  readonly error?: string | undefined
  readonly children: ReactNode
}

export function CheckField({ checked, onCheckedChange, error, children }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div className="relative flex min-h-11 items-start gap-3 py-2.5">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, { error })}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className="peer mt-px size-5.5 shrink-0 appearance-none rounded-control border border-line-strong bg-surface checked:border-accent checked:bg-accent aria-invalid:border-danger"
        />
        <Icon.Check
          size={18}
          className="pointer-events-none absolute start-0.5 top-3.25 text-on-accent opacity-0 peer-checked:opacity-100"
        />
        <label htmlFor={id}>{children}</label>
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  )
}
