/**
 * The one place that stores a notice of a customer. In the same transaction it notes a push for each browser that the
 * customer lets notify; features/push sends it. So a crash loses neither.
 */
import { type NoticeKind, PUSH, PUSH_TOPIC_OF } from '@veritick/contract'
import type { AccountId, UserId } from '@veritick/domain'
import type { Query } from '../../store/index.ts'

type NewNotice = {
  readonly user: UserId
  /** `undefined`: the default account of the user. */
  readonly account?: AccountId | undefined
  readonly kind: NoticeKind
  /** JSON. */
  readonly facts: string
  /** Milliseconds: market time of trading notices, otherwise wall time. */
  readonly at: number
  /** Wall time. */
  readonly happened: number
  /** Whether the caller tells the sockets itself. */
  readonly told: boolean
}

/** The number of the notice; `undefined`: the user has no such account. */
export async function insertNotice(query: Query, notice: NewNotice): Promise<number | undefined> {
  const { user, account, kind, facts, at, happened, told } = notice
  const [row] = await query<{ notice_id: number }>(
    `insert into customer_notices (user_id, account_id, facts, at, read_at, told)
     select user_id, account_id, $2, $3::bigint, null, $4::boolean from accounts
       where user_id = $1 and case when $5::int is null then is_default else account_id = $5::int end
     returning notice_id`,
    [user, facts, at, told, account ?? null],
  )
  const topic = PUSH_TOPIC_OF[kind]
  if (row !== undefined && topic !== undefined) await notePush(query, { user, notice: row.notice_id, topic, happened })
  return row?.notice_id
}

/** A full queue of one browser takes no more: a device that is off for a week is not told of everything afterwards. */
async function notePush(
  query: Query,
  of: { readonly user: UserId; readonly notice: number; readonly topic: string; readonly happened: number },
): Promise<void> {
  await query(
    `insert into push_queue (notice_id, subscription_id, tries, created_at, due_at)
     select $2::int, s.subscription_id, 0, $4::bigint, 0 from push_subscriptions s
     where s.user_id = $1 and $3 = any (string_to_array(s.topics, ' '))
       and (select count(*) from push_queue q where q.subscription_id = s.subscription_id) < ${PUSH.waitingMax}`,
    [of.user, of.notice, of.topic, of.happened],
  )
}
