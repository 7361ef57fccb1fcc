/**
 * Freezing a customer and ending that: all their accounts may close and cancel, not open or withdraw. The decision is
 * written with the audit and the customer's notice, then the engine is told; a crash between the two leaves a decision
 * that is brought to the engine at the next start. The engine refuses what opens or asks for money; an approval
 * (withdrawals/review.ts) looks at what is decided here, so that a freeze the engine was not told of yet counts.
 * Whether the customer is frozen, their own sealed row says: a row of `freezes` that was changed or deleted in the
 * store ends no freeze and begins none (decision 142).
 */
import { assert, type UserId } from '@veritick/domain'
import { eq, isNotNull } from 'drizzle-orm'
import { type Refusal, refuse } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { type Message, momentText } from '../../services/messages/index.ts'
import { changeSealed, isSealed, rowChanged, rowSeal } from '../../services/seals/index.ts'
import { inTransaction, lockCustomer, rollbackWith } from '../../services/transactions/index.ts'
import { accounts, type Database, freezes, type Transaction, users } from '../../store/index.ts'
import {
  accountsOf,
  accountsToShow,
  changePerson,
  isFrozen,
  openAccounts,
  provenPerson,
  tellCustomer,
} from '../accounts/index.ts'
import { checkDecider, isReasonValid } from '../approvals/index.ts'
import { type CaseworkParts, finishEach, oneRunEach, runAll } from '../money/index.ts'
import { tellOfEnd } from './end-mail.ts'

export type FreezeRow = typeof freezes.$inferSelect
export type Frozen = { readonly ok: true; readonly value: FreezeRow } | Refusal

type Change = Decision & { readonly remark: string; readonly frozen: boolean }
type Decision = { readonly user: UserId; readonly actor: Actor /** For the audit. */; readonly reason: string }

/**
 * Refusals: `reason_missing`, `person_unknown`, `record_own`, `account_closed`, `nothing_changes` (it is so already).
 */
export type Freezes = {
  /** The customer reads the remark. */
  freeze(decision: Decision & { readonly remark: string }): Promise<Frozen>
  unfreeze(decision: Decision): Promise<Frozen>
  /** Brings every decision that the engine does not know of yet to it. */
  resumeIntents(): Promise<void>
}

/** A freeze as staff read it. `decidedBy` empty: the row that says it is missing. */
export type Freeze = Pick<FreezeRow, 'at' | 'decidedBy' | 'reason' | 'remark'>

const ROW_MISSING = 'The row of this freeze was deleted or changed in the store. The customer is frozen all the same.'

type Reading = { readonly db: Database } & Pick<CaseworkParts, 'encryption'>

/** The freeze that holds; `undefined`: there is none. Throws RowChanged: the customer's own row was changed. */
export async function freezeOf({ db, encryption }: Reading, user: UserId): Promise<Freeze | undefined> {
  const since = (await provenPerson({ db, encryption }, user))?.frozenAt ?? undefined
  if (since === undefined) return undefined
  const row = await rowOf(db, user)
  // The row of an earlier freeze has another moment.
  if (row?.frozen && row.at === since && isFreezeSealed(encryption, row)) return row
  return { at: since, decidedBy: '', reason: ROW_MISSING, remark: '' }
}

/** Whether this server wrote the row. */
function isFreezeSealed(encryption: Reading['encryption'], row: FreezeRow): boolean {
  return isSealed(encryption, 'freezes', { ...sealedFreeze(row), seal: row.seal })
}

const sealedFreeze = ({ user, frozen, version, applied, decidedBy, reason, remark, at }: Omit<FreezeRow, 'seal'>) => ({
  ...{ user_id: user, frozen, version, applied, decided_by: decidedBy, reason, remark, at },
})

/**
 * Throws RowChanged where the row is not the newest decision about this customer, as this server wrote it. `known`: the
 * newest version before the row was read, because a decision may be made meanwhile.
 */
function requireNewest(
  { encryption, knownVersions }: Pick<CaseworkParts, 'encryption' | 'knownVersions'>,
  { user, row, known }: { readonly user: UserId; readonly row: FreezeRow | undefined; readonly known: number },
): void {
  if (row === undefined && known === 0) return
  if (row === undefined || row.user !== user || !isFreezeSealed(encryption, row))
    throw rowChanged('freezes', { user_id: user })
  knownVersions.require('freezes', user, row.version, known)
  // The commit of the decision may have been one of unknown end.
  knownVersions.keep('freezes', user, row.version)
}

