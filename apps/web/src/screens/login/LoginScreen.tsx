/**
 * /login: sign in to a real account by e-mail address or number, or to the demo account of the device in one tap. A
 * demo customer may open it on the way to a real account; a customer of a real account is sent back at once.
 */
import type { CallData, CallInput } from '@veritick/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { CallFailed, call } from '../../data/api.ts'
import { openDemo } from '../../data/demo.ts'
import { newKey } from '../../data/requestKey.ts'
import { signIn, useSession } from '../../data/session.ts'
import { Button, FormFault, Icon, PasswordField } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { returnPath } from '../../shell/guard.ts'
import { Screen } from '../../shell/Screen.tsx'
import { forgetDraft, useDraft } from '../../shell/useDraft.ts'
import { useForm } from '../../shell/useForm.ts'
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx'
import { AccountFields } from './AccountFields.tsx'
import { type Arrival, arrivalOf, kindOf, LOGIN_BLANK, loginFaults, loginInput } from './login.ts'
import { SecondStep } from './SecondStep.tsx'
import { useFilledPasskey } from './useFilledPasskey.ts'

export function LoginScreen() {
  const t = useTranslate()
  const goOn = useGoOn()
  const { state } = useLocation()
  const arrival = arrivalOf(state)
  return (
    <Screen title={t('login.title')}>
      <div className="flex flex-1 flex-col gap-6 bg-surface px-6 pt-6 pb-[calc(1.5rem+var(--safe-bottom))]">
        <RealAccount arrival={arrival} onDone={goOn} />
        <p className="mt-auto border-t border-line pt-3 text-center text-12 text-ink-muted">{t('login.risk')}</p>
      </div>
    </Screen>
  )
}

/** The message about the result of the previous screen. */
function Arrived({ arrival }: { readonly arrival: Arrival }) {
  const t = useTranslate()
  return (
    <div role="status" className="flex gap-3 rounded-card bg-accent-soft p-4 text-accent">
      <Icon.Check className="shrink-0" />
      <span className="grid gap-0.5">
        <strong>{t(`login.${arrival.done}`)}</strong>
        <span>{t(`login.${arrival.done}_text`)}</span>
      </span>
    </div>
  )
}

type Session = CallData<'loginForU'>

/**
 * Both steps: account and password, then the second factor if the server asks for it. Between the steps the password
 * stays in memory.
 */
function RealAccount({ arrival, onDone }: { readonly arrival: Arrival | undefined; readonly onDone: () => void }) {
  const t = useTranslate()
  const [password, setPassword] = useState('')
  const [first, setFirst] = useState<CallInput<'loginForU'>>()
  const signedIn = (session: Session) => {
    forgetDraft(draftName(arrival))
    onDone()
    signIn(session)
  }
  useFilledPasskey(first === undefined, signedIn)
  if (first !== undefined) return <SecondStep first={first} onBack={() => setFirst(undefined)} onSignedIn={signedIn} />
  return (
    <>
      {arrival === undefined ? (
        <h2 className="text-28 font-bold text-balance">{t('login.headline')}</h2>
      ) : (
        <Arrived arrival={arrival} />
      )}
      <SignInForm
        arrival={arrival}
        password={password}
        onPassword={setPassword}
        onFirst={setFirst}
        onSignedIn={signedIn}
      />
      <DemoWay onDone={onDone} />
    </>
  )
}

const draftName = (arrival: Arrival | undefined): string =>
  arrival === undefined ? 'login' : `login ${arrival.account}`

type SignInProps = {
  readonly arrival: Arrival | undefined
  readonly password: string
  readonly onPassword: (password: string) => void
  /** The password was right; the second factor is missing. */
  readonly onFirst: (sent: CallInput<'loginForU'>) => void
  readonly onSignedIn: (session: Session) => void
}

function SignInForm({ arrival, password, onPassword, onFirst, onSignedIn }: SignInProps) {
  const t = useTranslate()
  const { search } = useLocation()
  const blank =
    arrival === undefined ? LOGIN_BLANK : { ...LOGIN_BLANK, kind: arrival.kind, [arrival.kind]: arrival.account }
  const [draft, change] = useDraft(draftName(arrival), blank)
  const kind = kindOf(draft)
  const form = useForm({
    values: { account: draft[kind], area: draft.area, password },
    faults: loginFaults(draft, password),
    wire: { account: 'account', area_id: 'area', password: 'password' },
    send: async () => {
      const sent = loginInput(draft, password)
      try {
        onSignedIn(await call('loginForU', sent, { quiet: true, idempotencyKey: newKey() }))
      } catch (error) {
        if (!(error instanceof CallFailed && error.reason === 'second_factor_needed')) throw error
        onFirst(sent)
      }
    },
  })
  return (
    <form ref={form.formRef} noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-4">
      <AccountFields draft={draft} change={change} errorOf={form.errorOf} withPasskeys />
      <PasswordField
        label={t('fields.password')}
        value={password}
        onValueChange={onPassword}
        error={form.errorOf('password')}
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <Link to={`/forgot${search}`} className="-my-2 inline-flex touch items-center justify-self-end text-accent">
        {t('login.forgot')}
      </Link>
      <FormFault text={form.general} />
      <Button large type="submit" busy={form.busy}>
        {t('login.sign_in')}
      </Button>
      <PasskeyButton
        label={t('passkeys.sign_in')}
        request={() => call('passkeyOptions', { purpose: 'sign_in' }, { quiet: true })}
        onAnswer={async (passkey) =>
          onSignedIn(await call('passkeySignIn', { passkey }, { quiet: true, idempotencyKey: newKey() }))
        }
      />
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
        {t('login.no_account')}
        <Link to={`/register${search}`} className="inline-flex touch items-center font-semibold text-accent">
          {t('login.register')}
        </Link>
      </p>
    </form>
  )
}

/** The demo account of this device, in one tap. Hidden for a customer who already uses it. */
function DemoWay({ onDone }: { readonly onDone: () => void }) {
  const t = useTranslate()
  const isDemo = useSession((session) => session.user?.is_demo === 1)
  const [busy, setBusy] = useState(false)
  if (isDemo) return <p className="text-center text-13 text-ink-muted">{t('login.demo_stays')}</p>
  const start = async () => {
    setBusy(true)
    try {
      const session = await openDemo()
      onDone()
      signIn(session)
    } catch {
      // `call` shows the failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label={t('login.demo_title')} className="grid gap-3 rounded-card border border-line p-4">
      <h2 className="font-bold">{t('login.demo_title')}</h2>
      <ul className="grid gap-2 text-ink-soft">
        <Point icon={<Icon.Wallet size={20} />}>{t('login.point_money')}</Point>
        <Point icon={<Icon.Scale size={20} />}>{t('login.point_prices')}</Point>
      </ul>
      <Button tone="plain" busy={busy} onClick={() => void start()}>
        {t('login.start_demo')}
      </Button>
      <p className="text-13 text-ink-muted">{t('login.kept')}</p>
    </section>
  )
}

function Point({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <span className="mt-px shrink-0 text-accent">{icon}</span>
      <span>{children}</span>
    </li>
  )
}

/** Goes back to the previous page: after signing in here, or at once for a customer of a real account. */
function useGoOn(): () => void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const isReal = useSession((session) => session.user?.is_demo === 0)
  const isDemo = useSession((session) => session.user?.is_demo === 1)
  const [going, setGoing] = useState(false)
  useEffect(() => {
    if (isReal || (going && isDemo)) void navigate(returnPath(search), { replace: true })
  }, [isReal, isDemo, going, navigate, search])
  return () => setGoing(true)
}
