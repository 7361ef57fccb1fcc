/**
 * Closing an account, reopening it, and the erasure of its data. A request is written first, then the engine freezes
 * the accounts, so that nothing opens any more; then the obstacles are looked at a last time, and the account is closed
 * or released. A crash in between leaves a closure in progress, which the next start finishes.
 */
import { type ClosingObstacle, isReason } from '@veritick/contract'
import { assert, type Micros, micros, must, type UserId } from '@veritick/domain'
import { type Refusal, refuse } from '../../calls/index.ts'
import { CoreBusy, isCoreBusy, unlessBusy } from '../../journal/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { HOUR_MS, randomId } from '../../services/clock/index.ts'
import { requireRecordSealed } from '../../services/seals/index.ts'
import { inTransaction, lockCustomer, rollbackWith } from '../../services/transactions/index.ts'
import { closures, type Transaction } from '../../store/index.ts'
import { isClosed, isUser } from '../accounts/index.ts'
import { advance, checkDecider, isReasonValid, LEDGER, openCase } from '../approvals/index.ts'
import { freezeAccounts, requireNoFreeze } from '../freezes/index.ts'
import { finishEach, oneRunEach } from '../money/index.ts'
import type { ClosureParts } from './context.ts'
import { eraseClosed } from './erasure.ts'
import {
  isFrozenInEngine,
  MONEY_OBSTACLES,
  type Obstacle,
  obstaclesOf,
  owedTo,
  recordsInTheWay,
  viewsOf,
} from './obstacles.ts'
import {
  type ClosureRow,
  closureOf,
  findClosure,
  insertClosure,
  isHeld,
  isMoving,
  movingClosures,
  requireHeld,
} from './queries.ts'
import { daysKept, provenOwner } from './retention.ts'
import { CLOSURE_TRANSITIONS, CLOSURES } from './transitions.ts'

export type Closed = { readonly ok: true; readonly value: ClosureRow } | Refusal

export type CloseRequest = {
  readonly user: UserId
  readonly actor: Actor
  /** Of staff; empty: the customer closes the account. */
  readonly reason: string
  /** The proof of the customer, asked after everything that can be refused without it. Staff prove nothing. */
  readonly proves?: () => Promise<{ readonly ok: true } | Refusal>
}

/** A customer reads it before closing. `owed`, `rewards`: would stay unpaid. `days`: until the erasure. */
type ClosingView = {
  readonly obstacles: readonly Obstacle[]
  readonly owed: Micros
  readonly rewards: Micros
  readonly days: number
}

export type Closures = {
  /** Throws CoreBusy. */
  view(user: UserId): Promise<ClosingView>
  /**
   * Refusals: `reason_missing`, those of CLOSING_OBSTACLES, those of `proves`, `person_unknown`, `record_own`,
   * `account_closed`, `record_decided` (closed and reopened meanwhile), `busy` (the request again, or the job, goes
   * on).
   */
  close(request: CloseRequest): Promise<Closed>
  /**
   * Refusals: `reason_missing`, `nothing_changes` (it is open), `record_own`, `record_decided` (erased or in progress),
   * `real_account_only`.
   */
  reopen(decision: Omit<CloseRequest, 'proves'>): Promise<Closed>
  /** Finishes every closure in progress. */
  resumeIntents(): Promise<void>
  /** Erases the data of closed accounts whose time is over; also runs by itself. */
  sweep(): Promise<{ readonly erased: number }>
  stop(): Promise<void>
}

