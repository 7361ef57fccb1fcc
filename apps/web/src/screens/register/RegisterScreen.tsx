/**
 * /register: opens a real account by the operator's registration method in three steps and signs in to it; where that
 * fails, it opens sign-in with the same account filled in. The step is part of the history, so that the back button
 * returns to the previous step. A customer of a real account is sent on at once.
 */
import type { CallData } from '@veritick/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { useBasics } from '../../data/queries.ts'
import { useAreas, useSettingNumber } from '../../data/screenQueries.ts'
import { useSession } from '../../data/session.ts'
import { Button, classes, ErrorState, Field, FormFault, SelectField, Skeleton } from '../../design/index.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { registeredPath } from '../../shell/guard.ts'
import { Screen } from '../../shell/Screen.tsx'
import { useForm } from '../../shell/useForm.ts'
import { areaOfCountry, countryChoices } from '../areas/areas.ts'
import { MobileField } from '../areas/MobileField.tsx'
import { EmailField } from '../login/AccountFields.tsx'
import { NewPassword } from '../password/NewPassword.tsx'
import { CodePart } from './CodePart.tsx'
import {
  faultsAt,
  modeOf,
  REGISTER_STEPS,
  type RegisterField,
  type RegisterMode,
  type RegisterStep,
  registerWire,
} from './register.ts'
import { Statements } from './Statements.tsx'
import { type Registration, useRegistration } from './useRegistration.ts'

export function RegisterScreen() {
  const t = useTranslate()
  const basics = useBasics()
  const { search } = useLocation()
  const isReal = useSession((session) => session.user?.is_demo === 0)
  if (isReal) return <Navigate to={registeredPath(search)} replace />
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
  const entry = useRegistration(basics, mode)
  return <StepForm key={entry.step} entry={entry} basics={basics} />
}

type Part = {
  readonly entry: Registration
  readonly basics: Basics
  readonly errorOf: (field: RegisterField) => string | undefined
}

/** One step. Its faults are shown after it was submitted; each step has its own faults. */
function StepForm({ entry, basics }: Pick<Part, 'entry' | 'basics'>) {
  const t = useTranslate()
  const { search } = useLocation()
  const { step, values, refused } = entry
  const form = useForm({
    values,
    faults: faultsAt(step, entry.faults, values.mode),
    wire: registerWire(values),
    send: entry.goOn,
  })
  const errorOf = (field: RegisterField) =>
    form.errorOf(field) ?? (refused?.field === field && refused.value === values[field] ? refused.text : undefined)
  const part = { entry, basics, errorOf }
  return (
    <form
      ref={form.formRef}
      noValidate
      onSubmit={form.submit}
      className="grid flex-1 grid-cols-1 content-start gap-5 bg-surface px-6 pt-6 pb-[calc(2rem+var(--safe-bottom))]"
    >
      <StepHeading step={step} moved={entry.moved} />
      {PARTS[step](part)}
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy}>
        {t(step === 'statements' ? 'register.open' : 'register.continue')}
      </Button>
      {step === 'sign_in' && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
          {t('register.have_account')}
          <Link to={`/login${search}`} className="inline-flex touch items-center font-semibold text-accent">
            {t('login.sign_in')}
          </Link>
        </p>
      )}
    </form>
  )
}

/** After a step the heading of the next step gets the focus, or the field that the server refused. */
function StepHeading({ step, moved }: { readonly step: RegisterStep; readonly moved: boolean }) {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const number = REGISTER_STEPS.indexOf(step) + 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step, which has a form of its own
  useEffect(() => {
    if (!moved) return
    const refused = heading.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')
    ;(refused ?? heading.current)?.focus()
  }, [])
  return (
    <div>
      <p className="text-13 text-ink-soft">{t('register.step', { step: number, steps: REGISTER_STEPS.length })}</p>
      <div aria-hidden="true" className="mt-1.5 mb-4 grid grid-cols-3 gap-1">
        {REGISTER_STEPS.map((each, at) => (
          <span key={each} className={classes('h-1 rounded-full', at < number ? 'bg-accent' : 'bg-line-strong')} />
        ))}
      </div>
      <h2 ref={heading} tabIndex={-1} className="text-28 font-bold text-balance outline-none">
        {t(`register.${HEADINGS[step]}`)}
      </h2>
      {step === 'sign_in' && <p className="mt-1 text-ink-soft">{t('register.lead')}</p>}
    </div>
  )
}

const HEADINGS = { sign_in: 'headline', home: 'home', statements: 'confirm' } as const

const PARTS: { readonly [Step in RegisterStep]: (part: Part) => ReactNode } = {
  sign_in: (part) => <SignInPart {...part} />,
  home: (part) => <HomePart {...part} />,
  statements: ({ entry: { values, change, captcha }, basics, errorOf }) => (
    <>
      <CodePart values={values} change={change} error={errorOf('code')} captcha={captcha} />
      <Statements values={values} change={change} errorOf={errorOf} basics={basics} />
    </>
  ),
}

function SignInPart({ entry: { values, change }, errorOf }: Part) {
  const t = useTranslate()
  const byPhone = values.mode !== 'picture'
  return (
    <>
      {byPhone && <Mobile values={values} change={change} errorOf={errorOf} />}
      <EmailField
        label={t(byPhone ? 'register.email_optional' : 'fields.email')}
        value={values.email}
        onValueChange={(email) => change({ email })}
        error={errorOf('email')}
      />
      <NewPassword first next={values.next} again={values.again} onChange={change} errorOf={errorOf} />
    </>
  )
}

function HomePart({ entry: { values, change }, basics, errorOf }: Part) {
  const t = useTranslate()
  const mobileShown = useSettingNumber('is_show_mobile') !== 0
  return (
    <>
      <CountryField values={values} change={change} errorOf={errorOf} restricted={basics.restricted} />
      {values.mode === 'picture' && mobileShown && <Mobile values={values} change={change} errorOf={errorOf} />}
      <Field
        label={t('register.invite')}
        value={values.invite}
        onValueChange={(invite) => change({ invite })}
        error={errorOf('invite')}
        hint={t('register.invite_hint')}
        autoComplete="off"
        maxLength={32}
        latin
        exact
      />
    </>
  )
}

type Fields = Pick<Registration, 'values' | 'change'> & Pick<Part, 'errorOf'>

const Mobile = ({ values, change, errorOf }: Fields) => (
  <MobileField
    area={values.area}
    mobile={values.mobile}
    onChange={change}
    areaError={errorOf('area')}
    mobileError={errorOf('mobile')}
    optional={values.mode === 'picture'}
    whole={values.mode === 'phone'}
  />
)

/** A restricted country cannot be chosen; in an older draft it is refused at once. */
function CountryField({ values, change, errorOf, restricted }: Fields & { readonly restricted: readonly string[] }) {
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
      error={refused ?? errorOf('country') ?? (areas.isError ? areas.error.message : undefined)}
    />
  )
}
