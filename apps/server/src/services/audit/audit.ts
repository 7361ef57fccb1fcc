/**
 * The audit log: each decision of a staff member about a customer's money or account, with author and reason. The entry
 * is written in the transaction of the decision, so neither exists without the other. The store refuses changes of an
 * entry, and a seal tells an entry that a statement of SQL wrote.
 */
import { audit, type Transaction } from '../../store/index.ts'
import type { Encryption } from '../encryption/index.ts'

/** The author of an audit entry. `who`: `staff:7`, `provider:sandbox`. */
export type Actor = { readonly who: string; readonly role: string }

export type AuditEntry = {
  readonly actor: Actor
  readonly action: string
  readonly subject: { readonly kind: string; readonly id: number | string }
  readonly reason: string
  /** Plain data without secrets and document numbers. */
  readonly before?: unknown
  readonly after?: unknown
  readonly at: number
}

const STAFF = /^staff:(\d{1,9})$/

/** The id of the staff member whom `who` names; `undefined` for a provider, the ledger, the server and `null`. */
export function staffIdOf(who: string | null): number | undefined {
  const id = STAFF.exec(who ?? '')?.[1]
  return id === undefined ? undefined : Number(id)
}

type Proof = Pick<Encryption, 'fingerprint'>

export async function writeAudit(
  { tx, encryption }: { readonly tx: Pick<Transaction, 'db'>; readonly encryption: Proof },
  entry: AuditEntry,
): Promise<void> {
  const { actor, action, subject, reason, before, after, at } = entry
  const row = {
    who: actor.who,
    role: actor.role,
    action,
    subjectKind: subject.kind,
    subject: String(subject.id),
    reason,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
    at,
  }
  await tx.db.insert(audit).values({ ...row, seal: entrySeal(encryption, row) })
}

type Row = Omit<typeof audit.$inferSelect, 'entry' | 'seal'>

/** The seal of an entry; only this server can make it. */
export function entrySeal(encryption: Proof, row: Row): string {
  const { who, role, action, subjectKind, subject, reason, before, after, at } = row
  const values = [who, role, action, subjectKind, subject, reason, before, after, at]
  return encryption.fingerprint('entry of the audit', JSON.stringify(values))
}
