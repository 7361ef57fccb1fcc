/**
 * A customer reports money that they sent, or begins a payment by card. One transaction checks and writes everything;
 * nothing moves in the ledger before somebody has seen the money.
 */

import { type AssetUnits, assert, type Micros, MONEY_MAX, micros, reachesMinimum, worthOf } from '@veritick/domain'
import { and, eq, inArray } from 'drizzle-orm'
import type { Once, Refusal } from '../../calls/index.ts'
import { claim, claimed } from '../../services/idempotency/index.ts'
import { aloneFor, deciding, reject } from '../../services/transactions/index.ts'
import { deposits, type Transaction } from '../../store/index.ts'
import { isFrozen, type Person, personOf, tellCustomer } from '../accounts/index.ts'
import { identityStatus } from '../identity/index.ts'
import { type CaseworkParts, usdText } from '../money/index.ts'
import { changeDeposit, type DepositRow, depositSums, findDeposit } from './queries.ts'
import { nextWireReference } from './references.ts'

/** Deposits of one customer that may wait at once. */
export const WAITING_MAX = 20
/** How long a card may be paid with after the payment was begun. */
export const CARD_OPEN_MS = 3_600_000

export type Report = {
  readonly user: number
  readonly once: Once
  /** Called when it is asked for the first time only: whatever the settings say by then, a repeat gets its answer. */
  readonly read: () => { readonly ok: true; readonly value: Reading } | Refusal
}

/** What was reported, with the way it came as it stood in the settings at that moment. */
export type Reading = {
  readonly type: DepositRow['type']
  readonly channel: number
  readonly currency: string
  readonly protocol: string
  readonly paidTo: string
  readonly units: AssetUnits
  readonly usdPrice: Micros
  /** As the customer sent it; compared with `paidTo`. */
  readonly address?: string | undefined
  /** In its one spelling. */
  readonly txHash?: string | undefined
  /** What the upload answered; nothing for a card. */
  readonly picture?: string | undefined
  readonly provider?: { readonly name: string; readonly reference: string } | undefined
}

export type Reported =
  | { readonly ok: true; readonly value: { readonly row: DepositRow; readonly repeated: boolean } }
  | Refusal

export function reportDeposit(parts: CaseworkParts, report: Report): Promise<Reported> {
  const { user, once } = report
  return deciding(parts.store, async (tx) => {
    await aloneFor(tx, user)
    const now = parts.runtime.now()
    const before = await claimed(tx, { once, now })
    if (before !== undefined) {
      const row = await findDeposit(tx.db, before)
      assert(row !== undefined, 'a claim names a deposit')
      return { row, repeated: true }
    }
    if (await isFrozen(tx.db, user)) reject('account_frozen')
    const read = report.read()
    if (!read.ok) return reject(read.reason, read.field)
    const reading = read.value
    const amount = await admitted(parts, tx, { user, reading })
    if (reading.txHash !== undefined) await refuseKnownTransaction(tx, reading.txHash)
    const inserted = await insert(parts, tx, { user, reading, amount, now })
    const row =
      reading.picture === undefined
        ? inserted
        : await withProof(parts, tx, { row: inserted, picture: reading.picture, reading })
    await claim(tx, { once, kind: 'deposit', record: row.deposit, now })
    if (row.status === 0) await tellReported(parts, tx, row)
    return { row, repeated: false }
  })
}

export function tellReported(parts: CaseworkParts, tx: Transaction, row: DepositRow): Promise<void> {
  const values = { id: String(row.deposit), amount: usdText(row.amount) }
  return tellCustomer(
    { messages: parts.messages, tx },
    { user: row.user, notice: { name: 'deposit_received', values } },
  )
}

/**
 * An address that nobody has confirmed yet must be, before the first deposit. Whoever registered with a number has
 * confirmed that.
 */
export function needsEmailConfirmed(person: Person): boolean {
  return person.email !== null && person.emailConfirmedAt === null
}

