/**
 * What a one-time link leads to: the person sets a password, puts the secret into an authenticator app, confirms it with a code, and
 * is in. The first admin also says who they are.
 */
import { writeAudit } from '../../audit/audit.ts'
import type { Transaction } from '../../db/store.ts'
import { deciding, reject } from '../../features/deciding/deciding.ts'
import type { House } from '../../house.ts'
import { refuse } from '../../http/answer.ts'
import { hashPassword } from '../../secrets/passwords.ts'
import { totpStep, totpUrl } from '../../secrets/totp.ts'
import type { OfficeHandlers, OfficeVisitorAsk } from '../calls.ts'
import { endLinks, type OpenLink, openLink, totpPlace } from './links.ts'
import { aloneWithStaff, plainEmail, type StaffRow, staffByEmail, staffById } from './rows.ts'
import type { StaffSessions } from './session.ts'
import { enter, meOf, newSession, staffPasswordFault } from './sign-in.ts'

export function welcomeHandlers(house: House, sessions: StaffSessions): OfficeHandlers<'welcomeLook' | 'welcomeFinish'> {
  const { store, vault, machine, attempts } = house
  return {
    welcomeLook: async ({ params }) => {
      const link = await openLink(store.query, { link: params.link, now: machine.now() })
      const person = link && (await staffById(store.query, link.staff))
      if (link === undefined || person === undefined) return refuse('link_not_usable')
      const secret = vault.openText(totpPlace(link.staff), link.totpSealed)
      const { name, email, role } = person
      const url = totpUrl({ secret, account: email || 'office' })
      return { ok: true, data: { name, email, role, totp_secret: secret, totp_url: url, expires_at: link.expiresAt } }
    },

    welcomeFinish: async (ask) => {
      const { params } = ask
      const fault = staffPasswordFault(params.password)
      if (fault !== undefined) return refuse(fault, 'password')
      // Making a password's hash costs much, so it is made for a link that is one, and the right code.
      const link = await openLink(store.query, { link: params.link, now: machine.now() })
      if (link === undefined) return refuse('link_not_usable')
      const attempt = [{ kind: 'second_factor', key: `staff link ${params.link}` }] as const
      if (!attempts.take(attempt)) return refuse('too_many_attempts')
      if (stepOf(house, link, params.totp_code) === undefined) return refuse('totp_wrong', 'totp_code')
      const passwordHash = await hashPassword(params.password)
      const done = await deciding(store, (tx) => finish(house, tx, { ask, passwordHash, sessions }))
      if (!done.ok) return done
      const { person, token, browser } = done.value
      return { ok: true, data: await meOf(house, newSession(house, person, token)), session: { token }, browser }
    },
  }
}

/** Of two at once with the same link one finds it used. */
async function finish(
  house: House,
  tx: Transaction,
  given: { readonly ask: OfficeVisitorAsk<'welcomeFinish'>; readonly passwordHash: string; readonly sessions: StaffSessions },
): Promise<{ readonly person: StaffRow; readonly token: string; readonly browser: string }> {
  const { ask, passwordHash, sessions } = given
  const now = house.machine.now()
  await aloneWithStaff(tx)
  const link = (await openLink(tx.query, { link: ask.params.link, now })) ?? reject('link_not_usable')
  const step = stepOf(house, link, ask.params.totp_code) ?? reject('totp_wrong', 'totp_code')
  const before = (await staffById(tx.query, link.staff)) ?? reject('link_not_usable')
  const { name, email } = before.email === '' ? await named(tx, ask.params) : before
  await endLinks(tx, { staff: link.staff, now })
  await tx.query('update staff set name = $2, email = $3, password_hash = $4, totp_sealed = $5, totp_step = $6 where staff_id = $1', [
    link.staff,
    name,
    email,
    passwordHash,
    link.totpSealed,
    step,
  ])
  await sessions.end(tx.query, { staff: link.staff })
  await writeAudit(tx, {
    actor: { who: `staff:${link.staff}`, role: before.role },
    action: 'staff_link_used',
    subject: { kind: 'staff', id: link.staff },
    reason: 'their own account',
    at: now,
  })
  const person = { ...before, name, email }
  return { person, ...(await enter(house, tx, { sessions, person, device: ask.device, browser: ask.browser })) }
}

function stepOf(house: House, link: OpenLink, code: string): number | undefined {
  const secret = house.vault.openText(totpPlace(link.staff), link.totpSealed)
  return totpStep({ secret, code, at: house.machine.now(), lastStep: 0 })
}

/** Who the first admin is: nobody invited them. */
async function named(tx: Transaction, params: OfficeVisitorAsk<'welcomeFinish'>['params']): Promise<{ name: string; email: string }> {
  const name = params.name?.trim() ?? reject('parameter_missing', 'name')
  const email = plainEmail(params.email ?? reject('parameter_missing', 'email'))
  if (!EMAIL.test(email)) reject('email_malformed', 'email')
  if ((await staffByEmail(tx.query, email)) !== undefined) reject('staff_exists', 'email')
  return { name, email }
}

/** Good enough to sign in by; whether mail arrives there is not asked. */
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
