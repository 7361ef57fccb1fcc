/**
 * Confirming an address by a mailed code. While an address was never confirmed it may be replaced, because it may have
 * been mistyped at the registration; a confirmed one stays.
 */

import { type Handlers, type Refusal, refuse, say } from '../../calls/index.ts'
import type { Store } from '../../store/index.ts'
import type { Context } from './context.ts'
import { readEmail } from './names.ts'
import { type Person, personNamed, personOf } from './queries.ts'

/** `taken`: another user has it; the caller must not see the difference to a free one. */
type ToConfirm = { readonly ok: true; readonly email: string; readonly taken: boolean } | Refusal

/** The address that a person would confirm now. */
export async function emailToConfirm(
  store: Pick<Store, 'db'>,
  options: { readonly person: Person; readonly email: string | undefined },
): Promise<ToConfirm> {
  const { person } = options
  if (person.emailConfirmedAt !== null) return refuse('email_confirmed')
  const text = options.email ?? person.email
  if (text === null) return refuse('email_missing', 'email')
  const email = readEmail(text)
  if (!email.ok) return refuse(email.reason, 'email')
  const owner = await personNamed(store.db, { channel: 'mail', to: email.value })
  return { ok: true, email: email.value, taken: owner !== undefined && owner.user !== person.user }
}

export function emailHandlers(context: Context): Handlers<'confirmEmail'> {
  const { store, codes, runtime } = context
  return {
    confirmEmail: async ({ session, params, language }) => {
      const person = await personOf(store.db, session.user)
      const confirming = await emailToConfirm(store, { person, email: params.email })
      if (!confirming.ok) return confirming
      const { email } = confirming
      const spent = await store.transaction(async ({ query }) => {
        const asker = { kind: 'customer', user: person.user } as const
        const used = await codes.spend(query, {
          channel: 'mail',
          to: email,
          purpose: 'confirm_email',
          asker,
          code: params.auth_code,
        })
        if (!used.ok) return used
        // Another user may have registered with it meanwhile: then it is that user's, and the code is of no more use.
        const confirmed = await query(
          `update users set email = $2, email_confirmed_at = $3 where user_id = $1 and email_confirmed_at is null
             and not exists (select 1 from users where email = $2 and user_id <> $1) returning user_id`,
          [person.user, email, runtime.now()],
        )
        return confirmed.length === 1 ? used : ({ ok: false, reason: 'code_expired' } as const)
      })
      if (!spent.ok) return refuse(spent.reason, 'auth_code')
      return { ok: true, data: { email }, msg: say(language, 'messages.email_confirmed') }
    },
  }
}
