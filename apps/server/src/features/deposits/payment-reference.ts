/**
 * The payment that a deposit is credited for: a transaction, or the reference of a bank. Each has one spelling, and one
 * payment is credited once, also where several customers reported it.
 */
import type { Reason } from '@veritick/contract'
import { must, unreachable } from '@veritick/domain'
import {
  bankAccountCanonical,
  bankReferenceOf,
  hasWireReference,
  networkOfProtocol,
  transactionDigits,
} from '@veritick/domain/addresses'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { deposits, LOCK_NAMED, type Transaction } from '../../store/index.ts'
import { uidOf } from '../accounts/index.ts'
import type { DepositRow } from './queries.ts'

export type Payment =
  /** `null`: a card, which its provider names. A wire without the reference of the bank has our own (`ownWireOf`). */
  { readonly ok: true; readonly value: string | null } | { readonly ok: false; readonly reason: Reason }

/**
 * `typed` by the approver; empty: the transaction that the customer reported. Refusals: `reference_missing` (coins
 * without any), `transaction_malformed`, `reference_malformed` (also with our own reference in it: each deposit has
 * another one, so it does not tell two credits of one transfer).
 */
export function paymentOf(
  row: Pick<DepositRow, 'user' | 'method' | 'protocol' | 'paidTo' | 'txHash' | 'reference'>,
  typed: string,
): Payment {
  const text = typed.trim()
  switch (row.method) {
    case 'coin':
      return text === '' ? reported(row.txHash) : transactionPayment(row.protocol, text)
    case 'bank': {
      if (text === '') return { ok: true, value: ownWireOf(row) }
      const reference = bankReferenceOf(text)
      if (reference === undefined || hasWireReference(reference, uidOf(row.user)))
        return { ok: false, reason: 'reference_malformed' }
      // The account, not the channel: two channels may lead to one account.
      return { ok: true, value: `bank ${bankAccountCanonical(row.paidTo)}:${reference}` }
    }
    case 'card':
      return text === '' ? { ok: true, value: null } : { ok: false, reason: 'reference_malformed' }
    default:
      return unreachable(row.method)
  }
}

/**
 * The name of a wire that is credited without the reference of the bank: our reference in its text, which each report
 * has anew. The engine keeps the name, so a report that gets the reference of a deleted deposit again is not credited.
 */
export function ownWireOf({ reference }: Pick<DepositRow, 'reference'>): string {
  return `${OWN_WIRE}${must(reference ?? undefined, 'a wire has our reference')}`
}
const OWN_WIRE = 'wire:'
const isOwnWire = (spelling: string | null): boolean => spelling?.startsWith(OWN_WIRE) === true

/**
 * False for a bank transfer without the reference of the bank. Another report of it would have another name, so one
 * approver is not enough.
 */
export const isNamed = (payment: Payment): boolean => !payment.ok || !isOwnWire(payment.value)

const reported = (txHash: string | null): Payment =>
  txHash === null ? { ok: false, reason: 'reference_missing' } : { ok: true, value: txHash }

function transactionPayment(protocol: string, text: string): Payment {
  const value = transactionOf(protocol, text)
  return value === undefined ? { ok: false, reason: 'transaction_malformed' } : { ok: true, value }
}

/** 64 hex digits on every chain we know, with or without `0x`. Its chain stands in front: it counts once on each. */
export function transactionOf(protocol: string, text: string): string | undefined {
  const hash = transactionDigits(text)
  return hash && `${networkOfProtocol(protocol) ?? protocol}:${hash}`
}

/** The text of a stored spelling, without its chain or account; empty for a wire without the bank's reference. */
export const textOfPayment = (spelling: string | null): string =>
  spelling === null || isOwnWire(spelling) ? '' : spelling.slice(spelling.indexOf(':') + 1)

/** Until the end of the transaction no other report or credit decides about the same payment. */
export async function lockPayment(tx: Pick<Transaction, 'query'>, spelling: string): Promise<void> {
  await tx.query(LOCK_NAMED, [`transaction ${spelling}`])
}

/** Deposits that were credited for this payment, or are about to be. */
export const isPaidWith = (spelling: string): SQL | undefined =>
  and(eq(deposits.paymentReference, spelling), inArray(deposits.state, ['crediting', 'finished']))
