/**
 * The states of a closure and the transitions between them. A request freezes the accounts in the engine first
 * (`closing`); only then nothing can open any more, and what is still there decides: `closed`, or released and
 * `refused`. Staff may reopen a closed account until its data are erased.
 */
import { type Micros, must, type UserId } from '@veritick/domain'
import { type Message, momentText } from '../../services/messages/index.ts'
import { removePasskeys } from '../../services/passkeys/index.ts'
import { eraseInRecords, recordSeals, rowChanged } from '../../services/seals/index.ts'
import { lockUserRow, rollbackWith } from '../../services/transactions/index.ts'
import { closures } from '../../store/index.ts'
import { changePerson, personOf, provenPerson, tellCustomer } from '../accounts/index.ts'
import type { RecordKind, Requirement, Transition } from '../approvals/index.ts'
import { type CaseworkParts, usdText } from '../money/index.ts'
import { endConsent } from '../ranking/index.ts'
import { ENDING, ERASED_OF_RECORDS, ERASED_OF_USER, ERASING } from './erased-tables.ts'
import { type ClosureRow, changeClosure, findClosure, lockClosure } from './queries.ts'
import { type Due, daysKept, erasableFrom, isNothingOwed, type Owner } from './retention.ts'

export const CLOSURES: RecordKind<ClosureRow, CaseworkParts> = {
  name: 'closure',
  find: (_parts, tx, id) => findClosure(tx.db, id),
  lock: (_parts, tx, id) => lockClosure(tx.db, id),
  change: (_parts, tx, id, changes) => changeClosure(tx.db, id, changes),
  facts: ({ user, state }) => ({ user, state }),
  seals: recordSeals('closures', closures),
  refusal: () => 'record_decided',
}

type Of<Input> = Transition<ClosureRow, CaseworkParts, Input>
type Step<Input> = Parameters<Requirement<ClosureRow, CaseworkParts, Input>>[0]

/** The customer's own row names the closure: an older row that is put back has its own seal. */
const isHeldByCustomer: Requirement<ClosureRow, CaseworkParts, unknown> = async ({ parts, tx, row }) => {
  const person = await provenPerson({ ...parts, db: tx.db }, row.user)
  if (person?.closure !== row.closure) rollbackWith('record_changed')
}

/** The account is open again. */
async function release({ parts, tx, row: { user } }: Step<undefined>): Promise<void> {
  await changePerson(parts, tx, user, { closure_id: null })
}

/** Proven facts about the customer. `owed`: what stays on the accounts. */
type Rest = { readonly owner: Owner; readonly owed: Micros }
type Erasure = Rest & { readonly user: UserId } & Pick<Due, 'bookings'>

/** The statement that found the closure is not believed: its columns can be changed for the moment of the read. */
const isTimeOver: Requirement<ClosureRow, CaseworkParts, Erasure> = ({ parts, row, input }) => {
  const { closure, user, closedAt, keptDays } = row
  const now = parts.runtime.guardedNow()
  const closed = must(closedAt ?? undefined, 'a closed account has the time of its closing')
  const promised = must(keptDays ?? undefined, 'a closed account has its days')
  if (user !== input.user || erasableFrom(closed, promised) > now) throw rowChanged('closures', { closure_id: closure })
  if (erasableFrom(closed, daysKept(parts.settings, input.owner)) > now) rollbackWith('record_decided')
}

/** Money that came after the list of due closures was read keeps the data. */
const isPaidOut: Requirement<ClosureRow, CaseworkParts, Erasure> = async ({ tx, row, input }) => {
  if (input.owed > 0 || !(await isNothingOwed(tx.query, row.user, input))) rollbackWith('closing_balance_left')
}

