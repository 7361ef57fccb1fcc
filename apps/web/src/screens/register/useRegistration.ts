/**
 * Values of the whole registration, the shown step, and the submission after the last step. The step is part of the
 * state of the history entry; passwords and codes stay in memory only.
 */
import type { CallData } from '@veritick/contract'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CallFailed, call } from '../../data/api.ts'
import { newKey } from '../../data/requestKey.ts'
import { signIn } from '../../data/session.ts'
import { toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useDraft } from '../../shell/useDraft.ts'
import { codeInLink } from '../invite/invite.ts'
import type { Arrival } from '../login/login.ts'
import {
  accountOf,
  firstSignIn,
  REGISTER_BLANK,
  REGISTER_STEPS,
  type RegisterDraft,
  type RegisterFaults,
  type RegisterField,
  type RegisterForm,
  type RegisterMode,
  type RegisterSecrets,
  type RegisterStep,
  registerFaults,
  registerInput,
  registerWire,
  stepOf,
  stepShown,
} from './register.ts'
import { type Answered, answerTo, type Captcha, useCaptcha } from './useCaptcha.ts'

/** The server's refusal of a field of an earlier step, while the field has this value. */
type Refused = { readonly field: RegisterField; readonly text: string; readonly value: unknown }

export type Registration = {
  readonly values: RegisterForm
  readonly change: (part: Partial<RegisterDraft & RegisterSecrets>) => void
  readonly faults: RegisterFaults
  readonly step: RegisterStep
  /** True after the first change of the step. */
  readonly moved: boolean
  readonly refused: Refused | undefined
  readonly captcha: Captcha
  /** Goes to the next step; after the last step it opens the account. */
  readonly goOn: () => Promise<void>
}

export function useRegistration(basics: CallData<'getBasicInfo'>, mode: RegisterMode): Registration {
  const t = useTranslate()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const invited = codeInLink(search)
  const [draft, changeDraft, forget] = useDraft('register', { ...REGISTER_BLANK, invite: invited })
  const [secrets, setSecrets] = useState<RegisterSecrets & Answered>({ next: '', again: '', code: '' })
  const [refused, setRefused] = useState<Refused>()
  // A retry of the form without an answer is the same request.
  const [idempotencyKey] = useState(newKey)
  const { picture, ...filled } = secrets
  const typed = { ...draft, ...filled, mode }
  const step = stepShown((state as { readonly step?: unknown } | null)?.step, registerFaults(typed, basics), mode)
  const isPicture = mode === 'picture' && !draft.byMail
  const captcha = useCaptcha(isPicture && step === 'statements')
  const code = isPicture ? answerTo(captcha.id, { code: secrets.code, picture }) : secrets.code
  const values: RegisterForm = { ...typed, code, captcha: captcha.id }
  const faults = registerFaults(values, basics)
  const change = ({ next, again, code, ...rest }: Partial<RegisterDraft & RegisterSecrets>) => {
    setSecrets((before) => ({
      next: next ?? before.next,
      again: again ?? before.again,
      ...(code === undefined ? { code: before.code, picture: before.picture } : { code, picture: captcha.id }),
    }))
    if (Object.keys(rest).length > 0) changeDraft(rest)
  }
  useInvitation(invited, changeDraft)
  const show = (to: RegisterStep) => void navigate(`/register${search}`, { state: { step: to } })

  const open = async () => {
    await captcha.spend(
      () => call('register', registerInput(values), { quiet: true, idempotencyKey }),
      () => change({ code: '' }),
    )
    forget()
    // The screen then goes on to where the visitor came from, or to the account.
    if (await trySignIn(values)) return toast({ text: t('login.registered'), tone: 'good' })
    const arrival: Arrival = { done: 'registered', ...accountOf(values) }
    void navigate(`/login${search}`, { replace: true, state: arrival })
  }
  const goOn = async () => {
    const next = REGISTER_STEPS[REGISTER_STEPS.indexOf(step) + 1]
    if (next !== undefined) return show(next)
    try {
      await open()
    } catch (error) {
      const field = error instanceof CallFailed ? registerWire(values)[error.field ?? ''] : undefined
      if (!(error instanceof CallFailed) || field === undefined || stepOf(field, mode) === step) throw error
      setRefused({ field, text: error.message, value: values[field] })
      show(stepOf(field, mode))
    }
  }
  return { values, change, faults, step, moved: useMoved(step), refused, captcha, goOn }
}

/**
 * Signs in with the account and the password of a registration, by the call of the sign-in screen. False: that screen
 * must ask. The answer to a registration holds no session, because it is the same for an address that has an account
 * (decision 39); such an address usually has another password.
 */
export async function trySignIn(values: RegisterForm): Promise<boolean> {
  try {
    signIn(await call('loginForU', firstSignIn(values), { quiet: true, idempotencyKey: newKey() }))
    return true
  } catch (error) {
    if (error instanceof CallFailed) return false
    throw error
  }
}

/** True after the first change of the step. */
function useMoved(step: RegisterStep): boolean {
  const [first] = useState(step)
  const [moved, setMoved] = useState(false)
  if (!moved && first !== step) setMoved(true)
  return moved || first !== step
}

/** The code of the last followed link replaces the code of an earlier draft. */
function useInvitation(invited: string, change: (part: { readonly invite: string }) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link that was followed
  useEffect(() => {
    if (invited !== '') change({ invite: invited })
  }, [invited])
}
