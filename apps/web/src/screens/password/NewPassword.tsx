/** A new password twice, with a bar for its strength, and a check that both are equal. */
import { classes, PasswordField } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Strength, strengthOf } from './strength.ts'

type Props = {
  /** The first password of a new account. */
  readonly first?: boolean
  readonly next: string
  readonly again: string
  readonly onChange: (change: { readonly next?: string; readonly again?: string }) => void
  readonly errorOf: (field: 'next' | 'again') => string | undefined
}

export function NewPassword({ first = false, next, again, onChange, errorOf }: Props) {
  const t = useTranslate()
  return (
    <>
      <PasswordField
        label={t(first ? 'fields.password' : 'password.new')}
        value={next}
        onValueChange={(text) => onChange({ next: text })}
        error={errorOf('next')}
        name="new-password"
        autoComplete="new-password"
        enterKeyHint="next"
        hint={errorOf('next') === undefined ? <StrengthBar password={next} /> : undefined}
      />
      <PasswordField
        label={t(first ? 'register.again' : 'password.again')}
        value={again}
        onValueChange={(text) => onChange({ again: text })}
        error={errorOf('again')}
        name="new-password-again"
        autoComplete="new-password"
        enterKeyHint="next"
      />
    </>
  )
}

const FILLED: { readonly [S in Strength]: string } = {
  short: 'bg-danger',
  common: 'bg-danger',
  weak: 'bg-warn',
  fair: 'bg-warn',
  good: 'bg-calm',
  strong: 'bg-calm',
}

const STEPS = [1, 2, 3, 4] as const
const FILLED_STEPS: { readonly [S in Strength]: number } = { short: 1, common: 1, weak: 1, fair: 2, good: 3, strong: 4 }

function StrengthBar({ password }: { readonly password: string }) {
  const t = useTranslate()
  if (password === '') return t('password.rule')
  const strength = strengthOf(password)
  const filled = FILLED_STEPS[strength]
  return (
    <span className="grid gap-1.5">
      <span aria-hidden="true" className="grid grid-cols-4 gap-1 pt-0.5">
        {STEPS.map((step) => (
          <span key={step} className={classes('h-1 rounded-full', step <= filled ? FILLED[strength] : 'bg-line')} />
        ))}
      </span>
      <span>{t(`password.strength_${strength}`)}</span>
    </span>
  )
}
