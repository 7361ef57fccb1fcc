/**
 * The ids that customers see. They must not show how many customers, orders or deposits the operator has. Numbers of
 * the store (customers, deposits, withdrawals, bound payees) come from a secret mapping of a counter, applied once, so
 * every reference agrees. The engine numbers orders and events in sequence, because journal and proofs depend on that;
 * their numbers are mapped where the wire is written and read. The keys come from the encryption keys: the same store
 * always gives the same ids.
 */
import { must } from '@veritick/domain'
import type { Query } from '../../store/index.ts'
import { Bijection } from './bijection.ts'
import type { Encryption } from './encryption.ts'

/** What the store numbers, with the column of the number. */
const COLUMNS = { users: 'user_id', deposits: 'deposit_id', withdrawals: 'withdrawal_id', payees: 'payee_id' } as const
export type NumberedTable = keyof typeof COLUMNS

/** Ten digits, the largest that the columns hold. */
export const RECORD_ID_MIN = 1_000_000_000
export const RECORD_ID_MAX = 2_147_483_647
/** Twelve digits. */
export const ORDER_ID_MIN = 100_000_000_000
export const ORDER_ID_MAX = 999_999_999_999
/** No order has it: an id that is none is looked up like every other. */
const NO_ORDER = Number.MAX_SAFE_INTEGER
/** Ids of orders kept in memory: live profit is written four times a second. */
const REMEMBERED_MAX = 100_000

export type Ids = {
  /** The number of the next row; insert it `overriding system value`. One that is not used is given to nothing else. */
  next(query: Query, table: NumberedTable): Promise<number>
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
  const records = {
    users: keyed('users', recordSize),
    deposits: keyed('deposits', recordSize),
    withdrawals: keyed('withdrawals', recordSize),
    payees: keyed('payees', recordSize),
  } as const satisfies Record<NumberedTable, Bijection>
  const orderSize = ORDER_ID_MAX - ORDER_ID_MIN + 1
  const orders = keyed('orders', orderSize)
  const entries = keyed('entries', orderSize)
  const remembered = new Map<number, number>()

  return {
    next: async (query, table) => {
      const [row] = await query<{ number: number }>('select nextval(pg_get_serial_sequence($1, $2)) as number', [
        table,
        COLUMNS[table],
      ])
      return RECORD_ID_MIN + records[table].forward(must(row, 'a sequence gives a number').number)
    },
    order: (order) => {
      const known = remembered.get(order)
      if (known !== undefined) return known
      if (remembered.size >= REMEMBERED_MAX) remembered.clear()
      const id = ORDER_ID_MIN + orders.forward(order)
      remembered.set(order, id)
      return id
    },
    orderNamed: (id) => (id < ORDER_ID_MIN || id > ORDER_ID_MAX ? NO_ORDER : orders.backward(id - ORDER_ID_MIN)),
    entry: (sequence) => ORDER_ID_MIN + entries.forward(sequence),
  }
}
