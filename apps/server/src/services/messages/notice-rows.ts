/**
 * The one place that stores notices of a customer. In the same transaction it notes a push for each browser that the
 * customer lets notify; features/push sends it. So a crash loses neither.
 */
import { type NoticeKind, PUSH, PUSH_TOPIC_OF, PUSH_URGENT, type PushTopic } from '@veritick/contract'
import type { AccountId, UserId } from '@veritick/domain'
import type { Query } from '../../store/index.ts'

type NewNotices = {
  readonly user: UserId
  /** `undefined`: the default account of the user. */
  readonly account?: AccountId | undefined
  /**
   * Notices in the order of their numbers. `facts`: JSON. `at`: market time of trading notices, otherwise wall time.
   */
  readonly notices: readonly { readonly kind: NoticeKind; readonly facts: string; readonly at: number }[]
  /** Wall time. */
  readonly happened: number
  /** Whether the caller tells the sockets itself. */
  readonly told: boolean
}

/** The numbers of the notices; none when the user has no such account. */
export async function insertNotices(query: Query, added: NewNotices): Promise<readonly number[]> {
  const { user, account, notices, happened, told } = added
  const rows = await query<{ notice_id: number }>(
    `insert into customer_notices (user_id, account_id, facts, at, read_at, told)
     select a.user_id, a.account_id, n.facts, n.at, null, $4::boolean
       from accounts a, unnest($2::text[], $3::bigint[]) with ordinality as n (facts, at, place)
       where a.user_id = $1 and case when $5::int is null then a.is_default else a.account_id = $5::int end
       order by n.place
     returning notice_id`,
    [user, notices.map(({ facts }) => facts), notices.map(({ at }) => at), told, account ?? null],
  )
  const numbers = rows.map((row) => row.notice_id).sort((one, two) => one - two)
  for (const topic of new Set(notices.map(({ kind }) => PUSH_TOPIC_OF[kind]))) {
    const pushed = numbers.filter((_, place) => notices[place] && PUSH_TOPIC_OF[notices[place].kind] === topic)
    if (topic !== undefined && pushed.length > 0) await notePushes(query, { user, notices: pushed, topic, happened })
  }
  return numbers
}

/**
 * A full queue of one browser takes no more: a device that is off for a week is not told of everything afterwards.
 *
 * The rank puts messages about real accounts before those about demo accounts, which cost their owner nothing, and
 * urgent ones before the others: 0 and 1 real, 2 and 3 demo. The turn is the number of messages of the rank that wait
 * for the customer, this one included: a customer with many messages is behind those with few.
 */
async function notePushes(
  query: Query,
  of: {
    readonly user: UserId
    readonly notices: readonly number[]
    readonly topic: PushTopic
    readonly happened: number
  },
): Promise<void> {
  await query(
    `with own as (
       select case a.kind when 'demo' then 2 else 0 end + $5::int as rank
       from customer_notices c join accounts a on a.account_id = c.account_id where c.notice_id = ($2::int[])[1]
     ), ahead as (
       select count(*)::int as count
       from own, push_queue q join push_subscriptions o on o.subscription_id = q.subscription_id
       where o.user_id = $1 and q.rank = own.rank
     )
     insert into push_queue (notice_id, subscription_id, service, rank, turn, tries, created_at, due_at)
     select n.notice, s.subscription_id, s.service, own.rank,
       ahead.count + row_number() over (order by n.place, s.subscription_id), 0, $4::bigint, 0
     from push_subscriptions s, unnest($2::int[]) with ordinality as n (notice, place), own, ahead
     where s.user_id = $1 and s.service <> '' and $3 = any (string_to_array(s.topics, ' '))
       and (select count(*) from push_queue q where q.subscription_id = s.subscription_id) + n.place
         <= ${PUSH.waitingMax}`,
    [of.user, of.notices, of.topic, of.happened, PUSH_URGENT.includes(of.topic) ? 0 : 1],
  )
}
