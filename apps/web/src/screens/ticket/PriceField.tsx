/** A field for a price: latin figures left to right in every language, the error below. */
import { useId } from 'react'
import { classes } from '../../design/classes.ts'
import { useTypedFigure } from '../../i18n/i18n.ts'

type Props = {
  readonly label: string
  readonly value: string
  readonly onValueChange: (text: string) => void
  readonly placeholder?: string
  readonly error?: string | undefined
  /** The customer left the field. */
  readonly onDone?: () => void
}

export function PriceField({ label, value, onValueChange, placeholder, error, onDone }: Props) {
  const id = useId()
  const figure = useTypedFigure()
  return (
    <div className="grid w-32 shrink-0 gap-1 dense:w-24 max-[359px]:w-26 big:w-46!">
      <input
        aria-label={label}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        value={figure(value)}
        placeholder={placeholder}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : id}
        onChange={(event) => onValueChange(event.target.value)}
        onBlur={onDone}
        className={classes(
          'h-11 w-full dense:h-10 dense:px-2 rounded-control big:h-14 border bg-surface px-3 text-end text-15 font-semibold tabular-nums placeholder:text-13 placeholder:font-normal placeholder:text-ink-muted focus:border-accent focus:outline-none',
          error === undefined ? 'border-line-strong' : 'border-danger',
        )}
      />
      {error !== undefined && (
        <p id={id} className="text-end text-12 text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