/** What it is worth, after everything that does not depend on the record. */
async function admitted(
  parts: CaseworkParts,
  tx: Transaction,
  reported: { readonly user: number; readonly reading: Reading },
): Promise<Micros> {
  const { settings } = parts
  const { user, reading } = reported
  const { type, units, usdPrice } = reading
  if (needsEmailConfirmed(await personOf(tx.db, user))) reject('email_not_confirmed')
  const amount = worthOf({ kind: type === 0 ? 'coin' : 'bank', units, price: usdPrice })
  if (amount === undefined || amount > MONEY_MAX) return reject('amount_too_large', 'number')
  const { asked, waiting } = await depositSums(tx.db, user)
  const ceiling = settings.get('deposit_without_verification_max_usd')
  const isVerified = (await identityStatus(tx.db, user)) === 2
  const rest = isVerified ? undefined : micros(Math.max(0, ceiling - asked))
  if (!reachesMinimum({ amount, minimum: settings.get('deposit_min_usd'), rest })) reject('deposit_too_small', 'number')
  if (waiting >= WAITING_MAX) reject('too_many_waiting')
  if (asked + amount > ceiling && !isVerified) {
    reject(ceiling === 0 ? 'verification_needed' : 'deposit_limit_unverified', 'number')
  }
  return amount
}

async function refuseKnownTransaction(tx: Transaction, txHash: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`transaction ${txHash}`])
  const known = await tx.db
    .select({ deposit: deposits.deposit })
    .from(deposits)
    .where(and(eq(deposits.txHash, txHash), inArray(deposits.status, [0, 1])))
  if (known.length > 0) reject('transaction_used', 'tx_hash')
}

async function insert(
  parts: Pick<CaseworkParts, 'ids'>,
  tx: Transaction,
  made: { readonly user: number; readonly reading: Reading; readonly amount: Micros; readonly now: number },
): Promise<DepositRow> {
  const { user, reading, amount, now } = made
  const [row] = await tx.db
    .insert(deposits)
    .overridingSystemValue()
    .values({
      deposit: await parts.ids.next(tx.query, 'deposits'),
      user,
      type: reading.type,
      channel: reading.channel,
      currency: reading.currency,
      protocol: reading.protocol,
      paidTo: reading.paidTo,
      units: reading.units,
      usdPrice: reading.usdPrice,
      amount,
      txHash: reading.txHash ?? null,
      proof: null,
      provider: reading.provider?.name ?? null,
      providerReference: reading.provider?.reference ?? null,
      reference: reading.type === 1 ? await nextWireReference(tx.db, user) : null,
      flags: '',
      // Money that nobody has sent yet is nothing for the office.
      status: reading.provider === undefined ? 0 : 4,
      crediting: false,
      credited: null,
      remark: '',
      firstBy: null,
      firstAt: null,
      payUrl: null,
      expiresAt: reading.provider === undefined ? null : now + CARD_OPEN_MS,
      decidedBy: null,
      createdAt: now,
      endedAt: null,
    })
    .returning()
  assert(row !== undefined, 'an insert returns its row')
  return row
}

/** A picture proves one deposit: an own one again is refused, somebody else's is shown to the reviewer. */
async function withProof(
  parts: CaseworkParts,
  tx: Transaction,
  proven: { readonly row: DepositRow; readonly picture: string; readonly reading: Reading },
): Promise<DepositRow> {
  const { row, picture, reading } = proven
  const attached = await parts.files.attach(tx.query, {
    address: picture,
    owner: row.user,
    usedFor: proofUse(row.deposit),
  })
  if (!attached.ok) return reject(attached.reason, 'proofImg')
  const twins = await parts.files.twins(tx.query, attached.file)
  const own = twins.filter((twin) => twin.owner === row.user).flatMap((twin) => depositOfUse(twin.usedFor) ?? [])
  const standing = await tx.db
    .select({ deposit: deposits.deposit })
    .from(deposits)
    .where(and(inArray(deposits.deposit, own), inArray(deposits.status, [0, 1])))
  if (standing.length > 0) reject('picture_used', 'proofImg')
  const alike = await parts.files.lookalikes(tx.query, attached.file)
  const proofs = alike.filter((each) => depositOfUse(each.usedFor) !== undefined)
  const flags = [
    own.length > 0 ? 'picture_again' : '',
    twins.some((twin) => twin.owner !== row.user) ? 'picture_elsewhere' : '',
    proofs.some((each) => each.owner === row.user) ? 'picture_like_again' : '',
    proofs.some((each) => each.owner !== row.user) ? 'picture_like_elsewhere' : '',
    reading.address !== undefined && reading.address.trim() !== reading.paidTo ? 'address_differs' : '',
  ]
  return changeDeposit(tx.db, row.deposit, {
    proof: attached.file,
    flags: flags.filter((flag) => flag !== '').join(' '),
  })
}

const proofUse = (deposit: number) => `deposit:${deposit}`

function depositOfUse(usedFor: string): number | undefined {
  const id = /^deposit:(\d{1,15})$/.exec(usedFor)?.[1]
  return id === undefined ? undefined : Number(id)
}
