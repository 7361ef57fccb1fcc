/**
 * Asking for codes: as a visitor, to register or to set a forgotten password, and as somebody who is signed in, for one purpose. A
 * visitor is answered the same, and as fast, whether or not the address or number has an account.
 */

import { type Ask, type Handlers, type Refusal, refuse, type Success, say } from '../../calls/index.ts'
import type { CodeTarget } from '../../services/codes/index.ts'
import { LIMITS } from '../../services/rate-limits/index.ts'
import { isKnownBrowser } from '../../services/secrets/index.ts'
import {
  emailToConfirm,
  isPhoneRestricted,
  masked,
  type Person,
  personNamed,
  personOf,
  readArea,
  readEmail,
  readPhone,
  targetOf,
} from '../accounts/index.ts'
import { confirmingOf } from '../withdrawals/index.ts'
import type { Context } from './context.ts'

/** `type` of the two calls for visitors. */
const TYPE_REGISTER = 1

export function sendingHandlers(context: Context): Handlers<'sendEmail' | 'sendSms' | 'sendCode'> {
  const { store, settings, codes } = context

  const toVisitor = async (
    target: CodeTarget,
    ask: Pick<Ask<'sendEmail' | 'sendSms'>, 'language' | 'from' | 'browser'> & { readonly type: 1 | 2 },
  ): Promise<Success<{ wait: number }> | Refusal> => {
    const { type, language, from, browser } = ask
    const known = await personNamed(store.db, target)
    const byOwner = await isKnownBrowser(store.query, { owner: known && `customer ${known.user}`, browser })
    const forNewcomer = type === TYPE_REGISTER
    const instead =
      forNewcomer && known !== undefined
        ? ALREADY_REGISTERED
        : !forNewcomer && known === undefined
          ? 'nothing'
          : undefined
    const purpose = forNewcomer ? 'register' : 'reset'
    const asker = { kind: 'visitor', from, browser } as const
    const sent = await codes.send({
      ...target,
      purpose,
      language,
      asker,
      byOwner,
      // Whoever else is behind the owner's network uses up nothing that is theirs.
      from: byOwner ? undefined : from,
      // Whether or not the number is somebody's: the answer must not tell.
      toStranger: target.channel === 'sms' && forNewcomer,
      ...(instead === undefined ? {} : { instead }),
    })
    return sent.ok
      ? { ok: true, data: { wait: LIMITS.codes.pauseSeconds }, msg: say(language, 'messages.code_sent') }
      : refuse(sent.reason)
  }

  return {
    sendEmail: async ({ params, language, from, browser }) => {
      const email = readEmail(params.to)
      if (!email.ok) return refuse(email.reason, 'to')
      return toVisitor({ channel: 'mail', to: email.value }, { type: params.type, language, from, browser })
    },

    sendSms: async ({ params, language, from, browser }) => {
      if (context.sms.kind === 'none') return refuse('sms_unavailable')
      const area = readArea(settings, params.area_id)
      if (!area.ok) return refuse(area.reason, 'area_id')
      const phone = readPhone(params.to, area.value)
      if (!phone.ok) return refuse(phone.reason, 'to')
      if (params.type === TYPE_REGISTER && isPhoneRestricted(settings, phone.value))
        return refuse('country_restricted', 'to')
      return toVisitor({ channel: 'sms', to: phone.value.number }, { type: params.type, language, from, browser })
    },

    sendCode: async ({ session, params, language, from }) => {
      const { purpose } = params
      const person = await personOf(store.db, session.user)
      const confirming =
        purpose === 'confirm_email' ? await emailToConfirm(store, { person, email: params.email }) : undefined
      if (confirming?.ok === false) return confirming
      const target = confirming === undefined ? targetOf(person) : ({ channel: 'mail', to: confirming.email } as const)
      if (target.channel === 'sms' && context.sms.kind === 'none') return refuse('sms_unavailable')
      const about = await confirmingOf(
        { db: store.db, encryption: context.encryption },
        { user: session.user, params, language },
      )
      if (!about.ok) return about
      const instead = confirming?.taken ? { instead: ALREADY_REGISTERED } : {}
      const sent = await codes.send({
        ...target,
        purpose,
        language,
        asker: { kind: 'customer', user: person.user },
        byOwner: target.to === targetOf(person).to,
        // An address that was never confirmed may be anybody's.
        from: isConfirmed(person, target) ? undefined : from,
        ...(about.value !== undefined && { detail: about.value }),
        ...instead,
      })
      if (!sent.ok) return refuse(sent.reason)
      return {
        ok: true,
        data: { to: masked(target), wait: LIMITS.codes.pauseSeconds },
        msg: say(language, 'messages.code_sent'),
      }
    },
  }
}

const isConfirmed = (person: Person, { channel, to }: CodeTarget): boolean =>
  channel === 'mail'
    ? person.email === to && person.emailConfirmedAt !== null
    : person.phone === to && person.phoneConfirmedAt !== null

const ALREADY_REGISTERED = { name: 'already_registered', values: {} } as const
