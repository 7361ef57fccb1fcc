/**
 * A customer reports money that they sent, or begins a payment by card. One transaction checks and writes everything;
 * nothing moves in the ledger before a staff member or the provider has confirmed the money.
 */

import {
  type AccountId,
  type AssetUnits,
  assert,
  type Micros,
  type Millis,
  MONEY_MAX,
  micros,
  reachesMinimum,
  type UserId,
  worthOf,
} from '@veritick/domain'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Once, Refusal, Session } from '../../calls/index.ts'
import { recordOnce } from '../../services/idempotency/index.ts'
import { sealInserted } from '../../services/seals/index.ts'
import { inTransaction, lockCustomer, rollbackWith } from '../../services/transactions/index.ts'
import { deposits, type Transaction } from '../../store/index.ts'
import { type Person, personOf, requireNoBar, requireOwner } from '../accounts/index.ts'
import { identityState } from '../identity/index.ts'
import { type CaseworkParts, rememberedOf, requireSum } from '../money/index.ts'
import { SUMMED } from './limits.ts'
import { isPaidWith, lockPayment } from './payment-reference.ts'
import { changeDeposit, type DepositRow, depositSums, depositsNamed, findDeposit } from './queries.ts'
import { nextWireReference } from './references.ts'
import { isCausedByReport, type RefusedReports } from './refused-reports.ts'
import { reportedWith } from './same-payment.ts'
import { DEPOSITS, tellReported } from './transitions.ts'

/** Deposits of one customer that may wait at once. */
export const WAITING_MAX = 20
/** How long a card may be paid with after the payment was begun. */
export const CARD_OPEN_MS = 3_600_000

export type Report = {
  /** The account of the session is credited. */
  readonly session: Pick<Session, 'user' | 'account' | 'accountKind'>
  readonly once: Once
  /**
   * Decides about the first request only: a repeat gets its answer, also when the settings have changed. Money that was
   * sent is read again, for its transaction.
   */
  readonly read: () => { readonly ok: true; readonly value: Reading } | Refusal
}

/** A reported deposit, with its channel as the settings had it at that moment. */
export type Reading = {
  readonly method: DepositRow['method']
  readonly channel: number
  readonly currency: string
  readonly protocol: string
  readonly paidTo: string
  readonly units: AssetUnits
  readonly usdPrice: Micros
  /** The address that the customer paid to, as sent; it is compared with `paidTo`. */
  readonly address?: string | undefined
  /** The hash in the one spelling that is stored. */
  readonly txHash?: string | undefined
  /** The URL that the upload answered; a card has none. */
  readonly picture?: string | undefined
  readonly provider?: { readonly name: string; readonly reference: string } | undefined
}

export type Reported =
  | { readonly ok: true; readonly value: { readonly row: DepositRow; readonly repeated: boolean } }
  | Refusal

/**
 * As `reportDeposit`, for money that was sent: a report that is refused counts as a claim on its transaction, unless it
 * is refused for its own content.
 */
export async function reportSent(
  parts: CaseworkParts & { readonly refusedReports: RefusedReports },
  report: Report,
): Promise<Reported> {
  let reported: Reported | undefined
  try {
    reported = await reportDeposit(parts, report)
    return reported
  } finally {
    rememberClaim(parts, report, reported)
  }
}

/**
 * Of a report that names a transaction. One that the customer has reported before is no further claim. `reported`:
 * `undefined` while the store is in trouble.
 */
function rememberClaim(
  parts: CaseworkParts & { readonly refusedReports: RefusedReports },
  { session: { user }, read }: Report,
  reported: Reported | undefined,
): void {
  const { runtime, refusedReports, files } = parts
  const reading = read()
  if (!reading.ok || reading.value.txHash === undefined) return
  const { txHash: transaction, picture } = reading.value
  if (reported?.ok === true) refusedReports.forget({ user, transaction })
  else {
    const isOwnFault = reported !== undefined && isCausedByReport(files, { user, picture, reason: reported.reason })
    if (isOwnFault || isReportedBy(parts, user, transaction)) return
    refusedReports.add({ user, transaction, at: runtime.now() })
  }
}

const isReportedBy = (parts: CaseworkParts, user: UserId, txHash: string): boolean =>
  [...reportedWith(parts, [txHash]).values()].some((each) => each.isOpen && each.user === user)

