/**
 * Before trading opens: every deposit, withdrawal, correction and reward against the engine, which keeps every transfer
 * for ever. A state that stands between two steps of one movement allows both of their transfers, because a crash may
 * leave it; a resumed record then finds the right one. Decision 141 says what this finds and what it cannot find.
 */
import { type AccountId, must } from '@veritick/domain'
import { type DurableTransfer, TRANSFERS_PER_ANSWER_MAX } from '@veritick/engine'
import type { Logger } from 'pino'
import { CaseworkDiffers, type Core, differs } from '../../core/index.ts'
import {
  type CORRECTION_STATES,
  type DEPOSIT_STATES,
  depositTransferSql,
  type Query,
  type REWARD_STATES,
  type WITHDRAWAL_STATES,
} from '../../store/index.ts'
import { type MoneyRecord, REFERENCE_WORDS, referenceOf, referenceOfDeposit, referenceOfReward } from './transfers.ts'

type Standing = DurableTransfer['state'] | 'none'
type Standings<States extends readonly string[]> = { readonly [State in States[number]]: readonly Standing[] }

/** The transfers that the engine may hold for a record, by its state. */
const DEPOSITS: Standings<typeof DEPOSIT_STATES> = {
  begun: ['none'],
  unchecked: ['none'],
  crediting: ['none', 'credited'],
  finished: ['credited'],
  rejected: ['none'],
  invalid: ['none'],
}
const CORRECTIONS: Standings<typeof CORRECTION_STATES> = {
  asked: ['none'],
  booking: ['none', 'credited'],
  booked: ['credited'],
  rejected: ['none'],
}
const REWARDS: Standings<typeof REWARD_STATES> = {
  held: ['none'],
  approved: ['none'],
  paying: ['none', 'credited'],
  paid: ['credited'],
  rejected: ['none'],
}
const WITHDRAWALS: Standings<typeof WITHDRAWAL_STATES> = {
  locking: ['none', 'locked'],
  refused: ['none'],
  waiting: ['locked'],
  approved: ['locked'],
  paying: ['locked', 'settled'],
  rejecting: ['locked', 'settled'],
  cancelling: ['locked', 'settled'],
  paid: ['settled'],
  rejected: ['settled'],
  cancelled: ['settled'],
}

export type Kind = {
  readonly record: MoneyRecord
  readonly table: 'deposits' | 'withdrawals' | 'corrections' | 'invite_rewards'
  /** Columns: its number and its amount. */
  readonly key: string
  readonly amount: string
  /** SQL of the payment, or of the step of an invited customer, that names its transfer. */
  readonly cause?: string
  readonly standings: { readonly [state: string]: readonly Standing[] }
}

const REWARD_CAUSE_SQL = `(invited_id || ':' || step)`

export const KINDS: readonly Kind[] = [
  {
    record: 'deposit',
    table: 'deposits',
    key: 'deposit_id',
    amount: 'credited',
    cause: 'payment_reference',
    standings: DEPOSITS,
  },
  { record: 'withdrawal', table: 'withdrawals', key: 'withdrawal_id', amount: 'amount', standings: WITHDRAWALS },
  { record: 'correction', table: 'corrections', key: 'correction_id', amount: 'amount', standings: CORRECTIONS },
  {
    record: 'reward',
    table: 'invite_rewards',
    key: 'reward_id',
    amount: 'amount',
    cause: REWARD_CAUSE_SQL,
    standings: REWARDS,
  },
]

type Parts = { readonly core: Core; readonly query: Query; readonly log: Logger }

/** Throws CaseworkDiffers; the message names table, record, what was expected and what was found. */
export async function compareCasework(parts: Parts): Promise<void> {
  const started = performance.now()
  let transfers = 0
  let records = 0
  for (const kind of KINDS) {
    const compared = await compareKind(parts, kind)
    records += compared.records
    transfers += compared.transfers
  }
  await compareNumber(parts, transfers)
  await compareReturns(parts)
  const ms = Math.round(performance.now() - started)
  parts.log.info({ records, transfers, ms }, 'deposits, withdrawals, corrections and rewards agree with the ledger')
}

type Row = { readonly id: number; readonly account: AccountId; readonly state: string; readonly amount: number | null }
/** A row of any of the four tables, with what names its transfer. */
export type CaseworkRow = Row & { readonly cause: string | null }

/** From a row with the columns of its table. */
export function caseworkRowOf({ record, key, amount }: Kind, stored: object): CaseworkRow {
  const row = stored as { readonly [column: string]: string | number | null }
  const cause = record === 'reward' ? `${row.invited_id}:${row.step}` : (row.payment_reference ?? null)
  const { account_id: account, state } = row
  return { id: row[key], account, state, amount: row[amount] ?? null, cause } as CaseworkRow
}

/** `undefined`: the engine may hold this transfer for a record in this state. */
export function transferFault(
  record: MoneyRecord,
  row: Omit<Row, 'id'>,
  transfer: DurableTransfer | undefined,
): { readonly expected: string; readonly found: string } | undefined {
  const { table, standings } = kindOf(record)
  const { account, state, amount } = row
  const allowed = must(standings[state], `${table} has the state ${state}`)
  const isSame = transfer === undefined || (transfer.account === account && transfer.amount === amount)
  if (isSame && allowed.includes(transfer?.state ?? 'none')) return undefined
  const expected = allowed.map((each) => (each === 'none' ? 'no transfer' : textOf({ state: each, account, amount })))
  return { expected: expected.join(' or '), found: transfer === undefined ? 'no transfer' : textOf(transfer) }
}

