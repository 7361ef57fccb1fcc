/** A field for an authenticator code, or for a recovery code if the app is not available. */
import { Button, CodeField, Field } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { SecondFactor } from './factor.ts'

type Props = {
  readonly value: SecondFactor
  readonly onChange: (value: SecondFactor) => void
  readonly error: string | undefined
}

export function SecondFactorField({ value, onChange, error }: Props) {
  const t = useTranslate()
  const { code, recovery } = value
  return (
    <div className="grid grid-cols-1 gap-4">
      {recovery === undefined ? (
        <CodeField
          label={t('step_up.app_code')}
          value={code}
          onValueChange={(text) => onChange({ ...value, code: text })}
          error={error}
        />
      ) : (
        <Field
          label={t('step_up.recovery')}
          value={recovery}
          onValueChange={(text) => onChange({ ...value, recovery: text })}
          error={error}
          hint={t('step_up.recovery_hint')}
          autoComplete="off"
          latin
          exact
        />
      )}
      <Button
        tone="quiet"
        className="justify-self-start px-0!"
        onClick={() => onChange({ ...value, recovery: recovery === undefined ? '' : undefined })}
      >
        {t(recovery === undefined ? 'step_up.use_recovery' : 'step_up.use_app')}
      </Button>
    </div>
  )
}
