/**
 * Finds customers. Staff search by whole addresses and numbers. Only roles that may see contact data search by parts of
 * them, because a search by parts reveals the rest letter by letter. The results are masked for every role.
 */

import { moneyText } from '@veritick/contract'
import type { OfficeData, OfficeRequest } from '@veritick/contract/office'
import { type Micros, micros, type UserId } from '@veritick/domain'
import { pageOf, sortOf } from '../../services/office/index.ts'
import {
  isOvertaken,
  RowChanged,
  readCurrent,
  requireRowSealed,
  rowChanged,
  type SealedRow,
  type Sealing,
  namesOf as sealedNames,
} from '../../services/seals/index.ts'
import { accountsOfEach, masked, USER_MAX, uidOf, userOfUid } from '../accounts/index.ts'
import { type IdentityState, identityStateOf, identityStatusCode } from '../approvals/index.ts'
import type { Context } from './context.ts'
import { ownersNamed } from './search-records.ts'

type Found = OfficeData<'peopleSearch'>

/** Shorter parts match too many customers. */
const PART_LENGTH_MIN = 3

type Stored = SealedRow<'users'> & {
  readonly user_id: UserId
  readonly kind: 'demo' | 'real'
  readonly seal: string
  readonly identity_version: number | null
  readonly identity_state: IdentityState
  readonly identity_at: number
  readonly identity_seal: string
}

const COLUMNS = `${sealedNames('users')
  .map((name) => `u.${name}`)
  .join(', ')}, u.seal, i.version as identity_version, i.state as identity_state, i.changed_at as identity_at,
  i.seal as identity_seal`
const FROM = `users u left join identities i on i.user_id = u.user_id left join lateral (
    select sum(each.balance)::bigint as balance from accounts a join account_totals each on each.account = a.account_id
    where a.user_id = u.user_id and a.kind = u.kind) t on true`
const ORDERS = { id: 'u.created_at', balance: 'coalesce(t.balance, 0)' } as const

type Parts = Pick<Context, 'store' | 'core' | 'encryption' | 'knownAccounts' | 'newestSeals' | 'ids' | 'log'>

/**
 * Rows of the store choose and order the customers. Each customer of the page proves themselves before anything of them
 * is shown: a row that was changed in the store would lead staff to another customer.
 */
