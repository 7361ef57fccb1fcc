/**
 * Registration: the fields of each of the three methods that the operator may choose (`verify_reg_type`), faults, and
 * request.
 */
import type { CallInput } from '@veritick/contract'
import { must, unreachable } from '@veritick/domain'
import type { Key } from '@veritick/locales'
import { CODE_DIGITS } from '../../design/digits.ts'
import { loginInput } from '../login/login.ts'
import { newPasswordFault, repeatFault } from '../password/password.ts'

/** `picture`: an address and a captcha; `area`: calling code and number; `phone`: the number with its calling code. */
export type RegisterMode = 'area' | 'picture' | 'phone'

export function modeOf(verifyRegType: number): RegisterMode {
  if (verifyRegType === 1) return 'area'
  return verifyRegType === 3 ? 'phone' : 'picture'
}

/** Values that may be stored while the form is open. */
export type RegisterDraft = {
  readonly email: string
  readonly area: string
  readonly mobile: string
  readonly country: string
  readonly invite: string
  /** True: a mailed code replaces the captcha, for customers who cannot read the picture. */
  readonly byMail: boolean
  readonly adult: boolean
  readonly terms: boolean
  readonly risk: boolean
}

export const REGISTER_BLANK: RegisterDraft = {
  email: '',
  area: '',
  mobile: '',
  country: '',
  invite: '',
  byMail: false,
  adult: false,
  terms: false,
  risk: false,
}

/** Values that are never stored. `captcha`: id of the picture that `code` answers. */
export type RegisterSecrets = { readonly next: string; readonly again: string; readonly code: string }

export type RegisterForm = RegisterDraft &
  RegisterSecrets & { readonly mode: RegisterMode; readonly captcha: string | undefined }

type Shown = { readonly restricted: readonly string[] }

/** Length of a captcha; it has no characters that look alike. */
export const CAPTCHA_LENGTH = 6

export type RegisterField = Exclude<keyof RegisterDraft, 'byMail'> | keyof RegisterSecrets
export type RegisterFaults = { readonly [F in RegisterField]?: Key | undefined }

export function registerFaults(form: Omit<RegisterForm, 'captcha'>, { restricted }: Shown): RegisterFaults {
  const { mode, email, mobile, area, country } = form
  const byPhone = mode !== 'picture'
  const hasMobile = mobile.trim() !== ''
  return {
    email: emailFault(email, !byPhone),
    mobile: byPhone && !hasMobile ? 'login.mobile_missing' : undefined,
    area: wantsArea(form) && area === '' ? 'fields.area_missing' : undefined,
    next: newPasswordFault(form.next),
    again: repeatFault(form.next, form.again),
    country:
      country === ''
        ? 'register.country_missing'
        : restricted.includes(country)
          ? 'refusals.country_restricted'
          : undefined,
    code: codeFault(form),
    adult: form.adult ? undefined : 'refusals.adult_not_confirmed',
    terms: form.terms ? undefined : 'refusals.terms_not_confirmed',
    risk: form.risk ? undefined : 'register.risk_missing',
  }
}

/** The steps in their order: the sign-in, the country, the statements. */
export const REGISTER_STEPS = ['sign_in', 'home', 'statements'] as const
export type RegisterStep = (typeof REGISTER_STEPS)[number]

/**
 * The step of a field. The number belongs to the sign-in for the methods by phone, otherwise to the further details.
 */
export function stepOf(field: RegisterField, mode: RegisterMode): RegisterStep {
  switch (field) {
    case 'email':
    case 'next':
    case 'again':
      return 'sign_in'
    case 'area':
    case 'mobile':
      return mode === 'picture' ? 'home' : 'sign_in'
    case 'country':
    case 'invite':
      return 'home'
    case 'code':
    case 'adult':
    case 'terms':
    case 'risk':
      return 'statements'
    default:
      return unreachable(field)
  }
}

