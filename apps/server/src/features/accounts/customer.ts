/**
 * Every call about people: demo sign-in, who is signed in, sign-out and the reset of a demo account here, the others
 * beside.
 */
import { moneyText } from '@veritick/contract'
import { DEMO_GRANT } from '@veritick/engine'
import { type Handlers, refuse, say } from '../../calls/index.ts'
import { MINUTE_MS } from '../../services/clock/index.ts'
import { allowanceOf, LIMITS, networkCeilingOf } from '../../services/rate-limits/index.ts'
import { hashOf } from '../../services/secrets/index.ts'
import { centsText } from '../money/index.ts'
import { wireSignedIn, wireUser } from './accounts.ts'
import type { Context } from './context.ts'
import { deviceHandlers } from './devices.ts'
import { emailHandlers } from './emails.ts'
import { passwordHandlers } from './passwords.ts'
import { demoPerson, inLanguage, personOf } from './queries.ts'
import { registerHandlers } from './register.ts'
import { signInHandlers } from './sign-in.ts'
import { twoFactorHandlers } from './two-factor.ts'

export function accountHandlers(context: Context) {
  return {
    ...demoHandlers(context),
    ...registerHandlers(context),
    ...signInHandlers(context),
    ...emailHandlers(context),
    ...passwordHandlers(context),
    ...twoFactorHandlers(context),
    ...deviceHandlers(context),
  }
}

function demoHandlers(
  context: Context,
): Handlers<'createAccountDemoForU' | 'userInfo' | 'logout' | 'resetForexDemoAccount'> {
  const { core, market, sessions, store } = context
  const newAccounts = networkCeilingOf({
    now: context.monotonicClock,
    max: context.config.demoAccountsPerMinute,
    millis: MINUTE_MS,
  })
  const resets = allowanceOf(context.monotonicClock, LIMITS.demoResets)

  return {
    createAccountDemoForU: async ({ params, from, device, visitorKey, language }) => {
      const demoHash = demoHashOf(params.demo_id, visitorKey)
      const person = await demoPerson(store, {
        demoHash,
        parts: context,
        createdAt: context.wallClock(),
        language,
        mayMake: () => newAccounts.take(from),
      })
      if (person === undefined) return refuse('too_many_demo_accounts')
      const user = await wireSignedIn(context, person)
      const token = await sessions.begin({ user: person.user, kind: 'demo', device })
      return { ok: true, data: { token, user: { ...user, token } } }
    },

    userInfo: async ({ session, language }) => {
      const known = await personOf({ ...context, db: store.db }, session.user)
      // A demo account signs in once, so a language that is chosen later is seen here. A real one says it at sign-in.
      const person = known.kind === 'demo' ? await inLanguage(store, known, language) : known
      return { ok: true, data: await wireUser(context, person, session.account) }
    },

    logout: async ({ session, language }) => {
      await sessions.end(session)
      return { ok: true, data: null, msg: say(language, 'messages.signed_out') }
    },

    resetForexDemoAccount: async ({ session, once, language }) => {
      const command = { kind: 'reset_demo', at: market.clock(), account: session.account, request: once.key } as const
      const isWithin = resets.take(session.user)
      // The core looks up the key first: a repeat gets its first answer, and uses up nothing.
      const refusal = isWithin ? {} : ({ refusal: 'too_many_requests' } as const)
      const { outcome, repeated } = await core.submit({ command, request: once, ...refusal })
      if (isWithin && (repeated || !outcome.ok)) resets.giveBack(session.user)
      if (!outcome.ok) return { ...refuse(outcome.reason), repeated }
      const msg = say(language, 'messages.demo_reset', { balance: centsText(DEMO_GRANT) })
      return { ok: true, data: { balance: moneyText(DEMO_GRANT) }, msg, repeated }
    },
  }
}

/**
 * The hash by which a demo account is found again: of the device's secret, otherwise of the key of the call that made
 * it.
 */
function demoHashOf(demoId: string | undefined, visitorKey: string | undefined): string | undefined {
  if (demoId !== undefined) return hashOf(`demo ${demoId}`)
  return visitorKey && hashOf(`key ${visitorKey}`)
}