export const CLOSURE_TRANSITIONS: {
  readonly close: Of<Rest>
  readonly refuse: Of<{ readonly refusal: string }>
  readonly finish_refusal: Of<undefined>
  readonly reopen: Of<undefined>
  readonly finish_reopening: Of<undefined>
  readonly erase: Of<Erasure>
} = {
  close: {
    from: ['closing'],
    to: 'closed',
    by: ['ledger'],
    action: 'closure_close',
    requires: [isHeldByCustomer],
    change: ({ parts, input, now }) => ({ closedAt: now, keptDays: daysKept(parts.settings, input.owner) }),
    facts: ({ row, input }) => ({ requested_by: row.requestedBy, owed: usdText(input.owed) }),
    tell: async (step, closed) => {
      await endAccess(step)
      await tellClosed(step, closed)
    },
  },
  refuse: {
    from: ['closing'],
    to: 'refusing',
    by: ['ledger'],
    requires: [isHeldByCustomer],
    change: ({ input }) => ({ refusal: input.refusal }),
  },
  finish_refusal: {
    from: ['refusing'],
    to: 'refused',
    by: ['ledger'],
    requires: [isHeldByCustomer],
    change: () => ({}),
    tell: release,
  },
  reopen: {
    from: ['closed'],
    to: 'reopening',
    by: ['staff'],
    action: 'closure_reopen',
    // The device of a demo account has forgotten it.
    requires: [
      isHeldByCustomer,
      async ({ parts, tx, row }) => {
        if ((await personOf({ ...parts, db: tx.db }, row.user)).kind === 'demo') rollbackWith('real_account_only')
      },
    ],
    change: ({ actor, now }) => ({ reopenedBy: actor.who, reopenedAt: now }),
  },
  finish_reopening: {
    from: ['reopening'],
    to: 'reopened',
    by: ['ledger'],
    requires: [isHeldByCustomer],
    change: () => ({}),
    tell: async (step, { user }) => {
      await release(step)
      const { parts, tx, now } = step
      const message = { name: 'account_reopened', values: { time: momentText(now) } } as const
      await tellCustomer({ ...parts, tx }, { user, message })
    },
  },
  erase: {
    from: ['closed'],
    to: 'erased',
    by: ['clock'],
    action: 'closure_erase',
    requires: [isHeldByCustomer, isTimeOver, isPaidOut],
    change: ({ now }) => ({ erasedAt: now }),
    tell: async ({ parts, tx }, { user }) => {
      await parts.sessions.endSessions(tx, { user, except: undefined })
      for (const statement of ERASING) await tx.query(statement, [user])
      const { deposits, withdrawals } = ERASED_OF_RECORDS
      await eraseInRecords(parts, tx, { table: 'deposits', user, erased: deposits })
      await eraseInRecords(parts, tx, { table: 'withdrawals', user, erased: withdrawals })
      await changePerson(parts, tx, user, ERASED_OF_USER)
    },
  },
}

async function endAccess({ parts, tx, row, now }: Step<Rest>): Promise<void> {
  const { user } = row
  // A sign-in locks the row too: it begins before this and is ended, or finds the account closed.
  await lockUserRow(tx.query, user)
  await parts.sessions.endSessions(tx, { user, except: undefined })
  await removePasskeys({ ...parts, tx }, { user, except: undefined, now })
  for (const statement of ENDING) await tx.query(statement, [user])
  await endConsent(tx.query, { user, kinds: ['demo', 'real'], now })
  // The secret of the second factor is gone (ENDING). The device of a demo account gets a new account.
  await changePerson(parts, tx, user, ({ kind }) =>
    kind === 'demo' ? { two_factor_at: null, demo_hash: null } : { two_factor_at: null },
  )
}

async function tellClosed({ parts, tx, now, input }: Step<Rest>, { user, keptDays }: ClosureRow): Promise<void> {
  const days = must(keptDays ?? undefined, 'a closed account has its days')
  const values = { time: momentText(now), erased: momentText(erasableFrom(now, days)) }
  const message: Message =
    input.owed > 0
      ? { name: 'account_closed_owed', values: { ...values, amount: usdText(input.owed) } }
      : { name: 'account_closed', values }
  await tellCustomer({ ...parts, tx }, { user, message })
}
