/**
 * One line of text that is typed, with its label, what helps, and what is wrong with it. Figures, codes and addresses
 * are written left to right in every language. The letters are 17 px, because a phone zooms in on smaller ones.
 */
import { type ComponentProps, type ReactNode, type Ref, useId, useState } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { classes } from './classes.ts'
import { describedBy, FieldNotes } from './FieldNotes.tsx'
import * as Icon from './icons.tsx'

export type FieldProps = {
  readonly label: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** What is wrong with it, in words. */
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** A token of HTML: what a password manager or the keyboard may fill in. */
  readonly autoComplete: string
  readonly name?: string
  readonly inputMode?: ComponentProps<'input'>['inputMode']
  readonly enterKeyHint?: ComponentProps<'input'>['enterKeyHint']
  readonly maxLength?: number
  readonly placeholder?: string
  readonly type?: 'text' | 'email' | 'tel' | 'password' | 'date'
  /** Latin whatever the language around: an address, a number, a code. */
  readonly latin?: boolean
  /** What is typed is secret, exact or a name: nothing is corrected or made a capital. */
  readonly exact?: boolean
  readonly disabled?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
  readonly max?: string
  readonly min?: string
  /** Inside the box, before and after what is typed. */
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
    <div className={classes('grid min-w-0 grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-13 font-semibold text-ink-soft">
        {label}
      </label>
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
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}

/**
 * A password: hidden unless its owner wants to see it; `current-password` or `new-password` tells the password manager
 * which it is.
 */
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
