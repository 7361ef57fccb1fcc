/**
 * A field for six digits: a sent code, or a code of an authenticator app. The phone may fill it in from the message.
 * With `sending` there is a button that sends a code and then counts down until another may be sent.
 */
import type { CodeSending } from '../data/codes.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { CODE_DIGITS, digitsOf } from './digits.ts'
import { Field } from './Field.tsx'
import { Spinner } from './Spinner.tsx'

type Props = {
  readonly label?: string
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly error?: string | undefined
  readonly hint?: string
  /** Replaces the hint once a code was sent. */
  readonly sentHint?: string
  readonly sending?: CodeSending
}

export function CodeField({ label, value, onValueChange, error, hint, sentHint, sending }: Props) {
  const t = useTranslate()
  const said =
    sending?.sentTo === undefined
      ? (sentHint ?? t('fields.code_sent'))
      : t('fields.code_sent_to', { to: sending.sentTo })
  const shownHint = sending?.sent ? said : hint
  return (
    <div className="grid min-w-0 grid-cols-1">
      <Field
        label={label ?? t('fields.code')}
        value={value}
        onValueChange={(text) => onValueChange(digitsOf(text, CODE_DIGITS))}
        error={error ?? sending?.fault}
        {...(shownHint !== undefined && { hint: shownHint })}
        autoComplete="one-time-code"
        inputMode="numeric"
        enterKeyHint="done"
        placeholder="000000"
        latin
        exact
        // Six digits stay visible beside the button, whose text may take two lines.
        inputClassName="min-w-32! tracking-[0.25em] placeholder:opacity-45 big:min-w-0!"
        after={sending && <SendButton sending={sending} />}
      />
      <p role="status" className="sr-only">
        {sending?.sent && said}
      </p>
    </div>
  )
}

function SendButton({ sending }: { readonly sending: CodeSending }) {
  const t = useTranslate()
  const { secondsLeft, busy, send, everSent } = sending
  const waits = secondsLeft > 0
  return (
    <button
      type="button"
      disabled={waits || busy}
      onClick={send}
      className="me-1 inline-flex touch items-center justify-center gap-2 rounded-control px-3 text-end text-15 leading-tight font-semibold text-accent active:bg-fill disabled:font-normal disabled:text-ink-muted"
    >
      {busy && <Spinner className="size-4!" />}
      {waits
        ? t('fields.send_again_in', { count: secondsLeft })
        : t(everSent ? 'fields.send_again' : 'fields.send_code')}
    </button>
  )
}