export async function searchPeople(
  parts: Parts,
  options: { readonly params: OfficeRequest<'peopleSearch'>; readonly seesContact: boolean },
): Promise<Found> {
  const { params } = options
  const { query } = parts.store
  const { page, size } = pageOf(params)
  const owners = await ownersNamed(parts, params.q?.trim() ?? '')
  const { where, values } = conditionOf(params, { ...options, owners: owners.map(({ user }) => user) })
  const order = sortOf(params.sort, ['id', 'balance']) ?? { by: 'id', descending: true }
  const way = order.descending ? 'desc' : 'asc'
  const [counted] = await query<{ total: number }>(`select count(*) as total from ${FROM} where ${where}`, values)
  const rows = await readCurrent(
    () =>
      query<Stored>(
        `select ${COLUMNS} from ${FROM} where ${where} order by ${ORDERS[order.by]} ${way}, u.user_id ${way}
         limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, size, (page - 1) * size],
      ),
    (read) => read.some((row) => isRowOvertaken(parts.encryption, row)),
  )
  const faults = new Map(owners.map(({ user, fault }) => [user, fault]))
  // At once: a change of the customer while the rest is read would make a right row an older one.
  const proven = rows.map((row) => ({ row, proof: proofOf(parts.encryption, row, faults.get(row.user_id)) }))
  return { data: await shown(parts, proven), total: counted?.total ?? 0 }
}

type Proof = { readonly state: IdentityState } | { readonly fault: string }

/** `fault`: of the record that named the customer. */
function proofOf(encryption: Sealing, row: Stored, fault: string | undefined): Proof {
  if (fault !== undefined) return { fault }
  try {
    requireRowSealed(encryption, 'users', row)
    return { state: provenStateIn(encryption, row) }
  } catch (error) {
    if (error instanceof RowChanged) return { fault: error.message }
    throw error
  }
}

async function shown(
  parts: Parts,
  proven: readonly { readonly row: Stored; readonly proof: Proof }[],
): Promise<Found['data']> {
  const { store, core, log } = parts
  const users = proven.map(({ row }) => row.user_id)
  const accounts = await accountsOfEach({ ...parts, db: store.db }, users)
  return Promise.all(
    proven.map(async ({ row, proof }) => {
      const { user_id: user, kind } = row
      try {
        if ('fault' in proof) throw new RowChanged(proof.fault)
        const own = accounts(user).filter((each) => each.kind === kind)
        const views = await Promise.all(own.map(({ account }) => core.query({ kind: 'account', account })))
        const balance = views.reduce((sum, view) => sum + (view?.balance ?? 0), 0)
        return wireRow(row, { state: proof.state, balance: micros(balance) })
      } catch (error) {
        if (!(error instanceof RowChanged)) throw error
        log.error({ user, fault: error.message }, 'facts about a customer were changed in the store')
        return { ...HIDDEN, id: user, uid: uidOf(user), fault: error.message }
      }
    }),
  )
}

/** Nothing of a customer whose rows do not prove themselves; they count as frozen. */
const HIDDEN = {
  kind: 'real',
  email: '',
  phone: '',
  country: '',
  created_at: null,
  identity_status: 0,
  frozen: true,
  closed: false,
  balance: null,
  credit_score: null,
} as const

function isRowOvertaken(encryption: Sealing, row: Stored): boolean {
  const identity = identityIn(row)
  const isIdentity = identity !== undefined && isOvertaken(encryption, 'identities', identity)
  return isIdentity || isOvertaken(encryption, 'users', row)
}

/** `undefined`: there is no row of the state. */
function identityIn({ user_id, identity_version: version, identity_state: state, ...row }: Stored) {
  return version === null
    ? undefined
    : { user_id, version, state, changed_at: row.identity_at, seal: row.identity_seal }
}

function provenStateIn(encryption: Sealing, row: Stored): IdentityState {
  const identity = identityIn(row)
  const { user_id } = row
  const isMissing = identity === undefined && encryption.rowVersions.of({ table: 'identities', key: user_id }) > 0
  if (isMissing) throw rowChanged('identities', { user_id })
  requireRowSealed(encryption, 'identities', identity)
  return identity?.state ?? 'none'
}

type Condition = { readonly where: string; readonly values: readonly unknown[] }

function conditionOf(
  params: OfficeRequest<'peopleSearch'>,
  how: { readonly seesContact: boolean; readonly owners: readonly UserId[] },
): Condition {
  const { seesContact, owners } = how
  const { q = '', kind, identity, frozen, closed, since } = params
  const values: unknown[] = []
  const placeholder = (value: unknown) => `$${values.push(value)}`
  const parts = ['true']
  if (kind !== undefined) parts.push(`u.kind = ${placeholder(kind)}`)
  if (identity !== undefined) parts.push(`coalesce(i.state, 'none') = ${placeholder(identityStateOf(identity))}`)
  if (frozen !== undefined) parts.push(`(u.frozen_at is not null) = ${placeholder(frozen === 1)}`)
  if (closed !== undefined) parts.push(`(u.closure_id is not null) = ${placeholder(closed === 1)}`)
  if (since !== undefined) parts.push(`u.created_at >= ${placeholder(since)}`)
  if (q.trim() !== '') parts.push(`(${namedBy(q.trim(), { placeholder, seesContact, owners }).join(' or ')})`)
  return { where: parts.join(' and '), values }
}

/** Everything that the text can name. `owners`: of the record with this number. */
function namedBy(
  text: string,
  how: {
    readonly placeholder: (value: unknown) => string
    readonly seesContact: boolean
    readonly owners: readonly UserId[]
  },
): string[] {
  const { placeholder, seesContact, owners } = how
  const small = text.toLowerCase()
  const digits = text.replace(/[\s()+.-]/g, '')
  const isNumber = /^\d{1,20}$/.test(digits)
  const named = [`u.invite_code = ${placeholder(text)}`, `u.email = ${placeholder(small)}`]
  const user = userOfUid(text)
  if (user !== undefined) named.push(`u.user_id = ${placeholder(user)}`)
  if (/^\d{1,10}$/.test(text) && Number(text) <= USER_MAX) named.push(`u.user_id = ${placeholder(Number(text))}`)
  if (owners.length > 0) named.push(`u.user_id = any(${placeholder(owners)}::integer[])`)
  if (isNumber) named.push(`u.phone = ${placeholder(`+${digits.replace(/^00/, '')}`)}`)
  if (!seesContact || text.length < PART_LENGTH_MIN) return named
  named.push(`strpos(u.email, ${placeholder(small)}) > 0`)
  if (isNumber && digits.length >= PART_LENGTH_MIN) named.push(`strpos(u.phone, ${placeholder(digits)}) > 0`)
  return named
}

function wireRow(
  row: Stored,
  { state, balance }: { readonly state: IdentityState; readonly balance: Micros },
): Found['data'][number] {
  const text = (value: Stored[keyof Stored]) => (typeof value === 'string' ? value : '')
  const [email, phone] = [text(row.email), text(row.phone)]
  return {
    id: row.user_id,
    uid: uidOf(row.user_id),
    fault: null,
    kind: row.kind,
    email: email === '' ? '' : masked({ channel: 'mail', to: email }),
    phone: phone === '' ? '' : masked({ channel: 'sms', to: phone }),
    country: text(row.country),
    created_at: Number(row.created_at),
    identity_status: identityStatusCode(state),
    frozen: row.frozen_at !== null,
    closed: row.closure_id !== null,
    balance: moneyText(balance),
    credit_score: Number(row.credit_score),
  }
}
