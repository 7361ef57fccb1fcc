/**
 * Decides whether a customer takes part in the programme. Customers of a country where the operator has none do not,
 * nor do special accounts (accounts that the operator lists, and those of staff). An unknown country has no programme.
 */
import type { INVITE_PROGRAMME_STATES } from '@veritick/contract'
import { INVITE_RULES, type Millis, type UserId } from '@veritick/domain'
import {
  isOvertaken,
  isSealed,
  type KnownStaff,
  namesOf,
  readCurrent,
  rowChanged,
  type SealedRow,
  type Sealing,
} from '../../services/seals/index.ts'
import type { Query } from '../../store/index.ts'
import { uidOf } from '../accounts/index.ts'
import { type IdentityState, staffMailboxes } from '../approvals/index.ts'
import type { Settings } from '../settings/index.ts'

export type ProgrammeState = (typeof INVITE_PROGRAMME_STATES)[number]

/** The facts about a customer, inviter or invited, that decide about the programme. */
export type Participant = {
  user_id: UserId
  created_at: Millis
  first_sign_in_at: Millis | null
  /** The country that was stated at the registration, and the verified one. */
  country: string | null
  verified_country: string | null
  /** `none` too where the row of the state has a wrong seal. */
  identity: IdentityState
  email: string | null
  phone: string | null
  invited_by: UserId | null
  /** A staff member has the mailbox of the customer's address, as the row of each was proven last. */
  is_staff: boolean
  /** The seal of the customer's row is right; it covers the fields above, except the identity and its country. */
  isProven: boolean
}

type Stored = SealedRow<'users'> &
  Omit<Participant, 'identity' | 'is_staff' | 'isProven'> & {
    readonly seal: string
    readonly identity_state: IdentityState | null
    readonly identity_version: number
    readonly identity_at: number
    readonly identity_seal: string
  }

export type ReadingPeople = {
  readonly query: Query
  readonly encryption: Sealing
  readonly knownStaff: Pick<KnownStaff, 'rows'>
}

const PARTICIPANTS = `select ${namesOf('users').map((name) => `u.${name}`)}, u.seal,
    (select s.country from identity_submissions s where s.user_id = u.user_id and s.state = 'verified')
      as verified_country,
    identity.state as identity_state, identity.version as identity_version,
    identity.changed_at as identity_at, identity.seal as identity_seal
  from users u left join identities identity on identity.user_id = u.user_id`

/** `rest`: the end of the statement about `users u`. The rows that are read are the rows that are proven. */
export async function readParticipants(
  { query, encryption, knownStaff }: ReadingPeople,
  rest: string,
  values: readonly unknown[],
): Promise<Participant[]> {
  const rows = await readCurrent(
    () => query<Stored>(`${PARTICIPANTS} ${rest}`, values),
    (read) => read.some((row) => isRowOvertaken(encryption, row)),
  )
  const isStaffMailbox = await staffMailboxes({ knownStaff, query })
  return rows.map((row) => ({
    ...row,
    is_staff: isStaffMailbox(row.email),
    identity: identityOf(encryption, row),
    isProven: isSealed(encryption, 'users', row),
  }))
}

function isRowOvertaken(encryption: Sealing, row: Stored): boolean {
  const identity = storedIdentity(row)
  const isIdentity = identity !== undefined && isOvertaken(encryption, 'identities', identity)
  return isIdentity || isOvertaken(encryption, 'users', row)
}

/** `undefined`: there is no row of the state. */
function storedIdentity(row: Stored) {
  const { user_id, identity_state: state, identity_at: changed_at, identity_seal: seal } = row
  return state === null ? undefined : { user_id, version: row.identity_version, state, changed_at, seal }
}

function identityOf(encryption: Sealing, row: Stored): IdentityState {
  const identity = storedIdentity(row)
  return identity !== undefined && isSealed(encryption, 'identities', identity) ? identity.state : 'none'
}

export async function participantsOf(
  parts: ReadingPeople,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, Participant>> {
  const rows = await readParticipants(parts, 'where u.user_id = any($1::integer[])', [users])
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Throws RowChanged for a customer whose row was changed in the store. */
export function requireProven({ user_id, isProven }: Participant): void {
  if (!isProven) throw rowChanged('users', { user_id })
}

/** Whether one customer takes part, or why not. */
export function programmeOf(settings: Pick<Settings, 'get'>, participant: Participant): ProgrammeState {
  const off = settings.get('invite_off_countries')
  const { country, verified_country: verified, user_id: user, is_staff: isStaff } = participant
  if (isStaff || settings.get('invite_special_accounts').includes(uidOf(user))) return 'excluded'
  const isOff = country === null || off.includes(country) || (verified !== null && off.includes(verified))
  return isOff ? 'country_off' : 'open'
}

/** Whether an inviter and an invited customer both take part, or what keeps one of them out. */
export function programmeOfPair(
  settings: Pick<Settings, 'get'>,
  pair: { readonly inviter: Participant; readonly invited: Participant },
): ProgrammeState {
  const states = [programmeOf(settings, pair.inviter), programmeOf(settings, pair.invited)]
  return states.find((state) => state === 'excluded') ?? states.find((state) => state !== 'open') ?? 'open'
}

export const isInTime = ({ created_at: at }: Pick<Participant, 'created_at'>): boolean =>
  at >= INVITE_RULES.effectiveFrom
