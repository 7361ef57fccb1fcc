/**
 * Notifies staff of a change of access: the readers of the audit log and the staff member concerned, in the transaction
 * of the change. A one-time link goes to its owner's own address only. Without a mail server no mail can be received,
 * so the admin is shown the link instead.
 */
import { may } from '@veritick/contract/office'
import { momentText } from '../../services/messages/index.ts'
import { allProvenStaff, provenStaff, type StaffProof } from '../../services/seals/index.ts'
import type { Transaction } from '../../store/index.ts'
import { holdOf } from './access.ts'
import type { Context } from './context.ts'
import { type Link, linkPath } from './links.ts'
import { personOf, type StaffPerson } from './rows.ts'
import { type AccessAct, type AccessNews, linkMail, ownMail, watchMail } from './staff-emails.ts'

type Parts = Pick<Context, 'messages' | 'runtime' | 'config' | 'encryption' | 'knownVersions'>

export type AccessChanged = {
  readonly act: AccessAct
  /** The staff member after the change. */
  readonly person: StaffPerson
  readonly by: string
  readonly reason: string
}

/** How a link reaches its owner: by mail, or shown to the admin who hands it over. */
export type HandedOver = {
  readonly mailed_to: string | null
  readonly link: string | null
  readonly expires_at: number
}

/**
 * Call these after the audit entry is written, because the hold follows from it. The receivers are the readers of the
 * audit log, without the staff member concerned, who gets a mail of their own.
 */
export async function tellWatchers(parts: Parts, tx: Transaction, change: AccessChanged): Promise<void> {
  const mail = watchMail(await newsOf(parts, tx, change))
  for (const to of await watchers(parts, tx, change.person.staff)) await parts.messages.mail(tx.query, { to, ...mail })
}

export async function tellOwner(parts: Parts, tx: Transaction, change: AccessChanged): Promise<void> {
  const to = await addressOf(parts, tx, change.person)
  if (to === '') return
  await parts.messages.mail(tx.query, { to, ...ownMail(await newsOf(parts, tx, change)) })
}

/**
 * Sends the link to its owner, or returns that an admin must hand it over; then the owner gets a mail about the reset.
 */
export async function handOver(
  parts: Parts,
  tx: Transaction,
  given: { readonly change: AccessChanged; readonly link: Link },
): Promise<HandedOver> {
  const { change, link } = given
  const { config, messages } = parts
  const { expiresAt } = link
  if (config.smtpUrl === undefined) {
    await tellOwner(parts, tx, change)
    return { mailed_to: null, link: link.link, expires_at: expiresAt }
  }
  const email = await addressOf(parts, tx, change.person)
  const address = `${config.officeUrl ?? ''}${linkPath(link.link)}`
  const mail = linkMail({ ...(await newsOf(parts, tx, change)), address, until: momentText(expiresAt) })
  await messages.mail(tx.query, { to: email, until: expiresAt, ...mail })
  return { mailed_to: email, link: null, expires_at: expiresAt }
}

/** By the proven row: the reader of the link comes in. Throws RowChanged. `''`: the first admin before the sign-in. */
async function addressOf(proof: StaffProof, { query }: Transaction, { staff }: StaffPerson): Promise<string> {
  return String((await provenStaff({ ...proof, query }, staff))?.email ?? '')
}

async function watchers(proof: StaffProof, { query }: Transaction, about: number): Promise<readonly string[]> {
  const rows = (await allProvenStaff({ ...proof, query })).map((row) => ({ ...row, ...personOf(row) }))
  return rows
    .filter(({ role }) => may(role, 'audit_read'))
    .filter((row) => row.disabled_at === null && row.password_hash !== null && row.email !== '' && row.staff !== about)
    .sort((one, other) => one.staff - other.staff)
    .map(({ email }) => email)
}

async function newsOf({ runtime, ...proof }: Parts, tx: Transaction, change: AccessChanged): Promise<AccessNews> {
  const { act, person, by, reason } = change
  const { staff: id, name, email, role } = person
  const now = runtime.now()
  const until = await holdOf({ ...proof, query: tx.query }, { id, role, now })
  return { act, name, email, role, by, reason, time: momentText(now), heldUntil: until && momentText(until) }
}
