/**
 * Sessions of the office. The token is 256 random bits in a cookie that no script can read; the store holds its
 * SHA-256. Every call reads the store, so a disabled staff member, an ended session or a changed role takes effect at
 * the next call.
 */
import { createHmac } from 'node:crypto'
import { isRole } from '@veritick/contract/office'
import { assert, millis } from '@veritick/domain'
import type { StaffSession } from '../../calls/index.ts'
import { HOUR_MS, type Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import { isSealed, type KnownVersions, rowSeal, type SealedRow } from '../../services/seals/index.ts'
import { hashOf } from '../../services/secrets/index.ts'
import { forgiving, type Query, type Store } from '../../store/index.ts'
import { isIdle, type LivingSessions, STAFF_IDLE_MILLIS, USE_WRITTEN_EVERY_MS } from './living-sessions.ts'

/** A session as lists show it. */
export type ListedSession = {
  readonly id: string
  readonly tokenHash: string
  readonly device: string
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly expiresAt: number
}

/** It ends anyway: a working day. */
export const STAFF_SESSION_MILLIS = 12 * HOUR_MS
const TOKEN_BYTES = 32
const ID_LENGTH = 16
/** More sessions than a staff member has browsers. */
const LISTED_MAX = 100

type Row = SealedRow<'staff'> & {
  readonly staff_id: number
  readonly name: string
  readonly email: string
  readonly role: string
  readonly seal: string
  readonly last_used_at: number
  readonly expires_at: number
  readonly session_seal: string
}

export type StaffSessions = {
  /** The token is told this once. */
  begin(query: Query, who: { readonly staff: number; readonly device: string }): Promise<string>
  /**
   * `undefined`: never was, was ended (also where its row was put back in the store), its time is up, its owner is
   * disabled, or one of both was changed in the store. Counts as use.
   */
  find(token: string): Promise<StaffSession | undefined>
  /** Ends what `which` says and tells how many there were. */
  end(query: Query, which: { readonly staff: number; readonly id?: string; readonly except?: string }): Promise<number>
  /** Living sessions, the latest use first. */
  list(staff: number): Promise<readonly ListedSession[]>
}

const FOUND = `p.staff_id, p.version, p.name, p.email, p.role, p.password_hash, p.totp_encrypted, p.disabled_at,
  p.created_at, p.first_sign_in_at, p.access_changed_at, p.access_change, p.access_changed_by, p.seal,
  s.last_used_at, s.expires_at, s.seal as session_seal`
const LIVING = 's.ended_at is null and s.expires_at > $1 and s.last_used_at > $2'

type Parts = {
  readonly store: Store
  readonly runtime: Runtime
  readonly encryption: Encryption
  readonly knownVersions: KnownVersions
  readonly living: LivingSessions
}

export function staffSessionsOf({ store, runtime, encryption, knownVersions, living }: Parts): StaffSessions {
  const livingAt = () => [runtime.now(), runtime.now() - STAFF_IDLE_MILLIS] as const
  return {
    begin: async (query, { staff, device }) => {
      const [token, now] = [newToken(runtime), runtime.now()]
      const row = { token_hash: hashOf(token), staff_id: staff, expires_at: now + STAFF_SESSION_MILLIS }
      await query(
        `insert into staff_sessions (token_hash, staff_id, device, created_at, last_used_at, expires_at, seal)
         values ($1, $2, $3, $4, $4, $5, $6)`,
        [row.token_hash, staff, device, now, row.expires_at, rowSeal(encryption, 'staff_sessions', row)],
      )
      living.begin(row.token_hash, { staff, expiresAt: row.expires_at })
      return token
    },

    find: async (token) => {
      const [tokenHash, now] = [hashOf(token), runtime.now()]
      if (!living.mayHold(tokenHash)) return undefined
      const known = knownVersions.all('staff')
      const [row] = await store.query<Row>(
        `select ${FOUND}
         from staff_sessions s join staff p on p.staff_id = s.staff_id
         where s.ended_at is null and s.expires_at > $1 and s.token_hash = $2 and p.disabled_at is null`,
        [now, tokenHash],
      )
      if (row === undefined || !isAsWritten(encryption, tokenHash, row)) return undefined
      const isOld = Number(row.version) < (known.get(String(row.staff_id)) ?? 0)
      if (isOld || !living.use(tokenHash, row.staff_id)) return undefined
      if (now - row.last_used_at >= USE_WRITTEN_EVERY_MS)
        await forgiving(
          store.query('update staff_sessions set last_used_at = $2 where token_hash = $1', [tokenHash, now]),
        )
      assert(isRole(row.role), `${row.role} is a role`)
      return {
        staff: { id: row.staff_id, name: row.name, email: row.email, role: row.role },
        tokenHash,
        csrf: csrfOf(token),
        idleEndsAt: millis(now + STAFF_IDLE_MILLIS),
        expiresAt: millis(row.expires_at),
      }
    },

    end: async (query, { staff, id, except }) => {
      living.end(staff, (hash) => (id === undefined || hash.startsWith(id)) && hash !== except)
      const rows = await query(
        `update staff_sessions s set ended_at = $1 where ${LIVING} and s.staff_id = $3
           and ($4::text is null or left(s.token_hash, ${ID_LENGTH}) = $4)
           and ($5::text is null or s.token_hash <> $5) returning 1`,
        [...livingAt(), staff, id ?? null, except ?? null],
      )
      return rows.length
    },

    list: async (staff) => {
      const rows = await store.query<ListedRow>(
        `select token_hash, device, created_at, last_used_at, expires_at from staff_sessions s
         where ${LIVING} and s.staff_id = $3
         order by last_used_at desc, created_at desc, token_hash limit ${LISTED_MAX}`,
        [...livingAt(), staff],
      )
      const used = rows.map((row) => ({ ...row, last_used_at: living.lastUseOf(row.token_hash) }))
      const isShown = (row: ListedRow) => living.has(row.token_hash, staff) && !isIdle(row.last_used_at, runtime.now())
      return used.filter(isShown).map(listedOf)
    },
  }
}

const newToken = (runtime: Runtime) => Buffer.from(runtime.random(TOKEN_BYTES)).toString('base64url')

/** Whether this server wrote both the session and the row of its owner. */
function isAsWritten(encryption: Encryption, tokenHash: string, row: Row): boolean {
  const { staff_id, expires_at, session_seal: seal } = row
  const session = { token_hash: tokenHash, staff_id, expires_at, seal }
  return isSealed(encryption, 'staff_sessions', session) && isSealed(encryption, 'staff', row)
}

type ListedRow = {
  readonly token_hash: string
  readonly device: string
  readonly created_at: number
  readonly last_used_at: number
  readonly expires_at: number
}

const listedOf = (row: ListedRow): ListedSession => ({
  id: row.token_hash.slice(0, ID_LENGTH),
  tokenHash: row.token_hash,
  device: row.device,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
})

/** Follows from the token, which no page can read; says nothing about it. */
export function csrfOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url')
}
