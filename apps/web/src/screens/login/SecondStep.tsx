/**
 * The second step of signing in: the code of the authenticator app, a recovery code, or a passkey. The password waits
 * in memory. The button and the phone's back button return to the first step.
 */
import type { CallData, CallInput } from '@veritick/contract'
import { useEffect, useState } from 'react'
import { call } from '../../data/api.ts'
import { newKey } from '../../data/requestKey.ts'
import { Button, FormFault, useBackCloses } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useForm } from '../../shell/useForm.ts'
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx'
import { factorFault, factorText, NO_FACTOR } from '../stepUp/factor.ts'
import { SecondFactorField } from '../stepUp/SecondFactorField.tsx'

type Props = {
  /** The request of the first step. */
  readonly first: CallInput<'loginForU'>
  readonly onBack: () => void
  readonly onSignedIn: (session: CallData<'loginForU'>) => void
}

export function SecondStep({ first, onBack, onSignedIn }: Props) {
  const t = useTranslate()
  const [typed, setTyped] = useState(NO_FACTOR)
  useBackCloses(true, onBack)
  const form = useForm({
    values: { code: typed.recovery ?? typed.code },
    faults: { code: factorFault(typed) },
    wire: { code: 'code' },
    send: async () =>
      onSignedIn(
        await call('loginForU', { ...first, code: factorText(typed) }, { quiet: true, idempotencyKey: newKey() }),
      ),
  })
  const { formRef } = form
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [formRef])
  return (
    <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-4">
      <h2 className="text-28 font-bold text-balance">{t('login.second_title')}</h2>
      <p className="text-balance text-ink-soft">{t('login.second_text')}</p>
      <p className="font-semibold [overflow-wrap:anywhere]">
        <bdi dir="ltr">{first.account}</bdi>
      </p>
      <SecondFactorField value={typed} onChange={setTyped} error={form.errorOf('code')} />
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy}>
        {t('login.second_confirm')}
      </Button>
      <PasskeyButton
        label={t('passkeys.use')}
        request={() => call('passkeyOptions', { purpose: 'second_factor' }, { quiet: true })}
        onAnswer={async (passkey) =>
          onSignedIn(await call('loginForU', { ...first, passkey }, { quiet: true, idempotencyKey: newKey() }))
        }
      />
      <Button tone="quiet" onClick={onBack}>
        {t('login.back')}
      </Button>
    </form>
  )
}