export function openClosures(parts: ClosureParts): Closures {
  const { store, jobs } = parts
  const begun = new Set<number>()
  const finish = oneRunEach((closure: number) => finishClosure({ ...parts, begun }, closure))
  const sweep = jobs.add({
    name: 'account_erasure',
    everyMs: HOUR_MS,
    atStart: true,
    // The read tables are being filled from the journal, or the store is late: a later run erases.
    isTooEarly: isCoreBusy,
    run: () => eraseClosed(parts),
  })

  const settle = async (closure: number): Promise<Closed> => {
    const done = await finish(closure)
    if (!done.ok) return done
    const { state, refusal } = done.value
    if (state === 'refused') {
      assert(refusal !== null && isReason(refusal), 'a refused closure says why')
      return refuse(refusal)
    }
    // Another request may have finished it. Since then staff may have reopened the account, or the job erased its data.
    return isHeld(done.value) ? done : refuse('record_decided')
  }

  return {
    view: (user) => viewOf(parts, user),
    close: async (request) => {
      const { user, actor, reason, proves } = request
      if (actor.role !== 'customer' && !isReasonValid(reason)) return refuse('reason_missing', 'reason_text')
      const held = await closureOf({ ...parts, db: store.db }, user)
      if (held?.state === 'closing') return settle(held.closure)
      if (held !== undefined) return refuse('account_closed')
      const first = await unlessBusy(() => firstObstacle(parts, user))
      if (!first.ok) return first
      if (first.value !== undefined) return refuse(first.value)
      const proven = await proves?.()
      if (proven?.ok === false) return proven
      const written = await inTransaction(store, (tx) => begin(parts, tx, request))
      if (!written.ok) return written
      begun.add(written.value)
      return settle(written.value)
    },
    reopen: async ({ user, actor, reason }) => {
      if (!isReasonValid(reason)) return refuse('reason_missing', 'reason_text')
      const held = await closureOf({ ...parts, db: store.db }, user)
      if (held === undefined) return refuse('nothing_changes', 'id')
      const decided = await inTransaction(store, async (tx) => {
        const opened = await openCase(CLOSURES, { parts, tx, id: held.closure, actor })
        const given = { reason, input: undefined, now: parts.runtime.now() }
        return advance(opened, CLOSURE_TRANSITIONS.reopen, given)
      })
      // A busy engine is told again later; until then the customer cannot sign in.
      if (decided.ok) await finish(held.closure)
      return decided
    },
    resumeIntents: async () =>
      finishEach(parts.log, { kind: 'closure', ids: await movingClosures(store.db) }, async (closure) => {
        await finish(closure)
      }),
    sweep: () => sweep.run(),
    stop: () => sweep.stop(),
  }
}

/** Before a closing begins. Throws CoreBusy. */
async function firstObstacle(parts: ClosureParts, user: UserId): Promise<ClosingObstacle | undefined> {
  const [first] = await obstaclesOf(parts, user)
  if (first !== undefined) return first.reason
  return (await isFrozenInEngine(parts, user)) ? FROZEN : undefined
}

async function viewOf(parts: ClosureParts, user: UserId): Promise<ClosingView> {
  const { core, store, settings } = parts
  // Money that was booked a moment ago decides how long the data are kept.
  await core.projected()
  const [rewards] = await store.query<{ amount: number }>(
    `select coalesce(sum(amount), 0)::bigint as amount from invite_rewards
     where user_id = $1 and state in ('held', 'approved')`,
    [user],
  )
  const obstacles = await obstaclesOf(parts, user)
  return {
    obstacles,
    // The rest is known once nothing changes it and what can be withdrawn was withdrawn.
    owed: obstacles.some(({ reason }) => MONEY_OBSTACLES.includes(reason)) ? micros(0) : await owedTo(parts, user),
    rewards: micros(rewards?.amount ?? 0),
    days: daysKept(settings, await provenOwner(parts, user)),
  }
}

/** The number of the closure. A deposit, withdrawal or submission that begins later sees it, behind the lock. */
async function begin(parts: ClosureParts, tx: Transaction, request: CloseRequest): Promise<number> {
  const { user, actor } = request
  const reason = request.reason.trim()
  await lockCustomer(tx, user)
  if (!(await isUser(tx.db, user))) rollbackWith('person_unknown', 'id')
  await checkDecider(parts, tx, { actor, user })
  if (await isClosed({ ...parts, db: tx.db }, user)) rollbackWith('account_closed')
  const [found] = await recordsInTheWay({ ...parts, db: tx.db, query: tx.query }, user)
  if (found !== undefined) rollbackWith(found)
  // The end of a freeze that the engine has not heard of would release the accounts again.
  const untold = await tx.query('select 1 from freezes where user_id = $1 and not applied', [user])
  if (untold.length > 0) rollbackWith('busy')
  const requestedAt = parts.runtime.now()
  const closure = await insertClosure(parts, tx, { user, requestedBy: actor.who, reason, requestedAt })
  if (actor.role !== 'customer') {
    const subject = { kind: 'closure', id: closure }
    await writeAudit(
      { ...parts, tx },
      { actor, action: 'closure_request', subject, reason, after: { user }, at: requestedAt },
    )
  }
  return closure
}