/** The faults of one step. */
export function faultsAt(step: RegisterStep, faults: RegisterFaults, mode: RegisterMode): RegisterFaults {
  const own = Object.entries(faults).filter(([field]) => stepOf(field as RegisterField, mode) === step)
  return Object.fromEntries(own)
}

/**
 * The shown step for the requested one: the first step with a fault blocks later steps. After a reload it is the first
 * step, because passwords are not stored.
 */
export function stepShown(asked: unknown, faults: RegisterFaults, mode: RegisterMode): RegisterStep {
  const wanted = Math.max(0, REGISTER_STEPS.indexOf(asked as RegisterStep))
  const first = REGISTER_STEPS.findIndex((step) =>
    Object.values(faultsAt(step, faults, mode)).some((fault) => fault !== undefined),
  )
  return must(REGISTER_STEPS[first < 0 ? wanted : Math.min(wanted, first)], 'a step')
}

/** Finds malformed addresses only; the server checks the rest. */
export function emailFault(text: string, needed: boolean): Key | undefined {
  if (text.trim() === '') return needed ? 'login.email_missing' : undefined
  return /^\S+@\S+\.\S+$/.test(text.trim()) ? undefined : 'refusals.email_malformed'
}

/** Whether a number needs an area: without +, if the method offers areas. */
const wantsArea = ({ mode, mobile }: Pick<RegisterForm, 'mode' | 'mobile'>): boolean =>
  mode === 'area' || (mode === 'picture' && mobile.trim() !== '' && !/^(\+|00)/.test(mobile.trim()))

function codeFault({ mode, code, byMail }: Pick<RegisterForm, 'mode' | 'code' | 'byMail'>): Key | undefined {
  if (mode === 'picture' && !byMail)
    return code.trim().length === CAPTCHA_LENGTH ? undefined : 'register.captcha_missing'
  return /^\d+$/.test(code) && code.length === CODE_DIGITS ? undefined : 'fields.code_digits'
}

/** The account of the sign-in: the address if there is one, otherwise the number. */
export const accountOf = (
  form: Pick<RegisterDraft, 'email' | 'mobile'>,
): { readonly kind: 'email' | 'mobile'; readonly account: string } => {
  const email = form.email.trim()
  return email === '' ? { kind: 'mobile', account: form.mobile.trim() } : { kind: 'email', account: email }
}

export function registerInput(form: RegisterForm): CallInput<'register'> {
  const { kind, account } = accountOf(form)
  const mobile = form.mobile.trim()
  const invite = form.invite.trim()
  const area = form.mode !== 'phone' && mobile !== '' && form.area !== ''
  return {
    type: kind,
    account,
    password: form.next,
    re_password: form.again,
    sms_code: form.code.trim(),
    country: form.country,
    adult: form.adult,
    terms: form.terms,
    ...(kind === 'email' && mobile !== '' && { mobile }),
    ...(area && { area_id: Number(form.area) }),
    ...(invite !== '' && { invite_code: invite }),
    ...(form.mode === 'picture' && !form.byMail && form.captcha !== undefined && { key: form.captcha }),
  }
}

/**
 * The sign-in after the registration: with the number where a code proved it, because the address beside it is not
 * kept when another customer has typed it too. The method by a whole number has no area.
 */
export function firstSignIn(form: RegisterForm): CallInput<'loginForU'> {
  const { mode, email, mobile, area } = form
  const kind = mode === 'picture' ? 'email' : 'mobile'
  return loginInput({ kind, email, mobile, area: mode === 'phone' ? '' : area }, form.next)
}

/** The server's field names and the fields of the form; `account` is the address or the number. */
export const registerWire = (
  form: Pick<RegisterDraft, 'email' | 'mobile'>,
): { readonly [name: string]: RegisterField } => ({
  account: accountOf(form).kind,
  mobile: 'mobile',
  area_id: 'area',
  password: 'next',
  re_password: 'again',
  invite_code: 'invite',
  sms_code: 'code',
  country: 'country',
  adult: 'adult',
  terms: 'terms',
})
