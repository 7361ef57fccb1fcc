/** A list of radio buttons, drawn as rows of a card, with room for an explanation of each. */
import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

type Props<Value> = {
  readonly label: string
  readonly items: readonly {
    readonly value: Value
    readonly title: ReactNode
    readonly note?: ReactNode
    readonly tag?: ReactNode
    readonly disabled?: boolean
  }[]
  readonly value: Value | undefined
  readonly onValueChange: (value: Value) => void
  /** The error when nothing is chosen. */
  readonly error?: string | undefined
}

/** Drawn here, because the radio buttons that browsers draw on dark screens are filled and look chosen. */
const RADIO = classes(
  'size-5 shrink-0 appearance-none rounded-full border-2 border-ink-muted bg-surface outline-none',
  'checked:border-[6px] checked:border-accent disabled:opacity-50 forced-colors:appearance-auto',
)

export function Choices<Value extends string | number>({ label, items, value, onValueChange, error }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend className="pb-1.5 text-13 font-semibold text-ink-soft">{label}</legend>
      <div
        className={classes(
          'divide-y divide-line overflow-hidden rounded-card border bg-surface',
          error === undefined ? 'border-line' : 'border-danger',
        )}
      >
        {items.map((item) => (
          <label
            key={item.value}
            className="flex min-h-14 items-center gap-3 px-4 py-2 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={item.value === value}
              disabled={item.disabled ?? false}
              aria-invalid={error !== undefined || undefined}
              onChange={() => onValueChange(item.value)}
              className={RADIO}
            />
            <span className={classes('min-w-0 flex-1', item.disabled && 'text-ink-muted')}>
              <span className="flex flex-wrap items-center gap-x-2 font-semibold">
                <span>{item.title}</span>
                {item.tag}
              </span>
              {item.note !== undefined && (
                <span className="block text-13 text-ink-muted [overflow-wrap:anywhere]">{item.note}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} className="mt-1.5 text-13 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
