/**
 * The activity of an invited customer, from proven facts only: the sealed rows of the customer, their accounts and
 * their records of money, each compared with the engine, and the volume that the engine itself has counted. The tables
 * for reading are not asked, because a statement of SQL can write them. An open position counts once it is closed,
 * because until then it has cost nothing.
 */
import {
  type AccountId,
  INVITE_RULES,
  INVITE_STEPS,
  type InviteStep,
  type KeptDeposit,
  keptDeposit,
  type Micros,
  type Millis,
  micros,
  signInOf,
  stepsReached,
  type UserId,
} from '@veritick/domain'
import type { Core } from '../../core/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import { type KnownAccounts, readSealed, rowChanged } from '../../services/seals/index.ts'
import type { Query, Store } from '../../store/index.ts'
import { isRecordFault, provenMoney } from '../money/index.ts'
import { type Participant, requireProven } from './programme.ts'

/** The sources that the measurement of an invited customer reads. */
export type MeasureParts = {
  readonly runtime: Runtime
  readonly store: Store
  readonly core: Core
  readonly encryption: Encryption
  readonly knownAccounts: KnownAccounts
}

type Reading = Pick<MeasureParts, 'core' | 'encryption' | 'knownAccounts'> & {
  readonly query: Query
  readonly now: Millis
}

export type Measured = {
  /** False: rows in the store do not prove themselves, so nothing counts. */
  readonly isProven: boolean
  readonly signIn: 'done' | 'open' | 'missed'
  /** Counted by the engine. */
  readonly volume: Micros
  readonly isVolumeReached: boolean
  readonly kept: (threshold: Micros) => KeptDeposit
  readonly steps: readonly InviteStep[]
}

/** Throws a fault of a record (`isRecordFault`) where a row does not prove itself. */
export async function measureInvited(parts: Reading, invited: Participant): Promise<Measured> {
  const { now } = parts
  requireProven(invited)
  const { flows, traded: volume } = await provenMoney(parts, await realAccounts(parts, invited.user_id))
  const signIn = signInNow(invited, now)
  const kept = (threshold: Micros) => keptDeposit(flows, { threshold, now })
  const isVolumeReached = volume >= INVITE_RULES.volume
  return { isProven: true, signIn, volume, isVolumeReached, kept, steps: stepsReached({ signIn, volume }, kept) }
}

/** For screens: nothing counts where a row does not prove itself. */
export async function measuredOrNothing(parts: Reading, invited: Participant): Promise<Measured> {
  try {
    return await measureInvited(parts, invited)
  } catch (error) {
    if (!isRecordFault(error)) throw error
    const kept = (threshold: Micros) => keptDeposit([], { threshold, now: parts.now })
    const signIn = signInNow(invited, parts.now)
    return { isProven: false, signIn, volume: micros(0), isVolumeReached: false, kept, steps: [] }
  }
}

/** The net deposit of the first step, which the inviter sees the progress of. */
export const FIRST_DEPOSIT = INVITE_STEPS[0].netDeposit

const signInNow = ({ created_at: registeredAt, first_sign_in_at: firstSignInAt }: Participant, now: Millis) =>
  signInOf({ registeredAt, firstSignInAt: firstSignInAt ?? undefined }, now)

async function realAccounts(
  parts: Pick<Reading, 'query' | 'encryption' | 'knownAccounts'>,
  user: UserId,
): Promise<AccountId[]> {
  const known = parts.knownAccounts.of(user)
  // All of them: an account that was made a demo account in the store has a wrong seal.
  const rows = await readSealed(parts, 'accounts', { where: 'user_id = $1', values: [user] })
  const foreign = rows.find(({ user_id: owner }) => owner !== user)
  if (foreign !== undefined) throw rowChanged('accounts', foreign)
  parts.knownAccounts.require(user, rows.length, known)
  return rows.filter(({ kind }) => kind === 'real').map((row) => row.account_id as AccountId)
}
