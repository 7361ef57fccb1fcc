/** Rows of invite rewards, and the friends of an inviter. */
import { assert, type UserId } from '@veritick/domain'
import { and, asc, count, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { type Database, inviteRewards, type Query } from '../../store/index.ts'
import { type Participant, type ReadingPeople, readParticipants } from './programme.ts'
import type { SignalWord } from './signals.ts'

export type RewardRow = typeof inviteRewards.$inferSelect

/** `undefined` anywhere: not narrowed by it. */
export type RewardFilter = {
  readonly user?: UserId | undefined
  readonly state?: RewardRow['state'] | undefined
  readonly flag?: SignalWord | 'any' | 'none' | undefined
}

export async function findReward(db: Database, reward: number): Promise<RewardRow | undefined> {
  const [row] = await db.select().from(inviteRewards).where(eq(inviteRewards.reward, reward))
  return row
}

export function rewardsNamed(db: Database, ids: readonly number[]): Promise<readonly RewardRow[]> {
  return db
    .select()
    .from(inviteRewards)
    .where(inArray(inviteRewards.reward, [...ids]))
}

/** No other transaction changes the row until this one ends. */
export async function lockReward(db: Database, reward: number): Promise<RewardRow | undefined> {
  const [row] = await db.select().from(inviteRewards).where(eq(inviteRewards.reward, reward)).for('update')
  return row
}

export async function changeReward(db: Database, reward: number, changes: Partial<RewardRow>): Promise<RewardRow> {
  const [row] = await db.update(inviteRewards).set(changes).where(eq(inviteRewards.reward, reward)).returning()
  assert(row !== undefined, `reward ${reward} is there`)
  return row
}

export async function rewardPage(
  db: Database,
  page: RewardFilter & { readonly page: number; readonly size: number; readonly oldestFirst: boolean },
): Promise<{ readonly rows: readonly RewardRow[]; readonly total: number }> {
  const { user, state, flag } = page
  const wanted = and(
    user === undefined ? undefined : eq(inviteRewards.user, user),
    state === undefined ? undefined : eq(inviteRewards.state, state),
    flag === undefined ? undefined : flagged(flag),
  )
  const [counted] = await db.select({ total: count() }).from(inviteRewards).where(wanted)
  const rows = await db
    .select()
    .from(inviteRewards)
    .where(wanted)
    .orderBy(page.oldestFirst ? asc(inviteRewards.reward) : desc(inviteRewards.reward))
    .limit(page.size)
    .offset((page.page - 1) * page.size)
  return { rows, total: counted?.total ?? 0 }
}

function flagged(flag: SignalWord | 'any' | 'none') {
  if (flag === 'any') return ne(inviteRewards.flags, '')
  if (flag === 'none') return eq(inviteRewards.flags, '')
  return sql`${flag} = any(string_to_array(${inviteRewards.flags}, ' '))`
}

/** Newest first; `page` counts from 1. */
export async function friendsPage(
  parts: ReadingPeople,
  { inviter, page, size }: { readonly inviter: UserId; readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly Participant[]; readonly total: number }> {
  const rows = await readParticipants(
    parts,
    'where u.invited_by = $1 order by u.created_at desc, u.user_id desc limit $2 offset $3',
    [inviter, size, (page - 1) * size],
  )
  return { rows, total: await friendsOf(parts.query, inviter) }
}

export async function friendsOf(query: Query, inviter: UserId): Promise<number> {
  const [counted] = await query<{ total: number }>('select count(*)::int as total from users where invited_by = $1', [
    inviter,
  ])
  return counted?.total ?? 0
}

/** Sums of the rewards of an inviter. */
export async function rewardSums(
  query: Query,
  inviter: UserId,
): Promise<{ readonly inReview: number; readonly paid: number }> {
  const [sums] = await query<{ inReview: number; paid: number }>(
    `select coalesce(sum(amount) filter (where state in ('held', 'approved', 'paying')), 0)::bigint as "inReview",
       coalesce(sum(amount) filter (where state = 'paid'), 0)::bigint as paid
     from invite_rewards where user_id = $1`,
    [inviter],
  )
  return { inReview: sums?.inReview ?? 0, paid: sums?.paid ?? 0 }
}

export async function rewardsFor(query: Query, friends: readonly UserId[]): Promise<readonly ShownReward[]> {
  return query<ShownReward>(
    `select invited_id, step, amount, state, review_until, ended_at from invite_rewards
     where invited_id = any($1::integer[]) order by invited_id, step`,
    [friends],
  )
}

type ShownReward = {
  invited_id: UserId
  step: number
  amount: number
  state: RewardRow['state']
  review_until: number
  ended_at: number | null
}
