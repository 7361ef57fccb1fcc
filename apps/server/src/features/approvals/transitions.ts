/**
 * The one pattern of casework. A record (deposit, withdrawal, correction, reward, identity submission, closure) has
 * named states and a table of transitions in its own folder. A transition says from which states it starts, to which it
 * leads, who may take it, what must be true, what changes, what the engine is asked for next and what the customer
 * reads. `openCase` and `advance` take every transition: locked, checked, written and audited in one transaction.
 */

import type { Reason } from '@veritick/contract'
import { assert, type Millis, type UserId } from '@veritick/domain'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import type { StaffProof } from '../../services/seals/index.ts'
import { lockCustomer, rollbackWith } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import { checkDecider } from './self-approval.ts'

/** The actors of transitions. `ledger`: the server, after the engine has answered. `clock`: a job of the server. */
export const ACTOR_KINDS = ['customer', 'staff', 'provider', 'ledger', 'clock'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

export const LEDGER: Actor = { who: 'ledger', role: 'ledger' }
export const CLOCK: Actor = { who: 'clock', role: 'clock' }
export const customerActor = (user: number): Actor => ({ who: `customer:${user}`, role: 'customer' })

/**
 * The command that the server gives the engine once a transition is committed. The record stays in the state of the
 * transition until the engine has answered.
 */
export type Movement = 'credit' | 'lock' | 'pay_out' | 'give_back' | 'adjust' | 'reward'

/** The facts that the requirements and changes of a transition are given. */
export type Step<Row, Parts, Input> = {
  readonly parts: Parts
  readonly tx: Transaction
  readonly row: Row
  readonly actor: Actor
  readonly reason: string
  readonly now: Millis
  readonly input: Input
}

/** Rolls the transaction back with a stable reason where something is not true. */
export type Requirement<Row, Parts, Input> = (step: Step<Row, Parts, Input>) => void | Promise<void>

type AnyRow = { readonly user: UserId; readonly state: string }

export type Transition<Row extends AnyRow, Parts, Input> = {
  readonly from: readonly Row['state'][]
  /** `unchanged`: only other columns change. */
  readonly to: Row['state'] | 'unchanged'
  readonly by: readonly ActorKind[]
  /**
   * The action in the audit log. Left out for steps of customers and of the ledger: the record and the journal show
   * them.
   */
  readonly action?: string
  readonly moves?: Movement
  /** Why the transition is refused from a state that is not in `from`; left out: the reason of the record. */
  readonly refusal?: (state: Row['state']) => Reason
  readonly requires?: readonly Requirement<Row, Parts, Input>[]
  /** The other columns that change. */
  readonly change: (step: Step<Row, Parts, Input>) => Partial<Row> | Promise<Partial<Row>>
  /** Facts for the audit log beside those of the record. */
  readonly facts?: (step: Step<Row, Parts, Input>) => Promise<object> | object
  /** Does more in the same transaction: tells the customer, ends the access to a closed account, erases its data. */
  readonly tell?: (step: Step<Row, Parts, Input>, after: Row) => Promise<void>
}

/** How the rows of one kind of record are read and written. */
export type RecordKind<Row extends AnyRow, Parts> = {
  /** Subject of the audit entries. */
  readonly name: 'deposit' | 'withdrawal' | 'correction' | 'identity' | 'reward' | 'closure'
  find(parts: Parts, tx: Transaction, id: number): Promise<Row | undefined>
  /** No other transaction changes the row until this one ends. */
  lock(parts: Parts, tx: Transaction, id: number): Promise<Row | undefined>
  /** The row without a first approval that does not count any more. */
  counting?(parts: Parts, tx: Transaction, row: Row): Promise<Row>
  change(parts: Parts, tx: Transaction, id: number, changes: Partial<Row>): Promise<Row>
  facts(row: Row): object
  /** Of a decision that moves money: what proves in the audit entry that the server wrote it (money/decisions.ts). */
  seal?(parts: Parts, row: Row, movement: Movement): string
  /** Of records whose rows are sealed (services/seals): a row that was changed in the store takes no decision. */
  readonly seals?: RecordSeals<Row, Parts>
  /** Why a transition that the table does not contain is refused. */
  refusal(state: Row['state']): Reason
}

export type RecordSeals<Row, Parts> = {
  /** Whether the row, as it was read, is as this server wrote it. */
  hold(parts: Parts, id: number, row: Row): boolean
  /** Whether two rows have the same sealed columns. */
  areSame(parts: Parts, one: Row, other: Row): boolean
  /** Gives the stored row the seal of `row`. The store may have written something else: then it has a wrong seal. */
  renew(parts: Parts, tx: Transaction, id: number, row: Row): Promise<void>
}

export type Case<Row extends AnyRow, Parts> = {
  readonly kind: RecordKind<Row, Parts>
  readonly parts: Parts
  readonly tx: Transaction
  readonly id: number
  /** The row as it was read and locked. */
  readonly written: Row
  /** The same without a first approval that does not count any more. */
  readonly row: Row
  readonly actor: Actor
}

/**
 * The record, locked; until the transaction ends no other decision is taken about its customer's money or identity.
 * Refusals: `record_unknown`, `record_changed`, and those of `checkDecider`.
 */
export async function openCase<Row extends AnyRow, Parts extends StaffProof>(
  kind: RecordKind<Row, Parts>,
  options: { readonly parts: Parts; readonly tx: Transaction; readonly id: number; readonly actor: Actor },
): Promise<Case<Row, Parts>> {
  const { parts, tx, id, actor } = options
  const known = await kind.find(parts, tx, id)
  if (known === undefined) return rollbackWith('record_unknown', 'id')
  await lockCustomer(tx, known.user)
  await checkDecider(parts, tx, { actor, user: known.user })
  const written = await kind.lock(parts, tx, id)
  assert(written !== undefined, `${kind.name} ${id} is never removed`)
  // The customer who was locked and compared with the decider is the one of the row that is proven.
  if (written.user !== known.user) return rollbackWith('record_changed')
  const row = kind.counting === undefined ? written : await kind.counting(parts, tx, written)
  return { kind, parts, tx, id, written, row, actor }
}

/**
 * Takes the transition, or refuses: from another state with the reason of the transition or of the record, otherwise
 * with the reason of the first requirement that is not met, or with `record_changed`. A refusal changes nothing.
 */
export async function advance<Row extends AnyRow, Parts extends StaffProof, Input>(
  opened: Case<Row, Parts>,
  transition: Transition<Row, Parts, Input>,
  given: { readonly reason: string; readonly input: Input; readonly now: Millis },
): Promise<Row> {
  const { kind, parts, tx, id, written, row, actor } = opened
  const { to } = transition
  assert(
    transition.by.includes(actorKindOf(actor)),
    `${actor.who} takes a transition of ${kind.name} that is for others`,
  )
  const state: Row['state'] = row.state
  if (!transition.from.includes(state)) return rollbackWith((transition.refusal ?? kind.refusal)(state))
  // A step of the ledger too, though its money has moved: the customer reads what the row says. The record stays in
  // progress until its row is back.
  if (kind.seals?.hold(parts, id, written) === false) return rollbackWith('record_changed')
  const step = { parts, tx, row, actor, reason: given.reason.trim(), now: given.now, input: given.input }
  for (const requirement of transition.requires ?? []) await requirement(step)
  const changes = { ...(await transition.change(step)), ...(to !== 'unchanged' && { state: to }) }
  const after = await kind.change(parts, tx, id, changes)
  await sealDecided(opened, { ...written, ...changes }, after)
  assert(after.state === (to === 'unchanged' ? state : to), `${kind.name} ${id} is in the state of its transition`)
  if (transition.action !== undefined) {
    await writeAudit(
      { tx, encryption: parts.encryption },
      {
        actor,
        action: transition.action,
        subject: { kind: kind.name, id },
        reason: step.reason,
        before: kind.facts(row),
        after: {
          ...kind.facts(after),
          ...(await transition.facts?.(step)),
          ...(transition.moves !== undefined && { seal: kind.seal?.(parts, after, transition.moves) }),
        },
        at: given.now,
      },
    )
  }
  await transition.tell?.(step, after)
  return after
}

/** The seal is that of the decided row: a trigger of an attacker may write other columns than the server decided. */
async function sealDecided<Row extends AnyRow, Parts>(
  { kind: { seals }, parts, tx, id }: Case<Row, Parts>,
  decided: Row,
  after: Row,
): Promise<void> {
  if (seals === undefined) return
  if (!seals.areSame(parts, decided, after)) rollbackWith('record_changed')
  await seals.renew(parts, tx, id, decided)
}

function actorKindOf({ who }: Actor): ActorKind {
  const [word] = who.split(':')
  const kind = ACTOR_KINDS.find((each) => each === word)
  assert(kind !== undefined, `${who} is an actor of casework`)
  return kind
}

/**
 * `seen`: the moment of the first decision that the page showed, ms; 0: none. The office always sends it; a request
 * without it is not compared. Refusal: `approval_changed`.
 */
export function requireSeen(
  seen: number | undefined,
  first: { readonly at: number | null; readonly field: string },
): void {
  if (seen !== undefined && seen !== (first.at ?? 0)) rollbackWith('approval_changed', first.field)
}
