/** /forgot: sets a new password with a code sent to the address or number, then opens the sign-in screen. */
import type { CallInput } from '@veritick/contract'
import { type ComponentProps, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../data/api.ts'
import { useCodeSending } from '../../data/codes.ts'
import { newKey } from '../../data/requestKey.ts'
import { Button, CodeField, FormFault } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'
import { useDraft } from '../../shell/useDraft.ts'
import { useForm } from '../../shell/useForm.ts'
import { AccountFields } from '../login/AccountFields.tsx'
import { type Arrival, accountOf, kindOf, LOGIN_BLANK, type LoginDraft } from '../login/login.ts'
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx'
import { NewPassword } from '../password/NewPassword.tsx'
import { NO_FACTOR, type SecondFactor } from '../stepUp/factor.ts'
import { SecondFactorField } from '../stepUp/SecondFactorField.tsx'
import { stepUpMethodOf } from '../stepUp/stepUp.ts'
import { codeInput, type ForgotSecrets, forgotFaults, forgotInput, targetFaults } from './forgot.ts'

/** The server's field names and the fields of the form. */
const WIRE = {
  account: 'account',
  area_id: 'area',
  new_password: 'next',
  secondary_password: 'again',
  auth_code: 'code',
  totp_code: 'factor',
} as const

const BLANK: ForgotSecrets = { next: '', again: '', code: '', factor: undefined }

export function ForgotScreen() {
  const t = useTranslate()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [draft, change, forget] = useDraft('forgot', LOGIN_BLANK)
  const [secrets, setSecrets] = useState(BLANK)
  const keep = (part: Partial<ForgotSecrets>) => setSecrets((before) => ({ ...before, ...part }))
  const changeAccount = (part: Partial<LoginDraft>) => {
    change(part)
    // Another account may have no second factor.
    keep({ factor: undefined })
  }
  const kind = kindOf(draft)
  const sending = useResetCode(draft)
  const reset = useReset()
  const form = useForm({
    values: { account: accountOf(draft), area: draft.area, ...secrets },
    faults: forgotFaults(draft, secrets),
    wire: WIRE,
    send: () => save(forgotInput(draft, secrets)),
  })
  async function save(input: CallInput<'forgetPassword'>) {
    await reset(input, () => keep({ factor: NO_FACTOR }))
    forget()
    const arrival: Arrival = { done: 'reset', kind, account: accountOf(draft) }
    void navigate(`/login${search}`, { replace: true, state: arrival })
  }
  return (
    <Screen title={t('forgot.title')}>
      <form
        ref={form.formRef}
        noValidate
        onSubmit={form.submit}
        className="grid grid-cols-1 content-start gap-5 bg-surface px-6 pt-6 pb-[calc(2rem+var(--safe-bottom))] flex-1"
      >
        <p className="text-ink-soft">{t('forgot.lead')}</p>
        <AccountFields draft={draft} change={changeAccount} errorOf={form.errorOf} />
        <CodeField
          value={secrets.code}
          onValueChange={(code) => keep({ code })}
          error={form.errorOf('code')}
          hint={t('forgot.code_hint')}
          sentHint={t('forgot.code_sent', { to: accountOf(draft) })}
          sending={sending}
        />
        {secrets.factor && (
          <SecondFactorPart
            value={secrets.factor}
            onChange={(factor) => keep({ factor })}
            error={form.errorOf('factor')}
            onPasskey={(passkey) => save({ ...forgotInput(draft, { ...secrets, factor: undefined }), passkey })}
          />
        )}
        <NewPassword next={secrets.next} again={secrets.again} onChange={keep} errorOf={form.errorOf} />
        <p className="text-13 text-ink-muted">{t('forgot.held')}</p>
        <FormFault text={form.general} />
        <Button large type="submit" busy={form.busy}>
          {t('forgot.save')}
        </Button>
      </form>
    </Screen>
  )
}

type SecondFactorProps = {
  readonly value: SecondFactor
  readonly onChange: (value: SecondFactor) => void
  readonly error: string | undefined
  readonly onPasskey: ComponentProps<typeof PasskeyButton>['onAnswer']
}

/** Shown once the server has asked for the second factor of the account. */
function SecondFactorPart({ value, onChange, error, onPasskey }: SecondFactorProps) {
  const t = useTranslate()
  return (
    <section aria-label={t('step_up.app_code')} className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft">{t('step_up.by_app')}</p>
      <SecondFactorField value={value} onChange={onChange} error={error} />
      <PasskeyButton
        label={t('passkeys.use')}
        request={() => call('passkeyOptions', { purpose: 'second_factor' }, { quiet: true })}
        onAnswer={onPasskey}
      />
    </section>
  )
}

/** `askFactor`: called when the account has a second factor. The server reveals this only for the correct code. */
function useReset() {
  // A retry of the form without an answer is the same request.
  const [idempotencyKey] = useState(newKey)
  return async (input: CallInput<'forgetPassword'>, askFactor: () => void) => {
    try {
      await call('forgetPassword', input, { quiet: true, idempotencyKey })
    } catch (error) {
      if (stepUpMethodOf(error) === 'app') askFactor()
      throw error
    }
  }
}

function useResetCode(draft: LoginDraft) {
  const t = useTranslate()
  const input = codeInput(draft)
  return useCodeSending({
    name: `reset ${draft.area} ${input.to}`,
    request: () => {
      const { account, area } = targetFaults(draft)
      const fault = area ?? account
      if (fault !== undefined) return t(fault)
      return kindOf(draft) === 'email'
        ? call('sendEmail', input, { quiet: true })
        : call('sendSms', input, { quiet: true })
    },
  })
}
