/**
 * Requests for one-time codes: a visitor's, to register or to set a forgotten password, and a signed-in customer's, for
 * one purpose. A visitor gets the same answer, as fast, whether or not the address or number has an account.
 */
import { type Handlers, type Refusal, refuse, type Success, say, type VisitorRequest } from '../../calls/index.ts'
import type { CodeTarget } from '../../services/codes/index.ts'
import { LIMITS } from '../../services/rate-limits/index.ts'
import { isProvenBrowser } from '../../services/secrets/index.ts'
import {
  emailToConfirm,
  isPhoneRestricted,
  masked,
  type Person,
  personOf,
  personReached,
  readArea,
  readEmail,
  readPhone,
  refuseCode,
  targetOf,
} from '../accounts/index.ts'
import { confirmingOf } from '../withdrawals/index.ts'
import type { Context } from './context.ts'

/** `type` of the two calls for visitors. */
const TYPE_REGISTER = 1

type Names = 'sendEmail' | 'sendSms' | 'sendCode'
type CustomerCodeRequest = Parameters<Handlers<Names>['sendCode']>[0]
type VisitorCodeRequest = Pick<VisitorRequest<'sendEmail' | 'sendSms'>, 'language' | 'from' | 'browser'> & {
  readonly type: 1 | 2
}

export function codeRequestHandlers(context: Context): Handlers<Names> {
  const { settings } = context
  return {
    sendEmail: async ({ params, language, from, browser }) => {
      const email = readEmail(params.to)
      if (!email.ok) return refuse(email.reason, 'to')
      const target = { channel: 'mail', to: email.value } as const
      return sendToVisitor(context, target, { type: params.type, language, from, browser })
    },

    sendSms: async ({ params, language, from, browser }) => {
      if (context.sms.kind === 'none') return refuse('sms_unavailable')
      const area = readArea(settings, params.area_id)
      if (!area.ok) return refuse(area.reason, 'area_id')
      const phone = readPhone(params.to, area.value)
      if (!phone.ok) return refuse(phone.reason, 'to')
      const isRestricted = params.type === TYPE_REGISTER && isPhoneRestricted(settings, phone.value)
      if (isRestricted) return refuse('country_restricted', 'to')
      const target = { channel: 'sms', to: phone.value.number } as const
      return sendToVisitor(context, target, { type: params.type, language, from, browser })
    },

    sendCode: (request) => sendToCustomer(context, request),
  }
}

async function sendToVisitor(
  context: Context,
  target: CodeTarget,
  request: VisitorCodeRequest,
): Promise<Success<{ wait: number }> | Refusal> {
  const { store, codes, encryption } = context
  const { type, language, from, browser } = request
  const known = await personReached({ ...context, db: store.db }, target)
  const owner = known && (`customer ${known.user}` as const)
  const byOwner = await isProvenBrowser(store.query, { owner, browser, encryption })
  const isRegistration = type === TYPE_REGISTER
  const instead = insteadOfCode({ isRegistration, isKnown: known !== undefined })
  const sent = await codes.send({
    ...target,
    purpose: isRegistration ? 'register' : 'reset',
    language,
    asker: { kind: 'visitor', from, browser },
    byOwner,
    // Strangers behind the owner's network do not use up the owner's rate limit.
    from: byOwner ? undefined : from,
    ownerFrom: byOwner ? from : undefined,
    // The same for a receiver with an account: the answer must not show which it is.
    toStranger: isRegistration,
    ...(instead !== undefined && { instead }),
  })
  if (!sent.ok) return refuseCode(sent)
  return { ok: true, data: { wait: LIMITS.codes.pauseSeconds }, msg: say(language, 'messages.code_sent') }
}

async function sendToCustomer(context: Context, { session, params, language, from }: CustomerCodeRequest) {
  const { store, codes } = context
  const { purpose } = params
  const person = await personOf({ ...context, db: store.db }, session.user)
  const isConfirming = purpose === 'confirm_email'
  const confirming = isConfirming ? await emailToConfirm(context, { person, email: params.email }) : undefined
  if (confirming?.ok === false) return confirming
  const target = confirming === undefined ? targetOf(person) : ({ channel: 'mail', to: confirming.email } as const)
  if (target.channel === 'sms' && context.sms.kind === 'none') return refuse('sms_unavailable')
  const detail = await detailOf(context, { person, params, language })
  if (!detail.ok) return detail
  const isOwn = isConfirmed(person, target)
  const sent = await codes.send({
    ...target,
    purpose,
    language,
    asker: { kind: 'customer', user: person.user },
    byOwner: target.to === targetOf(person).to,
    // An address that the customer has not confirmed may belong to another person.
    from: isOwn ? undefined : from,
    ownerFrom: isOwn ? from : undefined,
    ...(detail.value !== undefined && { detail: detail.value }),
    ...(confirming?.taken && { instead: ALREADY_REGISTERED }),
  })
  if (!sent.ok) return refuseCode(sent)
  const data = { to: masked(target), wait: LIMITS.codes.pauseSeconds }
  return { ok: true as const, data, msg: say(language, 'messages.code_sent') }
}

/** The one thing that a customer's code allows, if its purpose binds it. The address of another user looks the same. */
async function detailOf(
  context: Context,
  { person, params, language }: Pick<CustomerCodeRequest, 'params' | 'language'> & { readonly person: Person },
): ReturnType<typeof confirmingOf> {
  if (params.purpose !== 'new_email')
    return confirmingOf({ ...context, db: context.store.db }, { user: person.user, params, language })
  if (params.email === undefined) return refuse('parameter_missing', 'email')
  const asked = await emailToConfirm(context, { person, email: params.email })
  return asked.ok ? { ok: true, value: { words: asked.email, transactionBinding: asked.email } } : asked
}

/** The message for an account that exists already, or does not exist. */
function insteadOfCode({ isRegistration, isKnown }: { readonly isRegistration: boolean; readonly isKnown: boolean }) {
  if (isRegistration) return isKnown ? ALREADY_REGISTERED : undefined
  return isKnown ? undefined : ('nothing' as const)
}

const isConfirmed = (person: Person, { channel, to }: CodeTarget): boolean =>
  channel === 'mail'
    ? person.email === to && person.emailConfirmedAt !== null
    : person.phone === to && person.phoneConfirmedAt !== null

const ALREADY_REGISTERED = { name: 'already_registered', values: {} } as const