export function reportDeposit(parts: CaseworkParts, report: Report): Promise<Reported> {
  const { session, once } = report
  const { user } = session
  return inTransaction(parts.store, async (tx) => {
    if (session.accountKind !== 'real') rollbackWith('real_account_only')
    await lockCustomer(tx, user)
    const now = parts.runtime.now()
    const { runtime, usedKeys } = parts
    const { record, repeated } = await recordOnce(tx, { once, kind: 'deposit', runtime, usedKeys }, () =>
      insertReported(parts, tx, { report, now }),
    )
    const row = await findDeposit(tx.db, record)
    assert(row !== undefined, 'an idempotency key names a deposit')
    if (row.user !== user) rollbackWith('idempotency_mismatch')
    // That of a repeated request was written before: the customer reads from it where to pay.
    if (!DEPOSITS.seals?.hold(parts, record, row)) rollbackWith('record_changed')
    return { row, repeated }
  })
}

async function insertReported(
  parts: CaseworkParts,
  tx: Transaction,
  reported: { readonly report: Report; readonly now: Millis },
): Promise<number> {
  const { report, now } = reported
  const { user, account } = report.session
  await requireNoBar({ ...parts, db: tx.db }, user)
  await requireOwner({ ...parts, db: tx.db }, { user, account })
  if (parts.usageTerms.isNeeded(user)) rollbackWith('terms_acceptance_needed')
  const read = report.read()
  if (!read.ok) return rollbackWith(read.reason, read.field)
  const reading = read.value
  const amount = await admitted(parts, tx, { user, reading })
  if (reading.txHash !== undefined) await refuseKnownTransaction(parts, tx, { user, txHash: reading.txHash })
  const inserted = await insert(parts, tx, { user, account, reading, amount, now })
  const { picture } = reading
  const proof = picture === undefined ? {} : await attachProof(parts, tx, { row: inserted, picture, reading })
  const row = { ...inserted, ...proof }
  await sealInserted(parts, tx, { table: 'deposits', schema: deposits, id: row.deposit, row })
  if (row.state === 'unchecked') await tellReported(parts, tx, row)
  return row.deposit
}

/** An e-mail address must be confirmed before the first deposit. A phone number was confirmed at the registration. */
export function needsEmailConfirmed(person: Person): boolean {
  return person.email !== null && person.emailConfirmedAt === null
}

/** The value of the reported deposit, micro-dollars, once every check that does not depend on the record has passed. */
async function admitted(
  parts: CaseworkParts,
  tx: Transaction,
  reported: { readonly user: UserId; readonly reading: Reading },
): Promise<Micros> {
  const { settings } = parts
  const { user, reading } = reported
  const { method, units, usdPrice } = reading
  if (needsEmailConfirmed(await personOf({ ...parts, db: tx.db }, user))) rollbackWith('email_not_confirmed')
  const amount = worthOf({ kind: method === 'coin' ? 'coin' : 'bank', units, price: usdPrice })
  if (amount === undefined || amount > MONEY_MAX) return rollbackWith('amount_too_large', 'number')
  const isVerified = (await identityState({ ...parts, db: tx.db }, user)) === 'verified'
  const known = rememberedOf(parts, 'deposits', { user })
  const prove = (rows: readonly DepositRow[]) => requireSum(parts, SUMMED, { rows, known })
  // No limit of a verified customer depends on the sum: a changed row keeps none of their money from being reported.
  const { requested, waiting } = await depositSums(tx.db, user, isVerified ? undefined : prove)
  const ceiling = settings.get('deposit_without_verification_max_usd')
  const rest = isVerified ? undefined : micros(Math.max(0, ceiling - requested))
  if (!reachesMinimum({ amount, minimum: settings.get('deposit_min_usd'), rest }))
    rollbackWith('deposit_too_small', 'number')
  if (waiting >= WAITING_MAX) rollbackWith('too_many_waiting')
  if (requested + amount > ceiling && !isVerified) {
    rollbackWith(ceiling === 0 ? 'verification_needed' : 'deposit_limit_unverified', 'number')
  }
  return amount
}

/**
 * Hashes and our addresses are public: a report of another customer does not take the transaction from its owner. Staff
 * are shown both, and only one of them can be credited.
 */
