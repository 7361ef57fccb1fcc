/**
 * The ids that customers see. They must not show how many customers, orders or deposits the operator has. Numbers of
 * the store (customers, deposits, withdrawals, bound payees) come from a secret mapping of a counter, applied once, so
 * every reference agrees. The engine numbers orders and events in sequence, because journal and proofs depend on that;
 * their numbers are mapped where the wire is written and read. The keys come from the encryption keys: the same store
 * always gives the same ids.
 */
import { type AccountId, must, type UserId } from '@veritick/domain'
import type { Query } from '../../store/index.ts'
import { Bijection } from './bijection.ts'
import type { Encryption } from './encryption.ts'

/** The tables whose rows the store numbers, with the column of the number. */
const COLUMNS = {
  users: 'user_id',
  accounts: 'account_id',
  deposits: 'deposit_id',
  withdrawals: 'withdrawal_id',
  payees: 'payee_id',
} as const
export type NumberedTable = keyof typeof COLUMNS
/** The number of a row, in the type of its table. */
export type NumberOf<Table extends NumberedTable> = Table extends 'users'
  ? UserId
  : Table extends 'accounts'
    ? AccountId
    : number

/** Ten digits, the largest that the columns hold. */
export const RECORD_ID_MIN = 1_000_000_000
export const RECORD_ID_MAX = 2_147_483_647
/** Nine digits: the number of an account is never that of a user, so a mix-up of the two finds nothing. */
export const ACCOUNT_ID_MIN = 100_000_000
export const ACCOUNT_ID_MAX = 999_999_999
/** Twelve digits. */
export const ORDER_ID_MIN = 100_000_000_000
export const ORDER_ID_MAX = 999_999_999_999
/** No order has it: an id that is none is looked up like every other. */
const NO_ORDER = Number.MAX_SAFE_INTEGER
/** Ids of orders kept in memory: live profit is written four times a second. */
const REMEMBERED_MAX = 100_000
/** The engine numbers orders in sequence: ids of the next ones are made with that of a new one. */
const IDS_AHEAD = 64

export type Ids = {
  /** The number of the next row; insert it `overriding system value`. One that is not used is given to nothing else. */
  next<Table extends NumberedTable>(query: Query, table: Table): Promise<NumberOf<Table>>
  /** How the wire names an order of the engine. */
  order(order: number): number
  /** The engine's number of an order that a request names; one that no order has when there cannot be such an order. */
  orderNamed(id: number): number
  /** How the wire names a line of the account log, by its event's number in the journal. */
  entry(sequence: number): number
}

export function idsOf(encryption: Pick<Encryption, 'fingerprint'>): Ids {
  const keyed = (kind: string, size: number) =>
    new Bijection({ key: Buffer.from(encryption.fingerprint('ids on the wire', kind), 'hex'), size })
  const recordSize = RECORD_ID_MAX - RECORD_ID_MIN + 1
  const record = (kind: string) => ({ first: RECORD_ID_MIN, mapping: keyed(kind, recordSize) })
  const accountSize = ACCOUNT_ID_MAX - ACCOUNT_ID_MIN + 1
  const records: Readonly<Record<NumberedTable, { readonly first: number; readonly mapping: Bijection }>> = {
    users: record('users'),
    accounts: { first: ACCOUNT_ID_MIN, mapping: keyed('accounts', accountSize) },
    deposits: record('deposits'),
    withdrawals: record('withdrawals'),
    payees: record('payees'),
  }
  const orderSize = ORDER_ID_MAX - ORDER_ID_MIN + 1
  const orders = keyed('orders', orderSize)
  const entries = keyed('entries', orderSize)
  const remembered = new Map<number, number>()
  let newestOrder = 0

  return {
    next: async <Table extends NumberedTable>(query: Query, table: Table) => {
      const [row] = await query<{ number: number }>('select nextval(pg_get_serial_sequence($1, $2)) as number', [
        table,
        COLUMNS[table],
      ])
      const { first, mapping } = records[table]
      return (first + mapping.forward(must(row, 'a sequence gives a number').number)) as NumberOf<Table>
    },
    order: (order) => {
      const known = remembered.get(order)
      if (known !== undefined) return known
      if (remembered.size >= REMEMBERED_MAX) remembered.clear()
      const count = order > newestOrder ? Math.min(IDS_AHEAD, orderSize - order) : 1
      newestOrder = Math.max(newestOrder, order)
      const made = orders.forwardRun(order, count).map((image) => ORDER_ID_MIN + image)
      for (const [at, id] of made.entries()) remembered.set(order + at, id)
      return must(made[0], 'a run has its first')
    },
    orderNamed: (id) => (id < ORDER_ID_MIN || id > ORDER_ID_MAX ? NO_ORDER : orders.backward(id - ORDER_ID_MIN)),
    entry: (sequence) => ORDER_ID_MIN + entries.forward(sequence),
  }
}
