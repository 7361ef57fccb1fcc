/**
 * Addresses and bank accounts that a customer may withdraw to. Each is checked by its own rules, bound with a fresh
 * mailed code (and the second factor where it is on), and usable only after the waiting time, so that an attacker with
 * a stolen session cannot send money away at once.
 */
import type { DRAW_TYPE } from '@veritick/contract'
import { assert, millis, must, type UserId } from '@veritick/domain'
import { addressCanonical, addressFault, bankAccountCanonical, networkOfProtocol } from '@veritick/domain/addresses'
import { and, eq } from 'drizzle-orm'
import { type Once, type Refusal, refuse, type Session } from '../../calls/index.ts'
import { HOUR_MS } from '../../services/clock/index.ts'
import { recordOfKey, recordOnce } from '../../services/idempotency/index.ts'
import { momentText } from '../../services/messages/index.ts'
import { changeSealed, rowSeal } from '../../services/seals/index.ts'
import { inTransaction, lockCustomer, rollbackWith } from '../../services/transactions/index.ts'
import { payees, type Transaction } from '../../store/index.ts'
import { type ProofGiven, proofIn, requireProof, tellCustomer } from '../accounts/index.ts'
import { withdrawalMethodOf } from '../approvals/index.ts'
import type { CaseworkParts } from '../money/index.ts'
import type { SettingValue } from '../settings/index.ts'
import { bankOf, readBank } from './bank.ts'
import {
  accountPrintOf,
  decryptPayee,
  encryptPayee,
  type PayeeRow,
  type PayeeSecrets,
  sealedPayee,
} from './encryption.ts'
import { payeeText, payeeWhole } from './payee-text.ts'
import { payeesOf } from './queries.ts'
import { bindingOfPayee } from './transaction-binding.ts'

/** Payees that one customer may have at a time. */
export const PAYEES_MAX = 20

export type DrawCurrency = SettingValue<'draw_currencies'>[number]

export type NewPayee = {
  readonly session: Session
  readonly browser: string | undefined
  readonly once: Once
  readonly type: (typeof DRAW_TYPE)[keyof typeof DRAW_TYPE]
  readonly draw_id: number
  readonly dc_address?: string | undefined
  readonly bank_name?: string | undefined
  readonly bank_address?: string | undefined
  readonly bank_swift?: string | undefined
  readonly payee_name?: string | undefined
  readonly payee_account?: string | undefined
} & ProofGiven

export type AddedPayee =
  | { readonly ok: true; readonly value: { readonly row: PayeeRow; readonly repeated: boolean } }
  | Refusal

/** `canonical`: its one spelling. */
type Account = { readonly secrets: PayeeSecrets; readonly canonical: string }

/**
 * Refusals: `channel_unknown`, `parameter_missing`, those of the address or account itself, `payee_exists`,
 * `payee_limit_reached`, then those of the proof.
 */
export async function addPayee(parts: CaseworkParts, wanted: NewPayee): Promise<AddedPayee> {
  const { store, settings, encryption, runtime, usedKeys } = parts
  const { session, once } = wanted
  const { user } = session
  const before = await inTransaction(store, (tx) => recordOfKey(tx, { once, runtime, usedKeys }))
  if (!before.ok) return before
  if (before.value !== undefined)
    return { ok: true, value: { row: await payeeNamed(parts, { user, payee: before.value }), repeated: true } }

  const currency = settings.get('draw_currencies').find((each) => each.id === wanted.draw_id && each.enabled)
  if (currency === undefined || currency.type !== wanted.type) return refuse('channel_unknown', 'draw_id')
  const account = withdrawalMethodOf(currency.type) === 'coin' ? coinAccount(wanted, currency) : bankAccount(wanted)
  if ('ok' in account) return account
  const fits = await inTransaction(store, (tx) => refuseDoubles(parts, tx, { user, currency, account }))
  if (!fits.ok) return fits
  const proven = await requireProof(parts, {
    session,
    browser: wanted.browser,
    purpose: 'payee',
    ...proofIn(wanted),
    mailed: true,
    transactionBinding: bindingOfPayee(account.secrets),
  })
  if (!proven.ok) return proven

  return inTransaction(store, async (tx) => {
    await lockCustomer(tx, user)
    const { record, repeated } = await recordOnce(tx, { once, kind: 'payee', runtime, usedKeys }, () =>
      insertPayee(parts, tx, { user, currency, account }),
    )
    const [row] = await tx.db.select().from(payees).where(eq(payees.payee, record))
    return {
      row: decryptPayee(encryption, must(row, 'an idempotency key names a payee'), { user, payee: record }),
      repeated,
    }
  })
}

