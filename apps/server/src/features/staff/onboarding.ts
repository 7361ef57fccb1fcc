/**
 * The steps behind a one-time link: the person sets a password, puts the secret into an authenticator app, confirms it
 * with a code, and is signed in. The first admin also states a name.
 */

import { type OfficeHandlers, type OfficeVisitorRequest, refuse } from '../../calls/index.ts'
import { writeAudit } from '../../services/audit/index.ts'
import { forgetBrowsers, hashPassword, totpStep, totpUrl } from '../../services/secrets/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import type { Context } from './context.ts'
import { endLinks, type OpenLink, openLink, totpEncryptionContext } from './links.ts'
import { aloneWithStaff, plainEmail, type StaffRow, setTotpStep, staffByEmail, staffById, updateStaff } from './rows.ts'
import type { StaffSessions } from './session.ts'
import { enter, meOf, newSession, staffPasswordFault } from './sign-in.ts'

export function welcomeHandlers(
  context: Context,
  sessions: StaffSessions,
): OfficeHandlers<'welcomeLook' | 'welcomeFinish'> {
  const { store, encryption, runtime, attempts } = context
  return {
    welcomeLook: async ({ params }) => {
      const link = await openLink(context, store.query, { link: params.link, now: runtime.now() })
      const person = link && (await staffById(context, store.query, link.staff))
      if (link === undefined || person === undefined) return refuse('link_not_usable')
      const secret = encryption.decryptText(totpEncryptionContext(link.staff), link.totpEncrypted)
      const { name, email, role } = person
      const url = totpUrl({ secret, account: email || 'office' })
      return { ok: true, data: { name, email, role, totp_secret: secret, totp_url: url, expires_at: link.expiresAt } }
    },

    welcomeFinish: async (request) => {
      const { params } = request
      const fault = staffPasswordFault(params.password)
      if (fault !== undefined) return refuse(fault, 'password')
      // Making a password's hash costs much, so it is made for a link that is one, and the right code.
      const link = await openLink(context, store.query, { link: params.link, now: runtime.now() })
      if (link === undefined) return refuse('link_not_usable')
      const attempt = [{ kind: 'second_factor', key: `staff link ${params.link}` }] as const
      if (!attempts.take(attempt)) return refuse('too_many_attempts')
      if (stepOf(context, link, params.totp_code) === undefined) return refuse('totp_wrong', 'totp_code')
      const passwordHash = await hashPassword({ password: params.password, from: request.from })
      const done = await inTransaction(store, (tx) => finish(context, tx, { request, passwordHash, sessions }))
      if (!done.ok) return done
      const { person, token, browser } = done.value
      return { ok: true, data: await meOf(context, newSession(context, person, token)), session: { token }, browser }
    },
  }
}

/** Uses the link up. Of two simultaneous calls with the same link, one is refused. */
async function finish(
  context: Context,
  tx: Transaction,
  given: {
    readonly request: OfficeVisitorRequest<'welcomeFinish'>
    readonly passwordHash: string
    readonly sessions: StaffSessions
  },
): Promise<{ readonly person: StaffRow; readonly token: string; readonly browser: string }> {
  const { request, passwordHash, sessions } = given
  const now = context.runtime.now()
  await aloneWithStaff(tx)
  const link =
    (await openLink(context, tx.query, { link: request.params.link, now })) ?? rollbackWith('link_not_usable')
  const step = stepOf(context, link, request.params.totp_code) ?? rollbackWith('totp_wrong', 'totp_code')
  const before = (await staffById(context, tx.query, link.staff)) ?? rollbackWith('link_not_usable')
  const { name, email } = before.email === '' ? await named(context, tx, request.params) : before
  await endLinks(context, tx, { staff: link.staff, now })
  await updateStaff(context, tx, {
    staff: link.staff,
    changes: { name, email, password_hash: passwordHash, totp_encrypted: link.totpEncrypted },
  })
  await setTotpStep(context, tx, { staff: link.staff, step })
  await sessions.end(tx.query, { staff: link.staff })
  await forgetBrowsers(tx.query, { owner: `staff ${link.staff}`, except: request.browser })
  await writeAudit(
    { ...context, tx },
    {
      actor: { who: `staff:${link.staff}`, role: before.role },
      action: 'staff_link_used',
      subject: { kind: 'staff', id: link.staff },
      reason: '',
      at: now,
    },
  )
  const person = { ...before, name, email }
  return {
    person,
    ...(await enter(context, tx, { sessions, person, device: request.device, browser: request.browser })),
  }
}

function stepOf(context: Context, link: OpenLink, code: string): number | undefined {
  const secret = context.encryption.decryptText(totpEncryptionContext(link.staff), link.totpEncrypted)
  return totpStep({ secret, code, at: context.runtime.now(), lastStep: 0 })
}

/** The first admin's name and address: no invitation holds them. */
async function named(
  context: Context,
  tx: Transaction,
  params: OfficeVisitorRequest<'welcomeFinish'>['params'],
): Promise<{ name: string; email: string }> {
  const name = params.name?.trim() ?? rollbackWith('parameter_missing', 'name')
  const email = plainEmail(params.email ?? rollbackWith('parameter_missing', 'email'))
  if (!EMAIL.test(email)) rollbackWith('email_malformed', 'email')
  if ((await staffByEmail(context, tx.query, email)) !== undefined) rollbackWith('staff_exists', 'email')
  return { name, email }
}

/** Good enough to sign in by; whether mail arrives there is not asked. */
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
