/**
 * A text field with label, hint and error. Figures, codes and addresses run left to right in every language. The text
 * is 17 px, because phones zoom in on smaller input.
 */
import { type ComponentProps, type ReactNode, type Ref, useId, useState } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { classes } from './classes.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { describedBy } from './FieldNotes.tsx'
import * as Icon from './icons.tsx'

export type FieldProps = {
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** The error, as a sentence. */
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** The `autocomplete` token of HTML. */
  readonly autoComplete: string
  readonly name?: string
  readonly inputMode?: ComponentProps<'input'>['inputMode']
  readonly enterKeyHint?: ComponentProps<'input'>['enterKeyHint']
  readonly maxLength?: number
  readonly placeholder?: string
  readonly type?: 'text' | 'email' | 'tel' | 'password' | 'date'
  /** Latin text in every language: an address, a number, a code. */
  readonly latin?: boolean
  /** A secret, an exact text or a name: no correction and no capitals. */
  readonly exact?: boolean
  readonly disabled?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
  readonly max?: string
  readonly min?: string
  /** Inside the box, before and after the text. */
  readonly before?: ReactNode
  readonly after?: ReactNode
  readonly className?: string
  readonly inputClassName?: string
}

export function Field(props: FieldProps) {
  const {
    label,
    value,
    onValueChange,
    error,
    hint,
    before,
    after,
    latin = false,
    exact = false,
    inputRef,
    className,
    inputClassName,
    ...native
  } = props
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} className={className}>
      <div
        className={classes(
          'flex min-h-13 items-center rounded-control border bg-surface focus-within:border-accent focus-within:outline-1 focus-within:outline-accent',
          error === undefined ? 'border-line-strong' : 'border-danger',
          native.disabled && 'opacity-60',
        )}
        {...(latin && { dir: 'ltr' })}
      >
        {before}
        <input
          ref={inputRef}
          id={id}
          type="text"
          value={value}
          {...native}
          {...(exact && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, { error, hint })}
          onChange={(event) => onValueChange(event.target.value)}
          className={classes(
            'h-12.5 w-full min-w-0 flex-1 rounded-control bg-transparent px-3.5 text-17 text-ink outline-none placeholder:text-ink-muted',
            inputClassName,
          )}
        />
        {after}
      </div>
    </FieldFrame>
  )
}

/** A password field, hidden by default. `current-password` and `new-password` are hints for the password manager. */
export function PasswordField({
  autoComplete,
  ...props
}: Omit<FieldProps, 'type' | 'autoComplete' | 'after' | 'latin' | 'exact' | 'inputMode'> & {
  readonly autoComplete: 'current-password' | 'new-password'
}) {
  const t = useTranslate()
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      latin
      exact
      after={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={t('fields.show_password', { label: props.label })}
          onClick={() => setShown(!shown)}
          className="inline-flex touch items-center justify-center rounded-control text-ink-muted active:bg-fill"
        >
          {shown ? <Icon.EyeOff size={20} /> : <Icon.Eye size={20} />}
        </button>
      }
    />
  )
}
