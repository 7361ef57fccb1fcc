/**
 * Decides whether a customer takes part in the programme. Customers of a country where the operator has none do not,
 * nor do special accounts (accounts that the operator lists, and those of staff). An unknown country has no programme.
 */
import type { INVITE_PROGRAMME_STATES } from '@veritick/contract'
import { INVITE_RULES, type Millis, type UserId } from '@veritick/domain'
import type { Query } from '../../store/index.ts'
import { uidOf } from '../accounts/index.ts'
import { type IdentityState, isStaffMailbox } from '../approvals/index.ts'
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
  identity: IdentityState
  email: string | null
  phone: string | null
  invited_by: UserId | null
  is_staff: boolean
}

/** `select ... from users u`, to be continued. */
export const PARTICIPANTS = `select u.user_id, u.created_at, u.first_sign_in_at, u.country, u.email, u.phone,
    u.invited_by,
    (select s.country from identity_submissions s where s.user_id = u.user_id and s.state = 'verified')
      as verified_country,
    coalesce((select i.state from identities i where i.user_id = u.user_id), 'none') as identity,
    ${isStaffMailbox('u.email')} as is_staff
  from users u`

export async function participantsOf(
  query: Query,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, Participant>> {
  const rows = await query<Participant>(`${PARTICIPANTS} where u.user_id = any($1::integer[])`, [users])
  return new Map(rows.map((row) => [row.user_id, row]))
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
