/**
 * Signing in to a real account with a password, and with two-step verification on with the second factor beside it. A
 * wrong password and an unknown account take the same work and get the same answer; ceilings count both alike, and
 * wrong second factors with them. That the second factor is missing, or that the account is closed, is said only to a
 * client that had the right password.
 */

import { type Handlers, refuse } from '../../calls/index.ts'
import { checkAssertion } from '../../services/passkeys/index.ts'
import { checkCounted, signInAttempts } from '../../services/rate-limits/index.ts'
import { checkPassword, hashPassword, PasswordsBusy, standingOf } from '../../services/secrets/index.ts'
import { wireSignedIn } from './accounts.ts'
import { beginSession } from './begin-session.ts'
import type { Context } from './context.ts'
import { readTarget } from './names.ts'
import { personNamed } from './queries.ts'

/** Refusals that only a client with the right password reads: no guess was made. */
const RIGHT_PASSWORD: readonly string[] = ['second_factor_needed', 'account_closed']

export function signInHandlers(context: Context): Handlers<'loginForU'> {
  const { store, settings, attempts } = context
  return {
    loginForU: async ({ params, language, from, device, browser }) => {
      const named = readTarget(settings, { type: params.login_type, account: params.account, area: params.area_id })
      if (!named.ok) return named
      const person = await personNamed({ ...context, db: store.db }, named.target)
      const owner = person && (`customer ${person.user}` as const)
      const standing = await standingOf(store.query, { owner, browser, encryption: context.encryption })
      // In a known browser a customer is counted by any name alike. Elsewhere the refusal would tell a stranger that an
      // address and a number belong to one customer.
      const whom = standing !== 'unknown' && person !== undefined ? `customer ${person.user}` : named.target.to
      const counted = signInAttempts({ whom, from, browser, standing, port: 'app' })
      if (!attempts.take(counted)) return refuse('too_many_attempts')
      const check = await checkCounted(attempts, counted, () =>
        checkPassword({ kept: person?.passwordHash ?? undefined, password: params.password, from }),
      )
      if (person === undefined || !check.right) return refuse('login_wrong')

      const { passkey: text, code } = params
      const ceremony = { purpose: 'second_factor', session: undefined, user: person.user } as const
      const assertion = text === undefined ? undefined : await checkAssertion(context, { ...ceremony, text })
      if (assertion?.ok === false) return assertion
      const renewed = check.stale ? await renewedHash({ password: params.password, from }) : undefined
      const checked = { hash: person.passwordHash, renewed }
      // Before the session begins, which uses up the second factor: a busy core refuses here.
      const user = await checkCounted(attempts, counted, () => wireSignedIn(context, person))
      const begun = await beginSession(context, {
        person,
        checked,
        assertion: assertion?.value,
        code,
        language,
        device,
        browser,
        from,
      })
      if (begun.ok || RIGHT_PASSWORD.includes(begun.reason)) attempts.giveBack(counted)
      if (!begun.ok) return begun
      const { token } = begun.value
      return { ok: true, data: { token, user: { ...user, token } }, browser: begun.value.browser }
    },
  }
}

/** `undefined`: too many passwords are hashed at the moment. A later sign-in renews the hash. */
function renewedHash(given: { readonly password: string; readonly from: string }): Promise<string | undefined> {
  return hashPassword(given).catch((error: unknown) => {
    if (error instanceof PasswordsBusy) return undefined
    throw error
  })
}
