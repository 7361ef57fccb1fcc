/**
 * The obstacles of a closing: positions and orders, money on its way, an identity check, and a balance that can be
 * withdrawn. A rest that no channel pays out is no obstacle: it stays on the account and is owed.
 */
import { CLOSING_OBSTACLES, type ClosingObstacle } from '@veritick/contract'
import { type AccountId, MICROS_PER_CENT, type Micros, micros, payoutOf, type UserId } from '@veritick/domain'
import type { AccountView } from '@veritick/engine'
import type { Transaction } from '../../store/index.ts'
import { accountsOf, isFrozen } from '../accounts/index.ts'
import { withdrawalMethodOf } from '../approvals/index.ts'
import type { CaseworkParts } from '../money/index.ts'

/** `account`: the account that it is about; `undefined`: the customer. */
export type Obstacle = { readonly reason: ClosingObstacle; readonly account: AccountId | undefined }

/** While one of these stands, the balance is not what will stay on the account. */
export const MONEY_OBSTACLES: readonly ClosingObstacle[] = CLOSING_OBSTACLES.filter(
  (reason) => reason !== 'account_frozen' && reason !== 'closing_identity_waiting',
)

/** One cent. Less can be paid in no currency: it stays in the ledger and keeps nothing from its end. */
export const PAYABLE_MIN = micros(MICROS_PER_CENT)

export type Reading = Pick<CaseworkParts, 'core' | 'store' | 'encryption' | 'knownAccounts'>
type Parts = Reading & Pick<CaseworkParts, 'settings'>
type OwnView = { readonly account: AccountId; readonly view: AccountView | undefined }

/** The views of a customer's accounts of one kind, or of all. Throws CoreBusy and RowChanged. */
export async function viewsOf(
  parts: Reading,
  { user, kind }: { readonly user: UserId; readonly kind: 'demo' | 'real' | undefined },
): Promise<readonly OwnView[]> {
  const { core, store } = parts
  const all = await accountsOf({ ...parts, db: store.db }, user)
  const owned = all.filter((each) => kind === undefined || each.kind === kind)
  return Promise.all(
    owned.map(async ({ account }) => ({ account, view: await core.query({ kind: 'account', account }) })),
  )
}

/**
 * The engine has frozen an account, for any reason. Asked before a closing freezes them: it releases nothing
 * that was frozen already. Throws CoreBusy and RowChanged.
 */
export async function isFrozenInEngine(parts: Reading, user: UserId): Promise<boolean> {
  const views = await viewsOf(parts, { user, kind: undefined })
  return views.some(({ view }) => view?.frozen)
}

/** Throws CoreBusy and RowChanged. */
export async function obstaclesOf(parts: Parts, user: UserId): Promise<readonly Obstacle[]> {
  const records = await recordsInTheWay({ ...parts, db: parts.store.db, query: parts.store.query }, user)
  const found: Obstacle[] = records.map((reason) => ({ reason, account: undefined }))
  for (const { account, view } of await viewsOf(parts, { user, kind: 'real' })) {
    if (view === undefined) continue
    if (view.holdings + view.pendings > 0) found.push({ reason: 'closing_orders_open', account })
    else if (canBeWithdrawn(parts, view.balance)) found.push({ reason: 'closing_balance_left', account })
  }
  return CLOSING_OBSTACLES.flatMap((reason) => found.filter((each) => each.reason === reason))
}

// SQL conditions with the number of a customer: money is on its way in a record that a decision or the engine ends.
const isDrawn = (user: string) => `exists (select 1 from withdrawals where user_id = ${user}
  and state in ('locking', 'waiting', 'approved', 'paying', 'rejecting', 'cancelling'))`
const isDeposited = (user: string) => `exists (select 1 from deposits where user_id = ${user}
  and state in ('begun', 'unchecked', 'crediting'))`
const isBooked = (user: string) => `(exists (select 1 from corrections where user_id = ${user}
  and state in ('asked', 'booking')) or exists (select 1 from invite_rewards where user_id = ${user}
  and state = 'paying'))`
export const isMoneyOnItsWay = (user: string): string =>
  `(${isDrawn(user)} or ${isDeposited(user)} or ${isBooked(user)})`

type RecordObstacle = Exclude<ClosingObstacle, 'account_frozen' | 'closing_orders_open' | 'closing_balance_left'>

/** SQL conditions; $1: the number of the customer. */
const RECORD_OBSTACLES: Readonly<Record<RecordObstacle, string>> = {
  closing_withdrawal_open: isDrawn('$1'),
  closing_deposit_open: isDeposited('$1'),
  closing_booking_open: isBooked('$1'),
  closing_identity_waiting: `exists (select 1 from identity_submissions where user_id = $1 and state = 'waiting')`,
}

/**
 * The obstacles that stand in the store; behind `lockCustomer` no other begins. The freeze is that of the proven row.
 * Throws RowChanged.
 */
export async function recordsInTheWay(
  { db, query, encryption }: Pick<Transaction, 'db' | 'query'> & Pick<CaseworkParts, 'encryption'>,
  user: UserId,
): Promise<readonly ClosingObstacle[]> {
  const columns = Object.entries(RECORD_OBSTACLES).map(([reason, condition]) => `${condition} as ${reason}`)
  const [stored] = await query<Partial<Record<ClosingObstacle, boolean>>>(`select ${columns.join(', ')}`, [user])
  const found = { ...stored, account_frozen: await isFrozen({ db, encryption }, user) }
  return CLOSING_OBSTACLES.filter((reason) => found[reason])
}

/** Some channel pays something out for it. While the operator has no channel, no amount is known to be too small. */
function canBeWithdrawn({ settings }: Pick<Parts, 'settings'>, balance: Micros): boolean {
  if (balance < PAYABLE_MIN) return false
  const channels = settings.get('draw_currencies').filter((each) => each.enabled)
  if (channels.length === 0) return true
  return channels.some(({ fee, usd_price: price, type }) => {
    const { received } = payoutOf({ amount: balance, fee, price, kind: withdrawalMethodOf(type) })
    return received === undefined || received > 0
  })
}

/**
 * The balance of the real accounts, which stays and is owed; less than a cent counts as nothing. Throws CoreBusy and
 * RowChanged.
 */
export async function owedTo(parts: Reading, user: UserId): Promise<Micros> {
  const views = await viewsOf(parts, { user, kind: 'real' })
  const sum = views.reduce((total, { view }) => total + (view === undefined ? 0 : view.balance + view.locked), 0)
  return sum < PAYABLE_MIN ? micros(0) : micros(sum)
}