async function refuseKnownTransaction(
  parts: CaseworkParts,
  tx: Transaction,
  reported: { readonly user: UserId; readonly txHash: string },
): Promise<void> {
  const { user, txHash } = reported
  await lockPayment(tx, txHash)
  const own = and(
    eq(deposits.user, user),
    eq(deposits.txHash, txHash),
    inArray(deposits.state, ['unchecked', 'crediting']),
  )
  const read = await tx.db
    .select()
    .from(deposits)
    .where(or(own, isPaidWith(txHash)))
  // A row that was changed takes the payment from no other customer. The engine credits no payment twice.
  const known = read.filter((row) => row.user === user || DEPOSITS.seals?.hold(parts, row.deposit, row))
  // A row of the store may hide its transaction for a moment.
  if (known.length > 0 || isReportedBy(parts, user, txHash)) rollbackWith('transaction_used', 'tx_hash')
}

/** The row as it was decided. */
async function insert(
  parts: Pick<CaseworkParts, 'ids'>,
  tx: Transaction,
  made: {
    readonly user: UserId
    readonly account: AccountId
    readonly reading: Reading
    readonly amount: Micros
    readonly now: number
  },
): Promise<DepositRow> {
  const { user, account, reading, amount, now } = made
  const row: DepositRow = {
    deposit: await parts.ids.next(tx.query, 'deposits'),
    user,
    account,
    method: reading.method,
    channel: reading.channel,
    currency: reading.currency,
    protocol: reading.protocol,
    paidTo: reading.paidTo,
    units: reading.units,
    usdPrice: reading.usdPrice,
    amount,
    txHash: reading.txHash ?? null,
    paymentReference: null,
    proof: null,
    provider: reading.provider?.name ?? null,
    providerReference: reading.provider?.reference ?? null,
    reference: reading.method === 'bank' ? await nextWireReference(tx.db, user) : null,
    flags: '',
    // A payment that is only begun is not in the queue of the office.
    state: reading.provider === undefined ? 'unchecked' : 'begun',
    credited: null,
    remark: '',
    proposedBy: null,
    proposedAt: null,
    payUrl: null,
    expiresAt: reading.provider === undefined ? null : now + CARD_OPEN_MS,
    decidedBy: null,
    createdAt: now,
    endedAt: null,
    version: 0,
    seal: '',
  }
  await tx.db.insert(deposits).values(row)
  return row
}

/**
 * A picture proves one deposit. A customer's own picture is refused while a deposit with it waits or after it was
 * credited. After a deposit that ended without money it is flagged for the reviewer, as another customer's picture is.
 */
async function attachProof(
  parts: CaseworkParts,
  tx: Transaction,
  proven: { readonly row: DepositRow; readonly picture: string; readonly reading: Reading },
): Promise<Pick<DepositRow, 'proof' | 'flags'>> {
  const { row, picture, reading } = proven
  const attached = await parts.files.attach(tx, {
    address: picture,
    owner: row.user,
    usedFor: proofUse(row.deposit),
  })
  if (!attached.ok) return rollbackWith(attached.reason, 'proofImg')
  const twins = await parts.files.twins(tx.query, attached.file)
  const own = twins.filter((twin) => twin.owner === row.user).flatMap((twin) => depositOfUse(twin.usedFor) ?? [])
  // One that was changed or deleted in the store may stand.
  const ended = (await depositsNamed(tx.db, own)).filter(
    (each) =>
      (each.state === 'rejected' || each.state === 'invalid') && DEPOSITS.seals?.hold(parts, each.deposit, each),
  )
  if (ended.length < new Set(own).size) rollbackWith('picture_used', 'proofImg')
  const alike = await parts.files.lookalikes(tx.query, attached.file)
  const proofs = alike.filter((each) => depositOfUse(each.usedFor) !== undefined)
  const flags = [
    own.length > 0 ? 'picture_again' : '',
    twins.some((twin) => twin.owner !== row.user) ? 'picture_elsewhere' : '',
    proofs.some((each) => each.owner === row.user) ? 'picture_like_again' : '',
    proofs.some((each) => each.owner !== row.user) ? 'picture_like_elsewhere' : '',
    reading.address !== undefined && reading.address.trim() !== reading.paidTo ? 'address_differs' : '',
  ]
  const proof = { proof: attached.file, flags: flags.filter((flag) => flag !== '').join(' ') }
  await changeDeposit(tx.db, row.deposit, proof)
  return proof
}

const proofUse = (deposit: number) => `deposit:${deposit}`

function depositOfUse(usedFor: string): number | undefined {
  const id = /^deposit:(\d{1,15})$/.exec(usedFor)?.[1]
  return id === undefined ? undefined : Number(id)
}
