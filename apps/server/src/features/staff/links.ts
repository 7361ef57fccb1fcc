/**
 * One-time links: a staff member sets a password and an authenticator app, for the first time or anew. The address
 * holds 256 random bits behind a `#`, so no server and no log on the way sees them; the store keeps the hash. A link
 * works for thirty minutes and once. A newer link ends the older ones.
 */
import { type Millis, millis } from '@veritick/domain'
import { isSealed, rowSeal } from '../../services/seals/index.ts'
import { hashOf, newTotpSecret } from '../../services/secrets/index.ts'
import type { Transaction } from '../../store/index.ts'
import type { Context } from './context.ts'

export const LINK_MILLIS = 30 * 60_000
const LINK_BYTES = 32

export type Link = { readonly link: string; readonly expiresAt: Millis }

export const totpEncryptionContext = (staff: number) => ({ purpose: 'staff_totp', row: String(staff) })

/** Where a link leads in the office. */
export const linkPath = (link: string): string => `/#/welcome/${link}`

/** A fresh link; it counts once the transaction commits. */
export async function makeLink(
  context: Pick<Context, 'runtime' | 'encryption'>,
  tx: Transaction,
  staff: number,
): Promise<Link> {
  const { runtime, encryption } = context
  const link = Buffer.from(runtime.random(LINK_BYTES)).toString('base64url')
  const now = runtime.now()
  const expiresAt = millis(now + LINK_MILLIS)
  await endLinks(context, tx, { staff, now })
  const row = {
    link_hash: hashOf(link),
    staff_id: staff,
    totp_encrypted: encryption.encryptText(totpEncryptionContext(staff), newTotpSecret(runtime)),
    expires_at: expiresAt,
  }
  await tx.query(
    `insert into staff_links (link_hash, staff_id, totp_encrypted, created_at, expires_at, seal)
     values ($1, $2, $3, $4, $5, $6)`,
    [row.link_hash, staff, row.totp_encrypted, now, expiresAt, rowSeal(encryption, 'staff_links', row)],
  )
  return { link, expiresAt }
}

/** None of the staff member's links opens anything from now on, also one whose row is changed in the store. */
export async function endLinks(
  { encryption }: Pick<Context, 'encryption'>,
  tx: Pick<Transaction, 'query' | 'onEnd'>,
  of: { readonly staff: number; readonly now: number },
): Promise<void> {
  // A link that is made in this very moment works.
  encryption.usedCredentials.use(tx, linksOf(of.staff), of.now + LINK_MILLIS - 1)
  await tx.query('update staff_links set ended_at = $2 where staff_id = $1 and ended_at is null', [of.staff, of.now])
}

const linksOf = (staff: number): string => `links of staff ${staff}`

export type OpenLink = { readonly staff: number; readonly totpEncrypted: Uint8Array; readonly expiresAt: number }

/** `undefined`: never was, used, replaced, expired, changed in the store, or its owner was disabled. */
export async function openLink(
  { encryption }: Pick<Context, 'encryption'>,
  query: Transaction['query'],
  options: { readonly link: string; readonly now: number },
): Promise<OpenLink | undefined> {
  const [row] = await query<{
    link_hash: string
    staff_id: number
    totp_encrypted: Uint8Array
    expires_at: number
    seal: string
  }>(
    `select l.link_hash, l.staff_id, l.totp_encrypted, l.expires_at, l.seal
     from staff_links l join staff p on p.staff_id = l.staff_id
     where l.link_hash = $1 and l.ended_at is null and l.expires_at > $2 and p.disabled_at is null`,
    [hashOf(options.link), options.now],
  )
  const isOther = row?.link_hash !== hashOf(options.link)
  if (row === undefined || isOther || !isSealed(encryption, 'staff_links', row)) return undefined
  const hasEnded = row.expires_at <= encryption.usedCredentials.usedUpTo(linksOf(row.staff_id), options.now)
  return hasEnded ? undefined : { staff: row.staff_id, totpEncrypted: row.totp_encrypted, expiresAt: row.expires_at }
}
