/**
 * Buttons. `tone` gives the kind of action: accent for the main one, up and down for trading, plain and quiet for
 * alternatives.
 */
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Spinner } from './Spinner.tsx'

type Tone = 'accent' | 'up' | 'down' | 'danger' | 'plain' | 'quiet'

const TONES: { readonly [T in Tone]: string } = {
  accent: 'bg-accent text-on-accent',
  up: 'bg-up text-on-data',
  down: 'bg-down text-on-data',
  danger: 'bg-danger text-on-data',
  plain: 'bg-fill text-ink',
  quiet: 'bg-transparent text-accent',
}

type Props = ComponentProps<'button'> & {
  readonly tone?: Tone
  /** The action is running: the button cannot be tapped again and keeps its width and its accessible name. */
  readonly busy?: boolean
  /** The main action of a sheet or screen. */
  readonly large?: boolean
}

export function Button({
  tone = 'accent',
  busy = false,
  large = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classes(
        'relative inline-flex touch items-center justify-center gap-2 rounded-control px-4 py-1.5 font-semibold select-none',
        'transition-[opacity,scale] duration-(--quick) ease-app active:scale-98 disabled:opacity-45 disabled:active:scale-100 aria-busy:opacity-80',
        large && 'min-h-13 w-full rounded-card text-17 dense:min-h-11',
        TONES[tone],
        className,
      )}
      {...rest}
    >
      <span className={classes('inline-flex items-center gap-2', busy && 'opacity-0')}>{children}</span>
      {busy && <Spinner className="absolute" />}
    </button>
  )
}

/** A button with an icon only; `label` is its name for screen readers. */
export function IconButton({
  label,
  className,
  children,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { readonly label: string }) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex touch items-center justify-center rounded-control text-ink active:bg-fill',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  )
}