const kindOf = (record: MoneyRecord): Kind =>
  must(
    KINDS.find((kind) => kind.record === record),
    `${record} is a kind of record of money`,
  )

/** In pages, so that a large table is never in memory as a whole: the next one is read while the engine answers. */
async function compareKind(parts: Parts, kind: Kind): Promise<{ records: number; transfers: number }> {
  let [records, transfers] = [0, 0]
  for (let next = pageAfter(parts, kind, -2_147_483_648); ; ) {
    const rows = await next
    const last = rows[rows.length - 1]
    if (last === undefined) return { records, transfers }
    next = pageAfter(parts, kind, last.id)
    // A difference on this page leaves the next one unread.
    next.catch(() => {})
    const { found } = await parts.core.query({
      kind: 'transfers',
      references: rows.map((row) => referenceOfRow(kind.record, row)),
    })
    for (const [at, row] of rows.entries()) compareRecord(kind, row, found[at])
    records += rows.length
    transfers += found.filter((each) => each !== undefined).length
  }
}

export function referenceOfRow(record: MoneyRecord, row: CaseworkRow): string {
  const { id, state, cause } = row
  if (record === 'deposit') return referenceOfDeposit({ id, state, payment: cause })
  if (record === 'reward') return referenceOfReward(must(cause ?? undefined, 'a reward has its cause'))
  return referenceOf(record, id)
}

function pageAfter({ query }: Parts, { table, key, amount, cause = 'null::text' }: Kind, after: number) {
  return query<CaseworkRow>(
    `select ${key} as id, account_id as account, state, ${amount} as amount, ${cause} as cause
     from ${table} where ${key} > $1
     order by ${key} limit $2`,
    [after, TRANSFERS_PER_ANSWER_MAX],
  )
}

function compareRecord({ record, table }: Kind, row: Row, transfer: DurableTransfer | undefined): void {
  const fault = transferFault(record, row, transfer)
  if (fault === undefined) return
  const { id, state } = row
  throw new CaseworkDiffers(differs(`table ${table}, record ${id}, state ${state}: the transfer of the engine`, fault))
}

const textOf = (transfer: Pick<DurableTransfer, 'state' | 'account'> & { readonly amount: number | null }): string =>
  `${transfer.amount} ${transfer.state} on account ${transfer.account}`

/** No transfer is without its record. The account log is asked only to name the one that is. */
async function compareNumber({ core, query }: Parts, found: number): Promise<void> {
  const { count: expected } = await core.query({ kind: 'transfers', references: [] })
  if (found === expected) return
  const records = KINDS.map(({ table, key, record }) => {
    const name = record === 'reward' ? REWARD_CAUSE_SQL : key
    const reference = record === 'deposit' ? depositTransferSql : referenceSql(record, name)
    return `select ${reference} as reference from ${table}`
  })
  const [line] = await query<{ account: number; kind: string; amount: number; sequence: number }>(
    `with records as (${records.join(' union all ')})
     select l.account, l.kind, l.amount, l.sequence from account_log l left join records r on r.reference = l.reference
     where l.reference is not null and r.reference is null order by l.sequence limit 1`,
  )
  const which = line && `; event ${line.sequence} is one: ${line.kind}, account ${line.account}, amount ${line.amount}`
  throw new CaseworkDiffers(
    `${differs('transfers of the engine that have a record', { expected, found })}${which ?? ''}`,
  )
}

/**
 * The engine knows that a withdrawal is settled; the account log knows whether it was given back. Not while another
 * version folds the read tables anew.
 */
async function compareReturns({ core, query, log }: Parts): Promise<void> {
  if (core.stats().projectionLag > 0) {
    log.info('the read tables are being filled: the next start compares which withdrawals were given back')
    return
  }
  const [row] = await query<{ id: number; state: string; returned: number | null }>(
    `select w.withdrawal_id as id, w.state, l.amount as returned
     from withdrawals w left join (select reference, sum(amount)::bigint as amount from account_log
       where kind = 'withdrawal_returned' group by reference) l
       on l.reference = ${referenceSql('withdrawal', 'w.withdrawal_id')}
     where (w.state in ('rejected', 'cancelled') and l.amount is distinct from w.amount)
       or (w.state not in ('rejected', 'cancelled', 'rejecting', 'cancelling') and l.amount is not null)
     order by w.withdrawal_id limit 1`,
  )
  if (row === undefined) return
  const isReturned = row.state === 'rejected' || row.state === 'cancelled'
  throw new CaseworkDiffers(
    differs(`table withdrawals, record ${row.id}, state ${row.state}: given back in the account log`, {
      expected: isReturned ? 'its amount' : 'nothing',
      found: row.returned ?? 'nothing',
    }),
  )
}

/** `referenceOf` and `referenceOfReward` as the store computes them. `name`: SQL of the number or cause. */
const referenceSql = (record: MoneyRecord, name: string): string =>
  `left(encode(sha256(('${REFERENCE_WORDS[record]}:' || ${name}::text)::bytea), 'hex'), 32)`