/**
 * Before the engine releases the accounts of a customer for another reason than the end of a freeze. Throws RowChanged
 * where the customer is frozen, or the row that says so is gone or an older one that was put back.
 */
export async function requireNoFreeze(
  parts: Pick<CaseworkParts, 'encryption' | 'knownVersions'> & { readonly db: Database },
  user: UserId,
): Promise<void> {
  const known = parts.knownVersions.version('freezes', user)
  const row = await rowOf(parts.db, user)
  requireNewest(parts, { user, row, known })
  if (row?.frozen === true) throw rowChanged('freezes', { user_id: user })
}

export function openFreezes(parts: CaseworkParts): Freezes {
  const { store } = parts
  /** The newest decisions of this process that the engine does not know of yet. */
  const untold = new Map<UserId, FreezeRow>()

  const decide = async (decision: Change): Promise<Frozen> => {
    if (!isReasonValid(decision.reason)) return refuse('reason_missing', 'reason_text')
    if (decision.frozen && !isReasonValid(decision.remark)) return refuse('reason_missing', 'remark')
    const decided = await inTransaction(store, (tx) => write(parts, tx, decision))
    if (!decided.ok) return decided
    const { user, version } = decided.value
    if (version === parts.knownVersions.version('freezes', user)) untold.set(user, decided.value)
    // A busy engine is told again later; the written freeze stops withdrawals at once.
    await tell(user)
    return decided
  }

  /** Another decision may have come meanwhile: the engine must know the newest. */
  const tell = async (user: UserId): Promise<void> => {
    while (untold.has(user) || (await rowOf(store.db, user))?.applied === false) {
      const done = await step(user)
      if (!done.ok) return
    }
  }

  /** The engine is told what holds now; whether more is needed, `tell` asks. Throws RowChanged. */
  const step = oneRunEach(async (user: UserId): Promise<{ readonly ok: true } | Refusal> => {
    const known = parts.knownVersions.version('freezes', user)
    const decided = untold.get(user)
    const row = decided ?? (await rowOf(store.db, user))
    // A freeze of this process reaches the engine, also where the store says something else now.
    const isNow = decided?.frozen === true || (await isFrozen({ ...parts, db: store.db }, user))
    // The accounts are released only where both rows say so: one of them may be an older row that was put back.
    if (!isNow) requireNewest(parts, { user, row, known })
    const told = await freezeAccounts(parts, { user, frozen: isNow || row?.frozen === true })
    if (!told.ok) return told
    if (untold.get(user) === decided) untold.delete(user)
    const stored = await rowOf(store.db, user)
    requireNewest(parts, { user, row: stored, known })
    if (stored?.applied === false) await noteTold(parts, user, row?.version)
    return { ok: true }
  })

  return {
    freeze: (decision) => decide({ ...decision, frozen: true }),
    unfreeze: (decision) => decide({ ...decision, remark: '', frozen: false }),
    resumeIntents: async () => {
      const rows = await store.db.select({ user: freezes.user }).from(freezes).where(eq(freezes.applied, false))
      const ids = [...new Set([...untold.keys(), ...rows.map(({ user }) => user)])]
      const kind = 'user'
      /** Throws RowChanged, so that the log names the customer. */
      const freezeAgain = async (user: UserId) => {
        await step(user)
        if (await isFrozen({ ...parts, db: store.db }, user)) throw rowChanged('freezes', { user_id: user })
      }
      await runAll([
        () => finishEach(parts.log, { kind, ids }, tell),
        async () => finishEach(parts.log, { kind, ids: await notKept(parts) }, freezeAgain),
      ])
    },
  }
}

/** The engine knows the decision with this version. */
function noteTold({ store, encryption }: CaseworkParts, user: UserId, version: number | undefined): Promise<boolean> {
  return store.transaction((tx) =>
    changeSealed({ tx, encryption }, 'freezes', { user_id: user }, (row) =>
      row.version === version ? { applied: true } : undefined,
    ),
  )
}

/**
 * The frozen customers with an account that the engine has not frozen, or with a row of the freeze that was deleted,
 * changed or put back. A row that says that the engine does not know yet is no sign of it.
 */
async function notKept(parts: CaseworkParts): Promise<readonly UserId[]> {
  const { encryption, knownVersions } = parts
  const known = knownVersions.all('freezes')
  const found = await parts.store.db
    .select({ user: users.user, row: freezes, account: accounts.account })
    .from(users)
    .leftJoin(freezes, eq(freezes.user, users.user))
    .leftJoin(accounts, eq(accounts.user, users.user))
    .where(isNotNull(users.frozenAt))
  const isKept = async ({ user, row, account }: (typeof found)[number]): Promise<boolean> => {
    if (!row?.frozen || row.version < (known.get(String(user)) ?? 0) || !isFreezeSealed(encryption, row)) return false
    if (!row.applied || account === null) return true
    return (await parts.core.query({ kind: 'account', account }))?.frozen === true
  }
  const lost = new Set<UserId>()
  for (const each of found) if (!(await isKept(each))) lost.add(each.user)
  return [...lost]
}

