/**
 * /mine/confirm-email: a mailed code confirms that the customer reads the address; the first deposit requires it. An
 * address that was never confirmed may be replaced, because it may have been mistyped. For a new address the server may
 * ask for a step-up: a code sent to the customer's number, or the second factor.
 */
import type { User } from '@veritick/contract'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../data/api.ts'
import { useCodeSending } from '../../data/codes.ts'
import { queries, useMe } from '../../data/queries.ts'
import { Button, CODE_DIGITS, CodeField, Empty, Field, FormFault, Icon, LinkButton, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { returnPath } from '../../shell/guard.ts'
import { Screen, useGoBackFromHere } from '../../shell/Screen.tsx'
import { useForm } from '../../shell/useForm.ts'
import { emailFault } from '../register/register.ts'
import type { StepUpAnswer } from '../stepUp/stepUp.ts'
import { useStepUp } from '../stepUp/useStepUp.tsx'

export function ConfirmEmailScreen() {
  const t = useTranslate()
  const { user } = useMe()
  return (
    <Screen title={t('confirm_email.title')}>
      {user && (user.email_confirmed === 1 ? <Confirmed user={user} /> : <EmailForm user={user} />)}
    </Screen>
  )
}

function Confirmed({ user }: { readonly user: User }) {
  const t = useTranslate()
  const { search } = useLocation()
  const to = search === '' ? '/mine' : returnPath(search)
  return (
    <Empty
      icon={<Icon.Check />}
      title={t('confirm_email.done_title')}
      text={t('confirm_email.done_text', { email: user.email })}
      action={<LinkButton to={to}>{t('confirm_email.go_on')}</LinkButton>}
    />
  )
}

function EmailForm({ user }: { readonly user: User }) {
  const t = useTranslate()
  const goBack = useGoBackFromHere()
  const [email, setEmail] = useState(user.email)
  const [code, setCode] = useState('')
  const to = email.trim()
  // The server has the address of the registration; only a different address is sent.
  const other = to === user.email ? {} : { email: to }
  const fault = emailFault(email, true)
  const proof = useStepUp('new_email')
  const sending = useCodeSending({
    name: `own confirm_email ${to}`,
    request: () =>
      fault === undefined ? call('sendCode', { purpose: 'confirm_email', ...other }, { quiet: true }) : t(fault),
  })
  const form = useForm({
    values: { email, code },
    faults: { email: fault, code: code.length === CODE_DIGITS ? undefined : 'fields.code_digits' },
    wire: { email: 'email', auth_code: 'code' },
    send: async () => {
      await proof.run((given) => confirm({ code, ...other }, given), other)
      toast({ text: t('confirm_email.done_title'), tone: 'good' })
      // Reads again the terms that depend on the confirmation. The customer may go on before all answers are there.
      await queries.refreshOrders()
      goBack()
    },
  })
  return (
    <form
      ref={form.formRef}
      noValidate
      onSubmit={form.submit}
      className="grid grid-cols-1 content-start gap-5 p-4 pb-[calc(2rem+var(--safe-bottom))]"
    >
      <p className="text-ink-soft">{t(user.email === '' ? 'account.give_email_text' : 'confirm_email.lead')}</p>
      <Field
        label={t('fields.email')}
        value={email}
        onValueChange={setEmail}
        error={form.errorOf('email')}
        hint={t('confirm_email.replace')}
        type="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="next"
        latin
        exact
      />
      <CodeField
        value={code}
        onValueChange={setCode}
        error={form.errorOf('code')}
        hint={t('confirm_email.code_hint')}
        sending={sending}
      />
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy}>
        {t('confirm_email.confirm')}
      </Button>
      {proof.sheet}
    </form>
  )
}

/** `given`: the step-up. Its mailed code is not the one that was mailed to the new address. */
function confirm(asked: { readonly code: string; readonly email?: string }, given: StepUpAnswer) {
  const { code: auth_code, ...other } = asked
  const { auth_code: proof_code, ...factor } = given
  return call('confirmEmail', { auth_code, ...other, ...factor, ...(proof_code && { proof_code }) }, { quiet: true })
}
