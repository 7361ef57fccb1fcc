/**
 * A decimal number that is typed, or stepped with two buttons or the arrow keys. Its value is the typed text; the rules
 * of the screen parse and check it.
 */
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useTranslate, useTypedFigure } from '../i18n/i18n.ts'
import { classes } from './classes.ts'
import * as Icon from './icons.tsx'
import { plainNumber, type Steps, stepped, steppedByKey } from './stepping.ts'

type Props = {
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly steps: Steps
  /** The error, as a sentence. */
  readonly error?: string | undefined
  readonly placeholder?: string
  readonly disabled?: boolean
  /** False: the label is read by screen readers only. `above`: a long label beside it would leave no room. */
  readonly labelShown?: boolean | 'above'
  readonly className?: string
}

export function Stepper({
  label,
  value,
  onValueChange,
  steps,
  error,
  placeholder,
  disabled = false,
  labelShown = false,
  className,
}: Props) {
  const t = useTranslate()
  const figure = useTypedFigure()
  const id = useId()
  const isAbove = labelShown === 'above'
  const less = stepped(value, -1, steps)
  const more = stepped(value, 1, steps)
  return (
    <div className={className}>
      <div className={isAbove ? 'grid grid-cols-1 gap-1' : 'flex items-center gap-2 big:flex-wrap'}>
        <label
          htmlFor={id}
          className={labelShown === false ? 'sr-only' : classes('text-ink-soft', !isAbove && LABEL_BESIDE)}
        >
          {label}
        </label>
        <div className={classes('flex items-center gap-1', isAbove && 'justify-between')} dir="ltr">
          <StepButton label={t('common.decrease', { label })} next={disabled ? undefined : less} onStep={onValueChange}>
            <Icon.Minus size={20} />
          </StepButton>
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            value={figure(value)}
            placeholder={placeholder}
            disabled={disabled}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            onChange={(event) => onValueChange(plainNumber(event.target.value))}
            onKeyDown={(event) => stepByKey(event, { value, onValueChange, steps })}
            onFocus={(event) => event.target.select()}
            className={classes(
              'h-11 w-24 rounded-control big:h-14 big:w-36 border border-transparent bg-transparent text-center text-17 font-semibold tabular-nums placeholder:text-13 placeholder:font-normal placeholder:text-ink-muted focus:border-accent focus:outline-none',
              error !== undefined && 'border-danger!',
            )}
          />
          <StepButton label={t('common.increase', { label })} next={disabled ? undefined : more} onStep={onValueChange}>
            <Icon.Plus size={20} />
          </StepButton>
        </div>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-13 text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** The arrow keys step as the buttons do. */
function stepByKey(event: KeyboardEvent, of: Pick<Props, 'value' | 'onValueChange' | 'steps'>): void {
  const next = steppedByKey(event.key, of.value, of.steps)
  if (next === undefined) return
  event.preventDefault()
  of.onValueChange(next)
}

const LABEL_BESIDE = 'min-w-0 flex-1 big:basis-40'

function StepButton(props: {
  readonly label: string
  readonly next: string | undefined
  readonly onStep: (value: string) => void
  readonly children: ReactNode
}) {
  const { label, next, onStep, children } = props
  return (
    <button
      type="button"
      aria-label={label}
      disabled={next === undefined}
      onClick={() => next !== undefined && onStep(next)}
      className="inline-flex size-11 items-center justify-center rounded-control bg-fill text-ink active:bg-line disabled:text-ink-muted disabled:opacity-50"
    >
      {children}
    </button>
  )
}
