/**
 * The ids that customers see. They must not show how many customers, orders or deposits the operator has. Numbers of
 * the store (customers, accounts, bound payees, deposits, withdrawals, corrections, staff) are drawn at random, so no
 * number is given twice: an attacker who deletes a row and registers does not get its number, and with it what is bound
 * to the number elsewhere. The engine numbers orders and events in sequence, because journal and proofs depend on that;
 * a secret mapping changes their numbers where the wire is written and read. Its keys come from the encryption keys:
 * the same store always gives the same ids.
 */
import { type AccountId, must, type UserId } from '@veritick/domain'
import type { Query } from '../../store/index.ts'
import { type Runtime, randomBelow } from '../clock/index.ts'
import { Bijection } from './bijection.ts'
import type { Encryption } from './encryption.ts'

/** The tables whose rows get a number here, with the column of the number. */
const COLUMNS = {
  users: 'user_id',
  accounts: 'account_id',
  deposits: 'deposit_id',
  withdrawals: 'withdrawal_id',
  payees: 'payee_id',
  corrections: 'correction_id',
  staff: 'staff_id',
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
/** Nine digits, of staff too: the number of an account is never that of a user, so a mix-up finds nothing. */
export const ACCOUNT_ID_MIN = 100_000_000
export const ACCOUNT_ID_MAX = 999_999_999
/** Twelve digits. */
export const ORDER_ID_MIN = 100_000_000_000
export const ORDER_ID_MAX = 999_999_999_999
/** No order has it: an id that is none is looked up like every other. */
const NO_ORDER = Number.MAX_SAFE_INTEGER
/**
 * Ids of orders kept in memory, 16 MB: live profit is written four times a second. More than there may be live orders
 * (ORDERS_WITH_DEMO_MAX), and the engine numbers orders in sequence: the newest million has a place each.
 */
const REMEMBERED_MAX = 2 ** 20
/** The engine numbers orders in sequence: ids of the next ones are made with that of a new one. */
const IDS_AHEAD = 64

type Parts = { readonly encryption: Pick<Encryption, 'fingerprint'>; readonly runtime: Runtime }

export type Ids = {
  /** A number that no row of the table has. */
  next<Table extends NumberedTable>(query: Query, table: Table): Promise<NumberOf<Table>>
  /** How the wire names an order of the engine. */
  order(order: number): number
  /** `order` of each: those that are not remembered are made together, which costs a tenth. */
  orders(orders: readonly number[]): readonly number[]
  /** The engine's number of an order that a request names; one that no order has when there cannot be such an order. */
  orderNamed(id: number): number
  /** How the wire names a line of the account log, by its event's number in the journal. */
  entry(sequence: number): number
}

/** A table of a hundred thousand rows has one number in ten thousand. */
const DRAWS_MAX = 100

export function idsOf({ encryption, runtime }: Parts): Ids {
  const keyed = (kind: string, size: number) =>
    new Bijection({ key: Buffer.from(encryption.fingerprint('ids on the wire', kind), 'hex'), size })
  const orderSize = ORDER_ID_MAX - ORDER_ID_MIN + 1
  const orders = keyed('orders', orderSize)
  const entries = keyed('entries', orderSize)
  const remembered = new RememberedIds()
  let newestOrder = 0

  /** Also remembers them. */
  function made(unknown: readonly number[]): readonly number[] {
    const images = orders.forwardAll(unknown).map((image) => ORDER_ID_MIN + image)
    for (const [at, id] of images.entries()) remembered.set(must(unknown[at], 'each id is of an order'), id)
    return images
  }

  return {
    next: async <Table extends NumberedTable>(query: Query, table: Table) => {
      const isShort = table === 'accounts' || table === 'staff'
      const [min, max] = isShort ? [ACCOUNT_ID_MIN, ACCOUNT_ID_MAX] : [RECORD_ID_MIN, RECORD_ID_MAX]
      for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
        const number = min + randomBelow(runtime, max - min + 1)
        const taken = await query(`select 1 from ${table} where ${COLUMNS[table]} = $1`, [number])
        if (taken.length === 0) return number as NumberOf<Table>
      }
      throw new Error(`no free number of ${table} was drawn`)
    },
    order: (order) => {
      const known = remembered.get(order)
      if (known !== undefined) return known
      const count = order > newestOrder ? Math.min(IDS_AHEAD, orderSize - order) : 1
      newestOrder = Math.max(newestOrder, order)
      const [id] = made(Array.from({ length: count }, (_, at) => order + at))
      return must(id, 'a run has its first')
    },
    orders: (all) => {
      const known = all.map((order) => remembered.get(order))
      const unknown = all.filter((_, at) => known[at] === undefined)
      if (unknown.length === 0) return known.map((id) => must(id, 'none is unknown'))
      const images = made(unknown).values()
      return known.map((id) => id ?? must(images.next().value, 'each unknown one was made'))
    },
    orderNamed: (id) => (id < ORDER_ID_MIN || id > ORDER_ID_MAX ? NO_ORDER : orders.backward(id - ORDER_ID_MIN)),
    entry: (sequence) => ORDER_ID_MIN + entries.forward(sequence),
  }
}

/** Ids by the numbers of orders. A number takes the place of the one that is REMEMBERED_MAX before it. */
class RememberedIds {
  readonly #orders = new Float64Array(REMEMBERED_MAX)
  /** No id is 0: that place is empty. */
  readonly #ids = new Float64Array(REMEMBERED_MAX)

  get(order: number): number | undefined {
    const at = order % REMEMBERED_MAX
    const id = this.#ids[at]
    return this.#orders[at] === order && id !== 0 ? id : undefined
  }

  set(order: number, id: number): void {
    const at = order % REMEMBERED_MAX
    this.#orders[at] = order
    this.#ids[at] = id
  }
}
