/**
 * Challenges that passkeys sign: 256 random bits, one answer each, for five minutes, for one purpose, at one site,
 * and where a session asked only for that session. The store holds their hashes. Right or wrong, an answer uses the
 * challenge up.
 */
import type { Query } from '../../store/index.ts'
import { MINUTE_MS, type Runtime } from '../clock/index.ts'
import { hashOf } from '../secrets/index.ts'
import type { Site } from './site.ts'

export const CHALLENGE_MILLIS = 5 * MINUTE_MS
const CHALLENGE_BYTES = 32

/** The purpose of a challenge: to sign in, as a second factor, as a proof within a session, to add a passkey. */
export type ChallengePurpose = 'sign_in' | 'second_factor' | 'proof' | 'register'

/** `session`: hash of the token of the session that asks; `undefined` for visitors. */
export type ChallengeFor = { readonly purpose: ChallengePurpose; readonly session: string | undefined }

type Parts = { readonly query: Query; readonly runtime: Runtime }

/** A fresh challenge, base64url. A session has one of a purpose at a time: the one before is void. */
export async function makeChallenge(
  { query, runtime }: Parts,
  made: ChallengeFor & { readonly site: Site; readonly userHandle?: string },
): Promise<string> {
  const { purpose, session = null, site, userHandle = null } = made
  const challenge = Buffer.from(runtime.random(CHALLENGE_BYTES)).toString('base64url')
  const now = runtime.now()
  await query('delete from passkey_challenges where expires_at <= $1 or (session_hash = $2 and purpose = $3)', [
    now,
    session,
    purpose,
  ])
  await query(
    `insert into passkey_challenges (challenge_hash, purpose, session_hash, rp_id, origin, user_handle, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [hashOf(challenge), purpose, session, site.rpId, site.origin, userHandle, now + CHALLENGE_MILLIS],
  )
  return challenge
}

type Row = {
  readonly purpose: ChallengePurpose
  readonly session_hash: string | null
  readonly rp_id: string
  readonly origin: string
  readonly user_handle: string | null
  readonly expires_at: number
}

/**
 * `undefined`: never made, used, too old, or made for something else. Never pass the query of a transaction that may
 * roll back.
 */
export async function spendChallenge(
  { query, runtime }: Parts,
  answered: ChallengeFor & { readonly challenge: string },
): Promise<(Site & { readonly userHandle: string | undefined }) | undefined> {
  const [row] = await query<Row>(
    `delete from passkey_challenges where challenge_hash = $1
     returning purpose, session_hash, rp_id, origin, user_handle, expires_at`,
    [hashOf(answered.challenge)],
  )
  if (row === undefined || row.expires_at <= runtime.now()) return undefined
  if (row.purpose !== answered.purpose || row.session_hash !== (answered.session ?? null)) return undefined
  return { rpId: row.rp_id, origin: row.origin, userHandle: row.user_handle ?? undefined }
}
