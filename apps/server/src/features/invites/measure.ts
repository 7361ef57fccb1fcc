/**
 * The activity of an invited customer, from durable data only: closed positions and the ledger of their real accounts.
 * An open position counts once it is closed, because until then it has cost nothing.
 */
import { ORDER_STATUS } from '@veritick/contract'
import {
  type Conversion,
  type DepositFlow,
  INVITE_RULES,
  INVITE_STEPS,
  type InviteStep,
  type KeptDeposit,
  keptDeposit,
  type LotUnits,
  type Micros,
  type Millis,
  micros,
  millis,
  must,
  notionalOf,
  type Points,
  signInOf,
  stepsReached,
  type UserId,
} from '@veritick/domain'
import type { Core } from '../../core/index.ts'
import type { Market } from '../../market/index.ts'
import type { Runtime } from '../../services/clock/index.ts'
import type { Query, Store } from '../../store/index.ts'
import type { Participant } from './programme.ts'

/** Positions of one read; the count ends as soon as the volume is enough. */
const POSITIONS_AT_ONCE = 500

/** The sources that the measurement of an invited customer reads. */
export type MeasureParts = {
  readonly runtime: Runtime
  readonly store: Store
  readonly core: Core
  readonly market: Market
}

export type Measured = {
  readonly signIn: 'done' | 'open' | 'missed'
  /** Counted until it is enough. */
  readonly volume: Micros
  readonly isVolumeReached: boolean
  readonly kept: (threshold: Micros) => KeptDeposit
  readonly steps: readonly InviteStep[]
}

export async function measureInvited(
  parts: Pick<MeasureParts, 'core' | 'market'> & { readonly query: Query; readonly now: Millis },
  invited: Pick<Participant, 'user_id' | 'created_at' | 'first_sign_in_at'>,
): Promise<Measured> {
  const { query, now } = parts
  const signIn = signInOf(
    { registeredAt: invited.created_at, firstSignInAt: invited.first_sign_in_at ?? undefined },
    now,
  )
  const flows = await flowsOf(query, invited.user_id)
  const volume = await volumeOf(parts, invited.user_id)
  const kept = (threshold: Micros) => keptDeposit(flows, { threshold, now })
  return {
    signIn,
    volume,
    isVolumeReached: volume >= INVITE_RULES.volume,
    kept,
    steps: stepsReached({ signIn, volume }, kept),
  }
}

/** The net deposit of the first step, which the inviter sees the progress of. */
export const FIRST_DEPOSIT = INVITE_STEPS[0].netDeposit

/** A withdrawal leaves the balance when it is requested; that it is paid changes the balance no more. */
const PAYMENT_KINDS = ['deposit', 'withdrawal_locked', 'withdrawal_returned']
const CORRECTION_KIND = 'adjustment'

/** All real accounts together, oldest first. */
async function flowsOf(query: Query, user: UserId): Promise<readonly DepositFlow[]> {
  const rows = await query<{ kind: string; amount: number; wall_time: number }>(
    `select l.kind, l.amount, l.wall_time from accounts a join account_log l on l.account = a.account_id
     where a.user_id = $1 and a.kind = 'real' and l.kind = any($2::text[]) order by l.wall_time, l.sequence`,
    [user, [...PAYMENT_KINDS, CORRECTION_KIND]],
  )
  return rows.map(({ kind, amount, wall_time: at }) => ({
    at: millis(at),
    kind: kind === CORRECTION_KIND ? 'correction' : 'payment',
    amount: micros(amount),
  }))
}

type PositionRow = {
  ended_sequence: number
  instrument: number
  lots: LotUnits
  open_price: Points
  numerator: number
  denominator: number
}

/** Value at the opening of closed positions of real accounts. */
async function volumeOf(
  parts: { readonly query: Query } & Pick<MeasureParts, 'core' | 'market'>,
  user: UserId,
): Promise<Micros> {
  const { query } = parts
  let volume = 0
  const accounts = await query<{ account_id: number }>(
    `select account_id from accounts where user_id = $1 and kind = 'real'`,
    [user],
  )
  for (const { account_id: account } of accounts) {
    for (let after = 0; volume < INVITE_RULES.volume; ) {
      const rows = await query<PositionRow>(
        `select ended_sequence, instrument, lots, open_price, open_conversion_numerator as numerator,
           open_conversion_denominator as denominator
         from orders where account = $1 and status = ${ORDER_STATUS.history}
           and ended_sequence > $2 and opened_at is not null
         order by ended_sequence limit ${POSITIONS_AT_ONCE}`,
        [account, after],
      )
      for (const row of rows) {
        if (volume >= INVITE_RULES.volume) break
        volume += await positionValue(parts, row)
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < POSITIONS_AT_ONCE) break
      after = last.ended_sequence
    }
  }
  return micros(volume)
}

async function positionValue(
  { core, market }: Pick<MeasureParts, 'core' | 'market'>,
  row: PositionRow,
): Promise<number> {
  const listed = market.item(row.instrument)?.entry.terms
  // The engine keeps the terms of an instrument that has left the catalogue.
  const [view] = listed === undefined ? await core.query({ kind: 'markets', instruments: [row.instrument] }) : []
  const terms = must(listed ?? view?.terms, 'the engine knows every instrument that was traded')
  const conversion = { numerator: row.numerator, denominator: row.denominator } as Conversion
  // One that passes 2^53 is more than enough.
  return notionalOf({ terms, lots: row.lots, price: row.open_price, conversion }) ?? INVITE_RULES.volume
}
