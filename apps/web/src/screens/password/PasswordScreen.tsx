/** /mine/password: the effects of a change, then the current password, the new one, and a code sent to the customer. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../data/api.ts'
import { useCodeSending } from '../../data/codes.ts'
import { queries } from '../../data/queries.ts'
import { useSettingNumber } from '../../data/screenQueries.ts'
import { Button, CodeField, FormFault, Icon, PasswordField, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'
import { useForm } from '../../shell/useForm.ts'
import { useStepUp } from '../stepUp/useStepUp.tsx'
import { NewPassword } from './NewPassword.tsx'
import { type PasswordForm, passwordFaults, passwordInput } from './password.ts'

/** Default until the operator's setting is known. */
const HOLD_HOURS_USUAL = 24
const BLANK: PasswordForm = { old: '', next: '', again: '', code: '' }

export function PasswordScreen() {
  const t = useTranslate()
  const navigate = useNavigate()
  const [values, setValues] = useState(BLANK)
  const change = (part: Partial<PasswordForm>) => setValues((before) => ({ ...before, ...part }))
  const proof = useStepUp('password')
  const sending = useCodeSending({
    name: 'own password',
    request: () => call('sendCode', { purpose: 'password' }, { quiet: true }),
  })
  const form = useForm({
    values,
    faults: passwordFaults(values),
    wire: { old_password: 'old', new_password: 'next', auth_code: 'code' },
    send: async () => {
      await proof.run(({ totp_code, passkey }) =>
        call(
          'amendPassword',
          { ...passwordInput(values), ...(totp_code && { totp_code }), ...(passkey && { passkey }) },
          { quiet: true },
        ),
      )
      toast({ text: t('password.done'), tone: 'good' })
      void queries.refreshMe()
      void navigate('/mine', { replace: true })
    },
  })
  return (
    <Screen title={t('password.title')}>
      <form
        ref={form.formRef}
        noValidate
        onSubmit={form.submit}
        className="grid grid-cols-1 gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]"
      >
        <Consequences />
        <PasswordField
          label={t('password.old')}
          value={values.old}
          onValueChange={(old) => change({ old })}
          error={form.errorOf('old')}
          autoComplete="current-password"
          enterKeyHint="next"
        />
        <NewPassword next={values.next} again={values.again} onChange={change} errorOf={form.errorOf} />
        <CodeField
          value={values.code}
          onValueChange={(code) => change({ code })}
          error={form.errorOf('code')}
          hint={t('password.code_hint')}
          sending={sending}
        />
        <FormFault text={form.general} />
        <Button large type="submit" busy={form.busy}>
          {t('password.save')}
        </Button>
        {proof.sheet}
      </form>
    </Screen>
  )
}

function Consequences() {
  const t = useTranslate()
  const hours = useSettingNumber('password_hold_hours') ?? HOLD_HOURS_USUAL
  return (
    <section aria-label={t('password.before')} className="rounded-card border border-line bg-surface p-4">
      <h2 className="font-bold">{t('password.before')}</h2>
      <ul className="mt-2 grid gap-2 text-ink-soft">
        <li className="flex gap-2.5">
          <Icon.Devices size={20} className="mt-px shrink-0 text-accent" />
          <span>{t('password.before_sessions')}</span>
        </li>
        {hours > 0 && (
          <li className="flex gap-2.5">
            <Icon.Clock size={20} className="mt-px shrink-0 text-accent" />
            <span>{t('password.before_held', { count: hours })}</span>
          </li>
        )}
      </ul>
    </section>
  )
}
