/**
 * The one place that stores notices of a customer, each with its seal. In the same transaction it notes a push for each
 * browser that the customer lets notify; features/push sends it. So a crash loses neither.
 */
import { type NoticeKind, PUSH, PUSH_TOPIC_OF, PUSH_URGENT, type PushTopic } from '@veritick/contract'
import { type AccountId, must, type UserId } from '@veritick/domain'
import type { Query } from '../../store/index.ts'
import { rowSeal, type Sealing } from '../seals/index.ts'

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

type Parts = { readonly query: Query; readonly encryption: Sealing }

/** The numbers of the notices; none when the user has no such account. */
export async function insertNotices({ query, encryption }: Parts, added: NewNotices): Promise<readonly number[]> {
  const { user, notices, happened, told } = added
  const given = await numbersFor(query, added)
  const numbers = given.map((each) => each.notice)
  const rows = given.map(({ notice, account }, place) => {
    const { facts, at } = must(notices[place], 'each notice has a number')
    const row = { notice_id: notice, user_id: user, account_id: account, facts, at }
    return { ...row, seal: rowSeal(encryption, 'customer_notices', row) }
  })
  await query(
    `insert into customer_notices (notice_id, user_id, account_id, facts, at, read_at, told, seal)
     overriding system value
     select n.notice, $1::int, n.account, n.facts, n.at, null, $2::boolean, n.seal
     from unnest($3::int[], $4::int[], $5::text[], $6::bigint[], $7::text[]) as n (notice, account, facts, at, seal)`,
    [
      ...[user, told, numbers, rows.map((row) => row.account_id)],
      ...[rows.map(({ facts }) => facts), rows.map(({ at }) => at), rows.map(({ seal }) => seal)],
    ],
  )
  for (const topic of new Set(notices.map(({ kind }) => PUSH_TOPIC_OF[kind]))) {
    const pushed = numbers.filter((_, place) => notices[place] && PUSH_TOPIC_OF[notices[place].kind] === topic)
    if (topic !== undefined && pushed.length > 0) await notePushes(query, { user, notices: pushed, topic, happened })
  }
  return numbers
}

/**
 * The number that each notice will have, because its seal covers it, in their order. Unused ones are not given again.
 */
async function numbersFor(query: Query, { user, account, notices }: NewNotices) {
  const given = await query<{ notice: number; account: AccountId }>(
    `select nextval(pg_get_serial_sequence('customer_notices', 'notice_id'))::int as notice, a.account_id as account
     from accounts a, generate_series(1, $2::int)
     where a.user_id = $1 and case when $3::int is null then a.is_default else a.account_id = $3::int end`,
    [user, notices.length, account ?? null],
  )
  return given.toSorted((one, two) => one.notice - two.notice)
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
