/**
 * Finds customers. Staff search by whole addresses and numbers. Only roles that may see contact data search by parts of
 * them, because a search by parts reveals the rest letter by letter. The results are masked for every role.
 */

import { moneyText } from '@veritick/contract'
import type { OfficeData, OfficeRequest } from '@veritick/contract/office'
import { micros, type UserId } from '@veritick/domain'
import type { Ids } from '../../services/encryption/index.ts'
import { pageOf, sortOf } from '../../services/office/index.ts'
import type { Query } from '../../store/index.ts'
import { masked, USER_MAX, uidOf, userOfUid } from '../accounts/index.ts'
import { type IdentityState, identityStateOf, identityStatusCode } from '../approvals/index.ts'

type Found = OfficeData<'peopleSearch'>

/** Shorter parts match too many customers. */
const PART_LENGTH_MIN = 3

type Row = {
  readonly user_id: UserId
  readonly kind: 'demo' | 'real'
  readonly email: string | null
  readonly phone: string | null
  readonly country: string | null
  readonly created_at: number
  readonly credit_score: number
  readonly identity: IdentityState
  readonly frozen: boolean
  readonly closed: boolean
  readonly balance: number
}

const FROM = `users u left join identities i on i.user_id = u.user_id left join lateral (
    select sum(each.balance)::bigint as balance from accounts a join account_totals each on each.account = a.account_id
    where a.user_id = u.user_id and a.kind = u.kind) t on true`
const ORDERS = { id: 'u.created_at', balance: 'coalesce(t.balance, 0)' } as const

export async function searchPeople(
  query: Query,
  options: { readonly params: OfficeRequest<'peopleSearch'>; readonly seesContact: boolean; readonly ids: Ids },
): Promise<Found> {
  const { params } = options
  const { page, size } = pageOf(params)
  const { where, values } = conditionOf(params, options)
  const order = sortOf(params.sort, ['id', 'balance']) ?? { by: 'id', descending: true }
  const way = order.descending ? 'desc' : 'asc'
  const [counted] = await query<{ total: number }>(`select count(*) as total from ${FROM} where ${where}`, values)
  const rows = await query<Row>(
    `select u.user_id, u.kind, u.email, u.phone, u.country, u.created_at, u.credit_score,
       coalesce(i.state, 'none') as identity,
       u.frozen_at is not null as frozen, u.closure_id is not null as closed, coalesce(t.balance, 0) as balance
     from ${FROM} where ${where} order by ${ORDERS[order.by]} ${way}, u.user_id ${way}
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, size, (page - 1) * size],
  )
  return { data: rows.map(wireRow), total: counted?.total ?? 0 }
}

type Condition = { readonly where: string; readonly values: readonly unknown[] }

function conditionOf(
  params: OfficeRequest<'peopleSearch'>,
  how: { readonly seesContact: boolean; readonly ids: Ids },
): Condition {
  const { seesContact, ids } = how
  const { q = '', kind, identity, frozen, closed, since } = params
  const values: unknown[] = []
  const placeholder = (value: unknown) => `$${values.push(value)}`
  const parts = ['true']
  if (kind !== undefined) parts.push(`u.kind = ${placeholder(kind)}`)
  if (identity !== undefined) parts.push(`coalesce(i.state, 'none') = ${placeholder(identityStateOf(identity))}`)
  if (frozen !== undefined) parts.push(`(u.frozen_at is not null) = ${placeholder(frozen === 1)}`)
  if (closed !== undefined) parts.push(`(u.closure_id is not null) = ${placeholder(closed === 1)}`)
  if (since !== undefined) parts.push(`u.created_at >= ${placeholder(since)}`)
  if (q.trim() !== '') parts.push(`(${namedBy(q.trim(), { placeholder, seesContact, ids }).join(' or ')})`)
  return { where: parts.join(' and '), values }
}

/** The statement that finds the owner of the deposit, withdrawal or payee with this id. */
const ownersOf = (id: string): string =>
  `select user_id from deposits where deposit_id = ${id}
    union select user_id from withdrawals where withdrawal_id = ${id}
   union select user_id from payees where payee_id = ${id}`

const ownerOfOrder = (order: string): string =>
  `select a.user_id from orders o join accounts a on a.account_id = o.account where o.order_id = ${order}`

/** Everything that the text can name. */
function namedBy(
  text: string,
  how: { readonly placeholder: (value: unknown) => string; readonly seesContact: boolean; readonly ids: Ids },
): string[] {
  const { placeholder, seesContact, ids } = how
  const small = text.toLowerCase()
  const digits = text.replace(/[\s()+.-]/g, '')
  const isNumber = /^\d{1,20}$/.test(digits)
  const named = [`u.invite_code = ${placeholder(text)}`, `u.email = ${placeholder(small)}`]
  const user = userOfUid(text)
  if (user !== undefined) named.push(`u.user_id = ${placeholder(user)}`)
  if (/^\d{1,10}$/.test(text) && Number(text) <= USER_MAX) named.push(`u.user_id = ${placeholder(Number(text))}`)
  if (/^\d{10}$/.test(text) && Number(text) <= USER_MAX)
    named.push(`u.user_id in (${ownersOf(placeholder(Number(text)))})`)
  if (/^\d{9}$/.test(text))
    named.push(`u.user_id in (select user_id from accounts where account_id = ${placeholder(Number(text))})`)
  if (/^\d{12}$/.test(text)) named.push(`u.user_id in (${ownerOfOrder(placeholder(ids.orderNamed(Number(text))))})`)
  if (isNumber) named.push(`u.phone = ${placeholder(`+${digits.replace(/^00/, '')}`)}`)
  if (!seesContact || text.length < PART_LENGTH_MIN) return named
  named.push(`strpos(u.email, ${placeholder(small)}) > 0`)
  if (isNumber && digits.length >= PART_LENGTH_MIN) named.push(`strpos(u.phone, ${placeholder(digits)}) > 0`)
  return named
}

function wireRow(row: Row): Found['data'][number] {
  return {
    id: row.user_id,
    uid: uidOf(row.user_id),
    kind: row.kind,
    email: row.email === null ? '' : masked({ channel: 'mail', to: row.email }),
    phone: row.phone === null ? '' : masked({ channel: 'sms', to: row.phone }),
    country: row.country ?? '',
    created_at: row.created_at,
    identity_status: identityStatusCode(row.identity),
    frozen: row.frozen,
    closed: row.closed,
    balance: moneyText(micros(row.balance)),
    credit_score: row.credit_score,
  }
}
