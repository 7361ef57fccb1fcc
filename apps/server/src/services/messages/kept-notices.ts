/**
 * Notices that the customer also reads in the app: decisions about money and identity, sign-ins in new browsers, a
 * sign-out by staff, and a freeze with its end.
 * The row is written in the transaction that posts the message. Its words are the subject of the mail, so that both say
 * the same; it stands under the default account of the customer.
 */
import { NOTICES_KEPT_MAX, type NoticeKind } from '@veritick/contract'
import type { Millis, UserId } from '@veritick/domain'
import type { Query } from '../../store/index.ts'
import { isSealed, rowSeal, type SealedRow, type Sealing } from '../seals/index.ts'
import { insertNotices } from './notice-rows.ts'
import type { Message, MessageName } from './templates.ts'

/** The kind of the notice for each message. */
const KINDS = {
  deposit_finished: 'deposit',
  deposit_rejected: 'deposit',
  deposit_invalid: 'deposit',
  withdraw_approved: 'withdrawal',
  withdraw_paid: 'withdrawal',
  withdraw_rejected: 'withdrawal',
  identity_accepted: 'identity',
  identity_rejected: 'identity',
  new_sign_in: 'sign_in',
  new_sign_in_link: 'sign_in',
  signed_out_by_staff: 'sign_in',
  account_frozen: 'account_frozen',
  account_frozen_support: 'account_frozen',
  account_unfrozen: 'account_unfrozen',
} as const satisfies { readonly [Name in MessageName]?: NoticeKind }

export type KeptName = keyof typeof KINDS
const isKept = (name: MessageName): name is KeptName => Object.hasOwn(KINDS, name)
export const KEPT_NAMES = Object.keys(KINDS).filter((name): name is KeptName => Object.hasOwn(KINDS, name))

/**
 * A sign-in that the notice is about: the hashes of its session's token and of its browser's cookie. Neither this
 * session nor a further one of the browser sees the notice.
 */
export type OwnSignIn = { readonly session: string; readonly browser: string }

/** Sessions that one notice is hidden from. */
const HIDDEN_FROM_MAX = 200

type Parts = { readonly query: Query; readonly encryption: Sealing }

/** Writes the notice if it is one of these. `at`: wall time. */
export async function keepInApp(
  { query, encryption }: Parts,
  kept: {
    readonly user: UserId
    readonly message: Message
    readonly ownSignIn: OwnSignIn | undefined
    readonly at: Millis
  },
): Promise<void> {
  const { user, message, ownSignIn, at } = kept
  const { name, values } = message
  if (!isKept(name)) return
  const sum = 'amount' in values ? values.amount : undefined
  const kind = KINDS[name]
  const hidden = ownSignIn && { hiddenFrom: [ownSignIn.session], ownBrowser: ownSignIn.browser }
  const facts = JSON.stringify({ kind, message: name, sum, ...hidden })
  await insertNotices({ query, encryption }, { user, notices: [{ kind, facts, at }], happened: at, told: false })
  await trimKept(query, user)
}

type HiddenFacts = { readonly hiddenFrom: readonly string[]; readonly ownBrowser: string }

/**
 * A further sign-in in a browser: the unread notice of its first one is hidden from the new session as well. False: it
 * is hidden from as many as may be, or was changed in the store, so this sign-in is told like one in a new browser.
 */
export async function hideOwnSignIn(
  { query, encryption }: Parts,
  { user, session, browser }: OwnSignIn & { readonly user: UserId },
): Promise<boolean> {
  const rows = await unreadNotices(query, user, { like: `%"ownBrowser":"${browser}"%` })
  for (const row of rows) {
    if (!isSealed(encryption, 'customer_notices', row)) return false
    const known = JSON.parse(row.facts) as HiddenFacts
    if (known.hiddenFrom.length >= HIDDEN_FROM_MAX) return false
    const facts = JSON.stringify({ ...known, hiddenFrom: [...known.hiddenFrom, session] })
    const seal = rowSeal(encryption, 'customer_notices', { ...row, facts })
    await query('update customer_notices set facts = $2, seal = $3 where notice_id = $1', [row.notice_id, facts, seal])
  }
  return true
}

type NoticeRow = SealedRow<'customer_notices'> & { readonly facts: string; readonly seal: string }

/** Locked until the transaction ends. `like`: of the text of the facts. */
const unreadNotices = (query: Query, user: UserId, { like }: { readonly like: string }) =>
  query<NoticeRow>(
    `select notice_id, user_id, account_id, facts, at, seal from customer_notices
     where user_id = $1 and facts like $2 and read_at is null order by notice_id desc limit $3 for update`,
    [user, like, NOTICES_KEPT_MAX],
  )

/** There is at most one unread notice of an answer: the conversation shows all answers. */
const SUPPORT_FACTS = JSON.stringify({ kind: 'support' })

/** A staff member has answered. In the transaction that stores the answer. */
export async function keepSupportNotice(
  { query, encryption }: Parts,
  { user, at }: { readonly user: UserId; readonly at: Millis },
): Promise<void> {
  const waiting = await unreadNotices(query, user, { like: SUPPORT_FACTS })
  // One that was inserted in the store is not shown, so it is no reason to tell nothing.
  if (waiting.some((row) => isSealed(encryption, 'customer_notices', row))) return
  const notices = [{ kind: 'support', facts: SUPPORT_FACTS, at }] as const
  await insertNotices({ query, encryption }, { user, notices, happened: at, told: false })
  await trimKept(query, user)
}

/** The customer has opened the conversation. */
export async function readSupportNotice(query: Query, { user, at }: { readonly user: UserId; readonly at: Millis }) {
  await query('update customer_notices set read_at = $3 where user_id = $1 and facts = $2 and read_at is null', [
    user,
    SUPPORT_FACTS,
    at,
  ])
}

/** Deletes what is above the ceiling of a customer: read ones before unread ones, the oldest first. */
export async function trimKept(query: Query, user: UserId): Promise<void> {
  await query(
    `delete from customer_notices where notice_id in (
       select notice_id from customer_notices where user_id = $1
       order by (read_at is null) desc, notice_id desc offset $2)`,
    [user, NOTICES_KEPT_MAX],
  )
}