type EngineParts = Pick<CaseworkParts, 'core' | 'market' | 'store' | 'encryption' | 'knownAccounts'>

/**
 * Tells the engine to freeze or release each account of a user. Idempotent. Refusal: `busy`. Throws CoreBusy, and
 * RowChanged where a row of an account was changed in the store: then the accounts are frozen all the same, and none is
 * released.
 */
export async function freezeAccounts(
  parts: EngineParts,
  { user, frozen }: { readonly user: UserId; readonly frozen: boolean },
): Promise<{ readonly ok: true } | Refusal> {
  const { core, market, store } = parts
  const reading = { ...parts, db: store.db }
  // A freeze reaches a changed row too; a release does not.
  const rows = frozen ? await accountsToShow(store.db, user) : await accountsOf(reading, user)
  for (const { account } of rows) {
    const command = { kind: 'freeze_account', at: market.clock(), account, frozen } as const
    const { outcome } = await core.submit({ command })
    if (outcome.ok) continue
    if (outcome.reason === 'busy') return refuse('busy')
    assert(outcome.reason === 'account_unknown', `a known account can be frozen, but: ${outcome.reason}`)
    // The process ended between the account's row and the engine; the next sign-in would have opened it.
    await openAccounts(parts, user)
    return freezeAccounts(parts, { user, frozen })
  }
  await accountsOf(reading, user)
  return { ok: true }
}

async function write(parts: CaseworkParts, tx: Transaction, decision: Change): Promise<FreezeRow> {
  const { user, actor, frozen } = decision
  const reason = decision.reason.trim()
  const remark = decision.remark.trim()
  await lockCustomer(tx, user)
  const person = (await provenPerson({ ...parts, db: tx.db }, user)) ?? rollbackWith('person_unknown', 'id')
  await checkDecider(parts, tx, decision)
  // Its engine accounts are frozen already, and stay so until it is reopened.
  if (person.closure !== null) rollbackWith('account_closed', 'id')
  if ((person.frozenAt !== null) === frozen) rollbackWith('nothing_changes')
  const before = await rowOf(tx.db, user)
  const at = parts.runtime.now()
  const { knownVersions } = parts
  // Nothing of a row that was changed in the store stays. No number is used twice.
  const isOwn = before !== undefined && isFreezeSealed(parts.encryption, before)
  const version = Math.max(isOwn ? before.version : 0, knownVersions.version('freezes', user)) + 1
  tx.onEnd((end) => {
    if (end === 'committed') knownVersions.keep('freezes', user, version)
  })
  const decided = {
    user,
    frozen,
    version,
    applied: false,
    decidedBy: actor.who,
    reason,
    remark,
    at,
  }
  const row: FreezeRow = { ...decided, seal: rowSeal(parts.encryption, 'freezes', sealedFreeze(decided)) }
  await tx.db.insert(freezes).values(row).onConflictDoUpdate({ target: freezes.user, set: row })
  await changePerson(parts, tx, user, { frozen_at: frozen ? at : null })
  await writeAudit(
    { ...parts, tx },
    {
      actor,
      action: frozen ? 'person_freeze' : 'person_unfreeze',
      subject: { kind: 'person', id: user },
      reason,
      before: { frozen: !frozen },
      after: { frozen, remark },
      at,
    },
  )
  const time = momentText(at)
  const message: Message = frozen
    ? frozenNotice({ time, reason: remark }, parts.settings.get('support_email'))
    : { name: 'account_unfrozen', values: { time } }
  await tellCustomer({ ...parts, tx }, { user, message })
  if (!frozen) await tellOfEnd(parts, tx, { before: isOwn && before.frozen ? before : undefined, after: row })
  return row
}

/** The support contact is named only where the operator has set one. */
const frozenNotice = (values: { readonly time: string; readonly reason: string }, support: string): Message =>
  support === ''
    ? { name: 'account_frozen', values }
    : { name: 'account_frozen_support', values: { ...values, support } }

async function rowOf(db: Database, user: UserId): Promise<FreezeRow | undefined> {
  const [row] = await db.select().from(freezes).where(eq(freezes.user, user))
  return row
}
