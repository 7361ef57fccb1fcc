/** The step-up sheet: asks for a mailed code, an authenticator code, a recovery code, or a passkey. */
import { useEffect, useState } from 'react'
import { call } from '../../data/api.ts'
import { useCodeSending } from '../../data/codes.ts'
import { useSession } from '../../data/session.ts'
import { Button, CodeField, FormFault, Sheet } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useForm } from '../../shell/useForm.ts'
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx'
import { factorFault, NO_FACTOR } from './factor.ts'
import { withNetworkWords } from './proveThen.ts'
import { SecondFactorField } from './SecondFactorField.tsx'
import {
  answerOf,
  type StepUpAnswer,
  type StepUpDetails,
  type StepUpMethod,
  type StepUpPurpose,
  takesPasskey,
} from './stepUp.ts'

type Prompt = {
  readonly method: StepUpMethod
  readonly about: StepUpDetails
  readonly answer: (proof: StepUpAnswer) => Promise<void>
  readonly cancel: () => void
}

export function StepUpSheet({
  purpose,
  prompt,
}: {
  readonly purpose: StepUpPurpose
  readonly prompt: Prompt | undefined
}) {
  const t = useTranslate()
  return (
    <Sheet open={prompt !== undefined} onOpenChange={(open) => !open && prompt?.cancel()} title={t('step_up.title')}>
      {prompt && <Question key={prompt.method} purpose={purpose} prompt={prompt} />}
    </Sheet>
  )
}

function Question({ purpose, prompt }: { readonly purpose: StepUpPurpose; readonly prompt: Prompt }) {
  const t = useTranslate()
  const [typed, setTyped] = useState(NO_FACTOR)
  const byMail = prompt.method === 'mail'
  const hasPasskey = useSession((session) => (session.user?.passkeys ?? 0) > 0)
  const sending = useStepUpCode({ purpose, ...prompt.about }, byMail)
  const form = useForm({
    values: { code: typed.recovery ?? typed.code },
    faults: { code: factorFault(typed) },
    wire: { auth_code: 'code', proof_code: 'code', totp_code: 'code' },
    send: async () => {
      await prompt.answer(answerOf(prompt.method, typed))
      if (byMail) sending.tellUsed()
    },
  })
  return (
    <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft">{t(byMail ? 'step_up.by_mail' : 'step_up.by_app')}</p>
      {byMail ? (
        <CodeField
          value={typed.code}
          onValueChange={(code) => setTyped({ ...typed, code })}
          error={form.errorOf('code')}
          sending={sending}
          {...(sending.used && { hint: t('step_up.code_used') })}
        />
      ) : (
        <SecondFactorField value={typed} onChange={setTyped} error={form.errorOf('code')} />
      )}
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy}>
        {t('step_up.confirm')}
      </Button>
      {hasPasskey && takesPasskey(purpose, prompt.method) && (
        <PasskeyButton
          label={t('passkeys.use')}
          request={() => call('passkeyProofOptions', {}, { quiet: true })}
          onAnswer={(passkey) => prompt.answer({ passkey })}
        />
      )}
    </form>
  )
}

/** A code is sent when the sheet opens. A code of the last minute is enough, unless it was already used. */
function useStepUpCode(code: { readonly purpose: StepUpPurpose } & StepUpDetails, wanted: boolean) {
  const { purpose, ...about } = code
  // Each action has its own code.
  const name = ['own', purpose, ...Object.values(about)].join(' ')
  const t = useTranslate()
  const request = () => {
    const made = call('sendCode', code, { quiet: true })
    return purpose === 'withdraw' ? withNetworkWords(made, t('withdraw.not_requested')) : made
  }
  const sending = useCodeSending({ name, request })
  const { secondsLeft, send, used } = sending
  const [needed, setNeeded] = useState(wanted && (used || secondsLeft === 0))
  const due = needed && secondsLeft === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is due
  useEffect(() => {
    if (!due) return
    setNeeded(false)
    send()
  }, [due])
  return sending
}
