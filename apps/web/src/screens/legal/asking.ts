/** When the app asks a customer to accept changed terms of use, as pure functions. */
import type { CallData, User } from '@veritick/contract'

export const TERMS_PATH = '/mine/usage-terms'

type InForce = CallData<'getBasicInfo'>['terms']

export const needsTerms = (user: Pick<User, 'terms_needed'> | undefined): boolean => user?.terms_needed === 1

/** The question is not asked above the terms themselves, nor again after "later". */
export const isAsked = (shown: {
  readonly needed: boolean
  readonly isLater: boolean
  readonly path: string
}): boolean => shown.needed && !shown.isLater && shown.path !== TERMS_PATH

/** Only what the screen shows can be accepted: an app older than the server has older texts. */
export const isShown = (texts: { readonly version: string }, inForce: InForce): boolean =>
  inForce.version === texts.version || inForce.version.startsWith(`${texts.version} of `)
