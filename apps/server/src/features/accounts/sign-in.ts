/**
 * Signing in to a real account. A wrong password and an unknown account take the same work and get the same answer; ceilings count
 * both alike.
 */

import type { House } from '../../house.ts'
import { refuse } from '../../http/answer.ts'
import type { Handlers } from '../../http/calls.ts'
import { isKnownBrowser, rememberBrowser } from '../../secrets/browsers.ts'
import { checkPassword, hashPassword } from '../../secrets/passwords.ts'
import { openAccount, wireUser } from './accounts.ts'
import { signInAttempts } from './attempts.ts'
import { readTarget } from './names.ts'
import { type Person, personNamed } from './queries.ts'

export function signInHandlers(house: House): Handlers<'loginForU'> {
  const { store, settings, attempts } = house
  return {
    loginForU: async ({ params, language, from, device, browser }) => {
      const named = readTarget(settings, { type: params.login_type, account: params.account, area: params.area_id })
      if (!named.ok) return named
      const person = await personNamed(store.db, named.target)
      const known = await isKnownBrowser(store.query, { owner: person && `customer ${person.user}`, browser })
      const counted = signInAttempts({ whom: named.target.to, from, browser, known })
      if (!attempts.take(counted)) return refuse('too_many_attempts')
      const check = await checkPassword(person?.passwordHash ?? undefined, params.password)
      if (person === undefined || !check.right) return refuse('login_wrong')
      attempts.giveBack(counted)

      const renewed = check.stale ? await hashPassword(params.password) : undefined
      const begun = await beginSession(house, { person, renewed, language, device, browser })
      if (begun === undefined) return refuse('login_wrong')
      const { token } = begun
      await openAccount(house, person)
      return { ok: true, data: { token, user: { ...(await wireUser(house, person)), token } }, browser: begun.browser }
    },
  }
}

/**
 * `undefined`: the password was changed since it was checked. The row's lock lets a change of the password end this session too,
 * whichever of the two comes first.
 */
function beginSession(
  house: House,
  who: {
    readonly person: Person
    readonly renewed: string | undefined
    readonly language: string
    readonly device: string
    readonly browser: string | undefined
  },
): Promise<{ readonly token: string; readonly browser: string } | undefined> {
  const { person, renewed, language, device, browser } = who
  const { machine, sessions } = house
  return house.store.transaction(async ({ query }) => {
    const same = await query(
      `update users set language = $3, password_hash = coalesce($4::text, password_hash)
       where user_id = $1 and password_hash = $2 returning user_id`,
      [person.user, person.passwordHash, language, renewed ?? null],
    )
    if (same.length === 0) return undefined
    return {
      token: await sessions.begin({ user: person.user, kind: person.kind, device }, query),
      browser: await rememberBrowser(query, { owner: `customer ${person.user}`, browser, machine }),
    }
  })
}
