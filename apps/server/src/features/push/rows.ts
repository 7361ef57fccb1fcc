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
  /** The entry of PUSH_SERVICES that allows the endpoint. */
  readonly service: string
  readonly language: Language
  readonly now: number
}

const SUBSCRIPTION = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) })
/**
 * A browser belongs to the session that registered it, and shows the details that its owner chose: in a row that says
 * otherwise its address does not decrypt.
 */
const encryptionContext = (row: Pick<Due, 'user' | 'endpointHash' | 'session' | 'details'>) => ({
  purpose: 'push',
  row: `${row.user}:${row.endpointHash}:${row.session}:${row.details}`,
})

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
  const { user, session, target, service, topics, details, language, now } = browser
  const hash = encryption.fingerprint('push_endpoint', target.endpoint)
  await query('delete from push_subscriptions where session = $1 or endpoint_hash = $2', [session, hash])
  await query(
    `insert into push_subscriptions
       (user_id, session, endpoint_hash, origin, service, encrypted, topics, details, language, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[user, session, hash, new URL(target.endpoint).origin, service],
      ...[
        encryption.encryptText(
          encryptionContext({ user, endpointHash: hash, session, details }),
          JSON.stringify(target),
        ),
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
  readonly user: UserId
  readonly notice: number
  readonly tries: number
  readonly createdAt: number
  readonly origin: string
  readonly service: string
  readonly endpointHash: string
  readonly encrypted: Uint8Array
  readonly details: boolean
  readonly language: Language
  /** The hash of its session's token. */
  readonly session: string
}

/**
 * Of each lane as many as it has room for, in the order of ranks and turns, without those that are being sent. Each
 * lane is read by its own part of the index, so that the messages of one that is full cost the others nothing.
 */
export async function dueNow(
  query: Query,
  which: {
    readonly lanes: readonly { readonly service: string; readonly room: number }[]
    readonly sending: readonly string[]
  },
): Promise<readonly Due[]> {
  const { lanes, sending } = which
  return query<Due>(
    `select q.subscription_id as subscription, q.notice_id as notice, q.tries, q.created_at as "createdAt",
       s.user_id as user, s.origin, q.service, s.endpoint_hash as "endpointHash", s.encrypted, s.details, s.language,
       s.session
     from unnest($1::text[], $2::int[]) as l (service, room)
       cross join lateral (
         select * from push_queue w
         where w.due_at = 0 and w.service = l.service and w.subscription_id || '-' || w.notice_id <> all ($3::text[])
         order by w.rank, w.turn, w.notice_id limit l.room
       ) q
       join push_subscriptions s on s.subscription_id = q.subscription_id
     order by q.rank, q.turn, q.notice_id`,
    [lanes.map(({ service }) => service), lanes.map(({ room }) => room), sending],
  )
}

/** Messages that waited for their next try are due again, the longest waiting first. */
export async function endWaits(query: Query, { now, limit }: { readonly now: number; readonly limit: number }) {
  await query(
    `update push_queue set due_at = 0 where (subscription_id, notice_id) in (
       select subscription_id, notice_id from push_queue where due_at > 0 and due_at <= $1::bigint
       order by due_at limit $2::int)`,
    [now, limit],
  )
}

/**
 * Gives each browser the entry of PUSH_SERVICES that allows it now, if the operator has changed them, and moves the
 * messages that wait for it to the lane of that entry. A browser that no entry allows is sent nothing until one does.
 * The pattern below reads an entry as `pushServiceOf` (config/push-setting.ts) does.
 */
export async function assignServices({ query }: Transaction, services: readonly string[]): Promise<void> {
  await query(
    `update push_subscriptions set service = coalesce((
       select l.service from unnest($1::text[]) with ordinality as l (service, place)
       where origin like replace(l.service, '*', '%') order by l.place limit 1), '')
     where service <> all ($1::text[])`,
    [services],
  )
  await query(
    `update push_queue q set service = s.service from push_subscriptions s
     where s.subscription_id = q.subscription_id and q.service <> s.service`,
  )
  await query(`delete from push_queue where service = ''`)
}

export const nameOf = ({ subscription, notice }: Pick<Due, 'subscription' | 'notice'>) => `${subscription}-${notice}`

export function targetOf(encryption: Encryption, due: Due): Target {
  return SUBSCRIPTION.parse(JSON.parse(encryption.decryptText(encryptionContext(due), due.encrypted)))
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
