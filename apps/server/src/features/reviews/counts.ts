/**
 * The number of waiting records of each queue, and the age of the oldest: for the front page and the health page of the
 * office.
 */
import { type OfficeData, type Permission, REVIEW_KINDS, type ReviewKind } from '@veritick/contract/office'
import { waitedMinutes } from '../customers/index.ts'
import type { Context } from './context.ts'

export type QueueAge = OfficeData<'reviewCounts'>['data'][number]

/**
 * Withdrawals and rewards wait until they are paid; corrections until the decision; conversations for an answer;
 * feedback until it is done.
 */
const WAITING: Readonly<Record<ReviewKind, { readonly from: string; readonly sees: Permission }>> = {
  identity: { from: `identity_submissions where state = 'waiting'`, sees: 'identity_review' },
  deposit: { from: `deposits where state in ('unchecked', 'crediting')`, sees: 'deposits_read' },
  withdrawal: {
    from: `withdrawals where state in ('waiting', 'approved', 'paying', 'rejecting', 'cancelling')`,
    sees: 'withdrawals_read',
  },
  correction: { from: `corrections where state = 'asked'`, sees: 'corrections_read' },
  reward: {
    from: '(select earned_at as created_at from invite_rewards where ended_at is null) as waiting',
    sees: 'rewards_read',
  },
  support: {
    from: '(select waiting_since as created_at from conversations where waiting_since is not null) as waiting',
    sees: 'support_read',
  },
  feedback: { from: `feedback where state = 'open'`, sees: 'support_read' },
}

/** How many wait in one queue, and since when the oldest does. */
export async function waitingIn(
  { store }: Pick<Context, 'store'>,
  kind: ReviewKind,
): Promise<{ readonly count: number; readonly oldest_at: number | null }> {
  const [row] = await store.query<{ count: number; oldest: number | null }>(
    `select count(*) as count, min(created_at) as oldest from ${WAITING[kind].from}`,
  )
  return { count: row?.count ?? 0, oldest_at: row?.oldest ?? null }
}

/** The waiting times of the queues that `sees` allows. */
export async function queueAges(
  context: Pick<Context, 'store' | 'runtime'>,
  sees: (permission: Permission) => boolean,
): Promise<QueueAge[]> {
  const ages: QueueAge[] = []
  for (const kind of REVIEW_KINDS.filter((each) => sees(WAITING[each].sees))) {
    const { count, oldest_at: oldest } = await waitingIn(context, kind)
    ages.push({
      kind,
      waiting: count,
      oldest_at: oldest,
      oldest_minutes: oldest === null ? 0 : waitedMinutes({ from: oldest, until: null }, context.runtime.now()),
    })
  }
  return ages
}
