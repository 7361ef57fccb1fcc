/** Rows of web push: the browsers that customers let notify, and what waits for each. */
import { PUSH, type PushTopic } from '@veritick/contract'
import type { UserId } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { z } from 'zod'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Query, Transaction } from '../../store/index.ts'
import type { Target } from './send.ts'

export type Chosen = { readonly topics: readonly PushTopic[]; readonly details: boolean }
type NewBrowser = Chosen & {
  readonly user: UserId
  readonly session: string
  readonly target: Target
  readonly language: Language
  readonly now: number
}

const SUBSCRIPTION = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) })
const encryptionContext = (endpointHash: string) => ({ purpose: 'push', row: endpointHash })

/** The choice of the session; `undefined`: its browser is not notified. */
export async function chosenBy(query: Query, session: string): Promise<Chosen | undefined> {
  const [row] = await query<{ topics: string; details: boolean }>(
    'select topics, details from push_subscriptions where session = $1',
    [session],
  )
  return row && { topics: row.topics.split(' ') as PushTopic[], details: row.details }
}

/** One browser a session and one session a browser; beyond the ceiling of a customer the oldest goes. */
export async function register({ query }: Transaction, encryption: Encryption, browser: NewBrowser): Promise<void> {
  const { user, session, target, topics, details, language, now } = browser
  const hash = encryption.fingerprint('push_endpoint', target.endpoint)
  await query('delete from push_subscriptions where session = $1 or endpoint_hash = $2', [session, hash])
  await query(
    `insert into push_subscriptions
       (user_id, session, endpoint_hash, origin, encrypted, topics, details, language, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[user, session, hash, new URL(target.endpoint).origin],
      ...[
        encryption.encryptText(encryptionContext(hash), JSON.stringify(target)),
        topics.join(' '),
        details,
        language,
        now,
      ],
    ],
  )
  await query(
    `delete from push_subscriptions where subscription_id in (
       select subscription_id from push_subscriptions where user_id = $1
       order by subscription_id desc offset ${PUSH.browsersMax})`,
    [user],
  )
}

export async function unregister(query: Query, session: string): Promise<void> {
  await query('delete from push_subscriptions where session = $1', [session])
}

/** A message that is due. */
export type Due = {
  readonly subscription: number
  readonly notice: number
  readonly tries: number
  readonly createdAt: number
  readonly origin: string
  readonly endpointHash: string
  readonly encrypted: Uint8Array
  readonly details: boolean
  readonly language: Language
  /** False: the session ended, and with it the notifications of its browser. */
  readonly alive: boolean
}

/** The oldest first, without those that are being sent and those of services that have enough to do. */
export async function dueNow(
  query: Query,
  which: {
    readonly now: number
    readonly limit: number
    readonly busy: readonly string[]
    readonly sending: readonly string[]
  },
): Promise<readonly Due[]> {
  return query<Due>(
    `select q.subscription_id as subscription, q.notice_id as notice, q.tries, q.created_at as "createdAt", s.origin,
       s.endpoint_hash as "endpointHash", s.encrypted, s.details, s.language,
       coalesce(t.ended_at is null and t.expires_at > $1::bigint, false) as alive
     from push_queue q join push_subscriptions s on s.subscription_id = q.subscription_id
       left join sessions t on t.token_hash = s.session
     where q.due_at <= $1::bigint and s.origin <> all ($2::text[])
       and q.subscription_id || '-' || q.notice_id <> all ($3::text[])
     order by q.due_at, q.notice_id limit $4::int`,
    [which.now, which.busy, which.sending, which.limit],
  )
}

export const nameOf = ({ subscription, notice }: Pick<Due, 'subscription' | 'notice'>) => `${subscription}-${notice}`

export function targetOf(encryption: Encryption, { endpointHash, encrypted }: Due): Target {
  return SUBSCRIPTION.parse(JSON.parse(encryption.decryptText(encryptionContext(endpointHash), encrypted)))
}

export async function drop(query: Query, { subscription, notice }: Due): Promise<void> {
  await query('delete from push_queue where subscription_id = $1 and notice_id = $2', [subscription, notice])
}

export async function dropBrowser(query: Query, { subscription }: Due): Promise<void> {
  await query('delete from push_subscriptions where subscription_id = $1', [subscription])
}

export async function putOff(query: Query, { subscription, notice }: Due, dueAt: number): Promise<void> {
  await query('update push_queue set tries = tries + 1, due_at = $3 where subscription_id = $1 and notice_id = $2', [
    subscription,
    notice,
    dueAt,
  ])
}