async function insertPayee(
  parts: CaseworkParts,
  tx: Transaction,
  bound: { readonly user: UserId; readonly currency: DrawCurrency; readonly account: Account },
): Promise<number> {
  const { encryption, settings, runtime } = parts
  const { user, currency, account } = bound
  await refuseDoubles(parts, tx, bound)
  const createdAt = runtime.now()
  const hours = settings.get('payee_hold_hours')
  // The hold ends by guarded time, which may be behind the wall clock: without a hold it is usable at once.
  const usableAt = hours === 0 ? runtime.guardedNow() : createdAt + hours * HOUR_MS
  const payee = await parts.ids.next(tx.query, 'payees')
  const method = withdrawalMethodOf(currency.type)
  const row = {
    payee,
    user,
    method,
    currency: currency.id,
    code: currency.code,
    protocol: currency.protocol,
    encrypted: encryptPayee(encryption, { payee, user, currency: currency.id }, account.secrets),
    accountPrint: accountPrintOf(encryption, account.canonical),
    createdAt,
    usableAt,
    deletedAt: null,
    version: 1,
  }
  await tx.db.insert(payees).values({ ...row, seal: rowSeal(encryption, 'payees', sealedPayee(row)) })
  parts.knownPayees.bound(tx, row)
  const named = payeeWhole({ method, ...account.secrets })
  const values = { payee: named, time: momentText(createdAt), usable: momentText(millis(usableAt)) }
  await tellCustomer({ ...parts, tx }, { user, message: { name: 'payee_added', values } })
  return payee
}

/** The call is idempotent. Refusal: `payee_unknown`, also for another customer's. */
export function deletePayee(parts: CaseworkParts, request: { readonly user: UserId; readonly payee: number }) {
  const { user, payee } = request
  return inTransaction(parts.store, async (tx) => {
    const own = and(eq(payees.payee, payee), eq(payees.user, user))
    const now = parts.runtime.now()
    const [row] = await tx.db.select().from(payees).where(own).for('update')
    if (row === undefined) return rollbackWith('payee_unknown', 'id')
    const values = { payee: payeeText(decryptPayee(parts.encryption, row, { user, payee })), time: momentText(now) }
    // The proven row says whether it was deleted already.
    const isDeleted = await changeSealed({ ...parts, tx }, 'payees', { payee_id: payee }, ({ deleted_at: at }) =>
      at === null ? { deleted_at: now } : undefined,
    )
    if (!isDeleted) return undefined
    return tellCustomer({ ...parts, tx }, { user, message: { name: 'payee_removed', values } })
  })
}

function coinAccount(wanted: NewPayee, currency: DrawCurrency): Account | Refusal {
  const address = wanted.dc_address?.trim()
  if (address === undefined) return refuse('parameter_missing', 'dc_address')
  const network = networkOfProtocol(currency.protocol)
  assert(network !== undefined, 'the registry admits only protocols whose addresses can be checked')
  const fault = addressFault(network, address)
  if (fault !== undefined) return refuse(fault, 'dc_address')
  return {
    secrets: { account: address, bankName: '', bankAddress: '', bankSwift: '', payeeName: '' },
    canonical: addressCanonical(network, address),
  }
}

function bankAccount(wanted: NewPayee): Account | Refusal {
  const { bank_address = '', payee_name } = wanted
  if (payee_name === undefined) return refuse('parameter_missing', 'payee_name')
  const bank = readBank(wanted)
  if (!bank.ok) return bank
  const { account, bankSwift } = bank.value
  return {
    secrets: { ...bank.value, bankAddress: bank_address.trim(), payeeName: payee_name.trim() },
    canonical: `${bankOf(bankSwift)}:${bankAccountCanonical(account)}`,
  }
}

async function refuseDoubles(
  { encryption }: Pick<CaseworkParts, 'encryption'>,
  tx: Transaction,
  wanted: { readonly user: UserId; readonly currency: DrawCurrency; readonly account: Account },
): Promise<void> {
  const own = await payeesOf({ db: tx.db, encryption }, wanted.user)
  if (own.length >= PAYEES_MAX) rollbackWith('payee_limit_reached')
  const print = accountPrintOf(encryption, wanted.account.canonical)
  if (own.some((each) => each.currency === wanted.currency.id && each.accountPrint === print))
    rollbackWith('payee_exists')
}

async function payeeNamed(
  parts: CaseworkParts,
  asked: { readonly user: UserId; readonly payee: number },
): Promise<PayeeRow> {
  const [row] = await parts.store.db.select().from(payees).where(eq(payees.payee, asked.payee))
  assert(row !== undefined, 'an idempotency key names a payee')
  return decryptPayee(parts.encryption, row, asked)
}
