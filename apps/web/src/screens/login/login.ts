/** The sign-in form: fields, faults, and request. */
import type { CallInput } from '@veritick/contract'
import type { Key } from '@veritick/locales'

export const LOGIN_KINDS = ['email', 'mobile'] as const
export type LoginKind = (typeof LOGIN_KINDS)[number]

/** `area`: id of the area whose calling code precedes the number; empty when the number includes its calling code. */
export type LoginDraft = {
  readonly kind: string
  readonly email: string
  readonly mobile: string
  readonly area: string
}
export const LOGIN_BLANK: LoginDraft = { kind: 'email', email: '', mobile: '', area: '' }

export const kindOf = (draft: Pick<LoginDraft, 'kind'>): LoginKind => (draft.kind === 'mobile' ? 'mobile' : 'email')

export const accountOf = (draft: LoginDraft): string => (kindOf(draft) === 'email' ? draft.email : draft.mobile).trim()

export function loginFaults(
  draft: LoginDraft,
  password: string,
): { readonly account: Key | undefined; readonly password: Key | undefined } {
  const missing = kindOf(draft) === 'email' ? 'login.email_missing' : 'login.mobile_missing'
  return {
    account: accountOf(draft) === '' ? missing : undefined,
    password: password === '' ? 'login.password_missing' : undefined,
  }
}

export function loginInput(draft: LoginDraft, password: string): CallInput<'loginForU'> {
  const kind = kindOf(draft)
  const area = kind === 'mobile' && draft.area !== '' ? { area_id: Number(draft.area) } : {}
  return { account: accountOf(draft), password, login_type: kind, ...area }
}

/** State from another screen: the account to fill in, and the completed action. */
export type Arrival = { readonly done: 'registered' | 'reset'; readonly kind: LoginKind; readonly account: string }

export function arrivalOf(state: unknown): Arrival | undefined {
  if (typeof state !== 'object' || state === null || !('done' in state) || !('account' in state) || !('kind' in state))
    return undefined
  const { done, account, kind } = state
  if ((done !== 'registered' && done !== 'reset') || typeof account !== 'string') return undefined
  return { done, account, kind: kind === 'mobile' ? 'mobile' : 'email' }
}
