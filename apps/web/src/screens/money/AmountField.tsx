/** A field for an amount: its currency at the end, latin figures, error or limits below. */
import type { ReactNode } from 'react'
import { Field } from '../../design/index.ts'
import { useTypedFigure } from '../../i18n/i18n.ts'

type Props = {
  readonly label: string
  readonly currency: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** A button beside the currency, such as "all". */
  readonly action?: ReactNode
}

export function AmountField({ label, currency, value, onValueChange, error, hint, action }: Props) {
  const written = useTypedFigure()
  return (
    <Field
      label={label}
      value={value}
      onValueChange={onValueChange}
      error={error}
      {...(hint !== undefined && { hint })}
      autoComplete="off"
      inputMode="decimal"
      enterKeyHint="done"
      placeholder={written('0.00')}
      maxLength={32}
      latin
      inputClassName="font-semibold tabular-nums"
      after={
        <span className="flex shrink-0 items-center gap-1 pe-3.5 text-ink-muted">
          {action}
          <bdi>{currency}</bdi>
        </span>
      }
    />
  )
}
