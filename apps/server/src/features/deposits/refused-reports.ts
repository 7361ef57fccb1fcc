/**
 * Customers who reported a transaction and were refused, in memory. An attacker with write access to the store makes
 * the server refuse the report of the customer who sent a payment, and then reports it. So the refused report counts as
 * a claim on the payment, as a report does: two staff members decide, and are shown who it is. A report that is refused
 * for its own content claims nothing: hashes are public, and every customer can send such a report.
 */
import type { Reason } from '@veritick/contract'
import type { UserId } from '@veritick/domain'
import type { Files } from '../../services/uploads/index.ts'
import { factName } from '../../store/index.ts'

/** Transactions of one customer that are remembered; the first one is forgotten first. */
const TRANSACTIONS_MAX = 20
/** Customers that are remembered; the one who was refused first is forgotten first. */
const CUSTOMERS_MAX = 10_000

/** `fact`: the transaction, as the name of a fact. `at`: wall time of the refusal, ms. */
export type RefusedReport = { readonly user: UserId; readonly fact: string; readonly at: number }

export class RefusedReports {
  readonly #reports = new Map<UserId, Map<string, number>>()

  add({ user, transaction, at }: { readonly user: UserId; readonly transaction: string; readonly at: number }): void {
    const own = this.#reports.get(user) ?? new Map<string, number>()
    own.set(factName(transaction), at)
    forgetFirst(own, TRANSACTIONS_MAX)
    this.#reports.set(user, own)
    forgetFirst(this.#reports, CUSTOMERS_MAX)
  }

  /** The customer has reported it after all. */
  forget({ user, transaction }: { readonly user: UserId; readonly transaction: string }): void {
    this.#reports.get(user)?.delete(factName(transaction))
  }

  of(transactions: readonly string[]): readonly RefusedReport[] {
    const facts = new Set(transactions.map(factName))
    return [...this.#reports].flatMap(([user, own]) =>
      [...own].filter(([fact]) => facts.has(fact)).map(([fact, at]) => ({ user, fact, at })),
    )
  }
}

/** Refusals that follow from the report and from facts that do not change with a row of the store. */
const CAUSED_BY_REPORT: ReadonlySet<Reason> = new Set<Reason>([
  'real_account_only',
  'email_not_confirmed',
  'amount_too_large',
  'deposit_too_small',
  'verification_needed',
  'deposit_limit_unverified',
  'picture_used',
  'idempotency_mismatch',
  'idempotency_key_expired',
  'idempotency_key_ahead',
])

/** A picture that the server has just taken from the customer is unknown only if its row was changed in the store. */
export function isCausedByReport(
  { tickets }: Pick<Files, 'tickets'>,
  refused: { readonly user: UserId; readonly reason: Reason; readonly picture: string | undefined },
): boolean {
  const { user, reason, picture = '' } = refused
  if (reason !== 'picture_unknown') return CAUSED_BY_REPORT.has(reason)
  const [address = '', query = ''] = picture.split('?')
  const file = address.split('/').at(-1) ?? ''
  return tickets.viewer(file, new URLSearchParams(query).get('ticket') ?? '')?.id !== user
}

function forgetFirst<Key>(map: Map<Key, unknown>, max: number): void {
  const [first] = map.keys()
  if (map.size > max && first !== undefined) map.delete(first)
}
