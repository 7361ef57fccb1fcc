/**
 * /register: opens a real account by the operator's registration method, then opens sign-in with the same account
 * filled in.
 */
import type { CallData } from '@veritick/contract'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { call } from '../../data/api.ts'
import { useAreas, useBasics, useSettingNumber } from '../../data/queries.ts'
import { newKey } from '../../data/requestKey.ts'
import { Button, ErrorState, Field, FormFault, SelectField, Skeleton } from '../../design/index.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { Screen } from '../../shell/Screen.tsx'
import { useDraft } from '../../shell/useDraft.ts'
import { type FormState, useForm } from '../../shell/useForm.ts'
import { areaOfCountry, countryChoices } from '../areas/areas.ts'
import { MobileField } from '../areas/MobileField.tsx'
import { codeInLink } from '../invite/invite.ts'
import { EmailField } from '../login/AccountFields.tsx'
import type { Arrival } from '../login/login.ts'
import { NewPassword } from '../password/NewPassword.tsx'
import { CodePart } from './CodePart.tsx'
import {
  accountOf,
  modeOf,
  REGISTER_BLANK,
  type RegisterDraft,
  type RegisterField,
  type RegisterForm,
  type RegisterMode,
  type RegisterSecrets,
  registerFaults,
  registerInput,
  registerWire,
} from './register.ts'
import { Statements } from './Statements.tsx'
import { type Captcha, useCaptcha } from './useCaptcha.ts'

export function RegisterScreen() {
  const t = useTranslate()
  const basics = useBasics()
  return (
    <Screen title={t('register.title')}>
      {basics.data !== undefined ? (
        <RegisterForms basics={basics.data} mode={modeOf(basics.data.verify_reg_type)} />
      ) : basics.isError ? (
        <ErrorState text={basics.error.message} busy={basics.isFetching} onRetry={() => void basics.refetch()} />
      ) : (
        <div role="status" aria-label={t('common.loading')} className="grid gap-4 p-6">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-13 w-full" />
          ))}
        </div>
      )}
    </Screen>
  )
}

type Basics = CallData<'getBasicInfo'>

function RegisterForms({ basics, mode }: { readonly basics: Basics; readonly mode: RegisterMode }) {
  const t = useTranslate()
  const { search } = useLocation()
  const entry = useRegistration(basics, mode)
  const { values, change, form } = entry
  const mobileShown = useSettingNumber('is_show_mobile') !== 0
  const mobile = (
    <MobileField
      area={values.area}
      mobile={values.mobile}
      onChange={change}
      areaError={form.errorOf('area')}
      mobileError={form.errorOf('mobile')}
      optional={mode === 'picture'}
      whole={mode === 'phone'}
    />
  )
  return (
    <form
      ref={form.formRef}
      noValidate
      onSubmit={form.submit}
      className="grid grid-cols-1 gap-5 bg-surface px-6 pt-6 pb-[calc(2rem+var(--safe-bottom))]"
    >
      <div>
        <h2 className="text-28 font-bold text-balance">{t('register.headline')}</h2>
        <p className="mt-1 text-ink-soft">{t('register.lead')}</p>
      </div>
      {mode !== 'picture' && mobile}
      <EmailField
        label={t(mode === 'picture' ? 'fields.email' : 'register.email_optional')}
        value={values.email}
        onValueChange={(email) => change({ email })}
        error={form.errorOf('email')}
      />
      <NewPassword first next={values.next} again={values.again} onChange={change} errorOf={form.errorOf} />
      <CountryField values={values} change={change} form={form} restricted={basics.restricted} />
      {mode === 'picture' && mobileShown && mobile}
      <Field
        label={t('register.invite')}
        value={values.invite}
        onValueChange={(invite) => change({ invite })}
        error={form.errorOf('invite')}
        hint={t('register.invite_hint')}
        autoComplete="off"
        maxLength={32}
        latin
        exact
      />
      <CodePart values={values} change={change} error={form.errorOf('code')} captcha={entry.captcha} />
      <Statements values={values} change={change} errorOf={form.errorOf} basics={basics} />
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy}>
        {t('register.open')}
      </Button>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
        {t('register.have_account')}
        <Link to={`/login${search}`} className="inline-flex touch items-center font-semibold text-accent">
          {t('login.sign_in')}
        </Link>
      </p>
    </form>
  )
}

type Part = {
  readonly values: RegisterForm
  readonly change: (part: Partial<RegisterDraft & RegisterSecrets>) => void
  readonly form: FormState<RegisterField>
}

/** A restricted country cannot be chosen; one in an older draft is refused at once. */
function CountryField({ values, change, form, restricted }: Part & { readonly restricted: readonly string[] }) {
  const t = useTranslate()
  const tag = useTag()
  const areas = useAreas()
  const choose = (country: string) =>
    change({ country, ...(values.mobile === '' && { area: areaOfCountry(areas.data ?? [], country) }) })
  const refused = restricted.includes(values.country) ? t('refusals.country_restricted') : undefined
  return (
    <SelectField
      label={t('register.country')}
      value={values.country}
      onValueChange={choose}
      items={countryChoices({ areas: areas.data ?? [], restricted }, tag, (country) =>
        t('register.country_blocked', { country }),
      )}
      hint={restricted.length === 0 ? undefined : t('register.countries_why')}
      placeholder={t(areas.isPending ? 'common.loading' : 'register.country_choose')}
      autoComplete="country"
      error={refused ?? form.errorOf('country') ?? (areas.isError ? areas.error.message : undefined)}
    />
  )
}

/** The whole form, and its submission. */
function useRegistration(basics: Basics, mode: RegisterMode): Part & { readonly captcha: Captcha } {
  const navigate = useNavigate()
  const { search } = useLocation()
  const invited = codeInLink(search)
  const [draft, changeDraft, forget] = useDraft('register', { ...REGISTER_BLANK, invite: invited })
  const [secrets, setSecrets] = useState<RegisterSecrets>({ next: '', again: '', code: '' })
  const captcha = useCaptcha(mode === 'picture' && !draft.byMail)
  // Submitting the same form again without an answer is the same request.
  const [idempotencyKey] = useState(newKey)
  const values: RegisterForm = { ...draft, ...secrets, mode, captcha: captcha.id }
  const change = ({ next, again, code, ...rest }: Partial<RegisterDraft & RegisterSecrets>) => {
    setSecrets((before) => ({ next: next ?? before.next, again: again ?? before.again, code: code ?? before.code }))
    if (Object.keys(rest).length > 0) changeDraft(rest)
  }
  useInvitation(invited, changeDraft)
  const form = useForm({
    values,
    faults: registerFaults(values, basics),
    wire: registerWire(values),
    send: async () => {
      await captcha.spend(
        () => call('register', registerInput(values), { quiet: true, idempotencyKey }),
        () => change({ code: '' }),
      )
      forget()
      const arrival: Arrival = { done: 'registered', ...accountOf(values) }
      void navigate(`/login${search}`, { replace: true, state: arrival })
    },
  })
  return { values, change, form, captcha }
}

/** The code of the last followed link replaces the one of an earlier draft. */
function useInvitation(invited: string, change: (part: { readonly invite: string }) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link that was followed
  useEffect(() => {
    if (invited !== '') change({ invite: invited })
  }, [invited])
}