/** `begun`: closures of this process that have not frozen anything yet. */
type Steps = ClosureParts & { readonly begun: Set<number> }

/** Takes steps until the closure rests. Refusal: `busy`. */
async function finishClosure(parts: Steps, closure: number): Promise<Closed> {
  let row = must(await findClosure(parts.store.db, closure), `closure ${closure} is there`)
  while (isMoving(row)) {
    const taken = await stepOf(parts, row)
    if (!taken.ok) return taken
    // Read again: the step has sealed the row anew.
    row = must(await findClosure(parts.store.db, closure), `closure ${closure} is there`)
  }
  return { ok: true, value: row }
}

async function stepOf(parts: Steps, row: ClosureRow): Promise<Closed> {
  const { store, runtime } = parts
  const { user, closure } = row
  // Before the engine releases or freezes anything for it.
  await requireHeld({ ...parts, db: store.db }, row)
  requireRecordSealed(parts, 'closures', { schema: closures, id: closure, row })
  const isClosing = row.state === 'closing'
  const before = await unlessBusy(() => wasFrozen(parts, row))
  if (!before.ok) return before
  if (!before.value) {
    // No closing has frozen the accounts of a frozen customer: an older row that was put back would release them.
    if (!isClosing) await requireNoFreeze({ ...parts, db: store.db }, user)
    const told = await unlessBusy(() => freezeAccounts(parts, { user, frozen: isClosing }))
    if (!told.ok) return told
    if (!told.value.ok) return told.value
  }
  const found = isClosing ? await unlessBusy(() => lastLook(parts, { user, wasFrozen: before.value })) : undefined
  if (found?.ok === false) return found
  return inTransaction(store, async (tx) => {
    const opened = await openCase(CLOSURES, { parts, tx, id: closure, actor: LEDGER })
    const given = { reason: '', now: runtime.now() }
    if (found === undefined) {
      const { finish_refusal, finish_reopening } = CLOSURE_TRANSITIONS
      const transition = row.state === 'refusing' ? finish_refusal : finish_reopening
      return advance(opened, transition, { ...given, input: undefined })
    }
    const { refusal, ...rest } = found.value
    if (refusal === undefined) return advance(opened, CLOSURE_TRANSITIONS.close, { ...given, input: rest })
    return advance(opened, CLOSURE_TRANSITIONS.refuse, { ...given, input: { refusal } })
  })
}

/**
 * Whether the engine had frozen the accounts before this closure did: then it neither closes them nor releases them.
 * Otherwise a frozen thief who hides the freeze in the store is released by a refused closing. Throws CoreBusy.
 */
async function wasFrozen(parts: Steps, { closure, user, state, refusal }: ClosureRow): Promise<boolean> {
  if (state !== 'closing') return refusal === FROZEN
  const isFrozen = parts.begun.has(closure) && (await isFrozenInEngine(parts, user))
  if (!isFrozen) parts.begun.delete(closure)
  return isFrozen
}

const FROZEN: ClosingObstacle = 'account_frozen'

/** The accounts are frozen, so what is not there now will not come. Throws CoreBusy. */
async function lastLook(parts: ClosureParts, of: { readonly user: UserId; readonly wasFrozen: boolean }) {
  const { user } = of
  const owner = await provenOwner(parts, user)
  if (of.wasFrozen) return { refusal: FROZEN, owner, owed: micros(0) }
  const [first] = await obstaclesOf(parts, user)
  if (first === undefined) await endDemoPositions(parts, user)
  await parts.core.projected()
  return { refusal: first?.reason, owner, owed: await owedTo(parts, user) }
}

/** The customer could not close them later. Throws CoreBusy. */
async function endDemoPositions(parts: ClosureParts, user: UserId): Promise<void> {
  const { core, market, runtime } = parts
  for (const { account, view } of await viewsOf(parts, { user, kind: 'demo' })) {
    if (view === undefined || view.holdings + view.pendings === 0) continue
    const command = { kind: 'reset_demo', at: market.clock(), account, request: randomId(runtime) } as const
    const { outcome } = await core.submit({ command })
    if (!outcome.ok && outcome.reason === 'busy') throw new CoreBusy(`account ${account} cannot be reset now`)
    assert(outcome.ok, 'a demo account can be reset')
  }
}
