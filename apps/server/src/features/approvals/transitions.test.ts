/**
 * Every pair of a state and a transition that a table does not contain is refused with its stable reason, and nothing
 * is written: not the row, not the audit log, not a message. The pairs are generated from the tables. The store itself
 * checks the conditions that the tables rely on. Every test runs on both stores; the embedded one, whose rows and
 * statements are the same, takes the first pair of each kind of record.
 */
import { assert, micros, millis, must, type UserId } from '@veritick/domain'
import {
  accountOf,
  bindTron,
  customer,
  documents,
  draws,
  FINN,
  fund,
  GRETA,
  openChannels,
  picture,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../services/audit/index.ts'
import {
  CLOSURE_STATES,
  CORRECTION_STATES,
  DEPOSIT_STATES,
  REWARD_STATES,
  SUBMISSION_STATES,
  type Transaction,
  WITHDRAWAL_STATES,
} from '../../store/index.ts'
import { CLOSURE_TRANSITIONS, CLOSURES } from '../closures/transitions.ts'
import { CORRECTION_TRANSITIONS, CORRECTIONS } from '../corrections/transitions.ts'
import { DEPOSIT_TRANSITIONS, DEPOSITS } from '../deposits/transitions.ts'
import { IDENTITY_TRANSITIONS, SUBMISSIONS } from '../identity/transitions.ts'
import { REWARD_TRANSITIONS, REWARDS } from '../invites/transitions.ts'
import { WITHDRAWAL_TRANSITIONS, WITHDRAWALS } from '../withdrawals/transitions.ts'
import { type ActorKind, advance, openCase, type RecordKind, type Transition } from './transitions.ts'

const ACTORS: Readonly<Record<ActorKind, Actor>> = {
  customer: { who: 'customer:1', role: 'customer' },
  staff: { who: 'staff:9', role: 'finance' },
  provider: { who: 'provider:sandbox', role: 'provider' },
  ledger: { who: 'ledger', role: 'ledger' },
  clock: { who: 'clock', role: 'clock' },
}

type Row = { readonly user: UserId; readonly state: string }
type Table<R extends Row, P> = { readonly [name: string]: Transition<R, P, never> }
type Subject = {
  readonly table: string
  readonly key: string
  readonly states: readonly string[]
  readonly transitions: Table<never, never>
  readonly kind: RecordKind<never, never>
  /** Other columns that a row must have in this state. */
  readonly columns: (state: string) => string
  /** The stable reason of a pair that is not in the table. */
  readonly reason: (state: string, transition: string) => string
}

/** Types of the records differ; the loop below treats them alike. */
function subject<R extends Row, P>(made: {
  readonly table: string
  readonly key: string
  readonly states: readonly R['state'][]
  readonly kind: RecordKind<R, P>
  readonly transitions: Table<R, P>
  readonly columns: (state: R['state']) => string
  readonly reason: (state: R['state'], transition: string) => string
}): Subject {
  return made as unknown as Subject
}

const ended = (states: readonly string[]) => (state: string) => `ended_at = ${states.includes(state) ? '5' : 'null'}`

const SUBJECTS: Readonly<Record<string, Subject>> = {
  deposit: subject({
    table: 'deposits',
    key: 'deposit_id',
    states: DEPOSIT_STATES,
    kind: DEPOSITS,
    transitions: DEPOSIT_TRANSITIONS,
    columns: (state) =>
      [
        `method = '${state === 'begun' ? 'card' : 'coin'}', expires_at = 5, proposed_by = null, proposed_at = null`,
        state === 'crediting' || state === 'finished'
          ? `credited = 7, decided_by = 'staff:1', payment_reference = 'tron:test'`
          : 'credited = null, decided_by = null, payment_reference = null',
        ended(['finished', 'rejected', 'invalid'])(state),
      ].join(', '),
    reason: (state) => (state === 'begun' ? 'record_begun' : 'record_decided'),
  }),
  withdrawal: subject({
    table: 'withdrawals',
    key: 'withdrawal_id',
    states: WITHDRAWAL_STATES,
    kind: WITHDRAWALS,
    transitions: WITHDRAWAL_TRANSITIONS,
    columns: (state) =>
      [
        ['approved', 'paying', 'paid'].includes(state)
          ? `first_approver = 'staff:1', first_approved_at = 5, approved_at = 5, payment_reference = 'tron:test'`
          : 'first_approver = null, first_approved_at = null, approved_at = null, payment_reference = null',
        'rejection_proposed_by = null, rejection_proposed_at = null, rejection_confirmed_by = null',
        `refusal = ${state === 'refused' ? `'balance_not_enough'` : 'null'}`,
        ended(['refused', 'paid', 'rejected', 'cancelled'])(state),
      ].join(', '),
    reason: (state, transition) => {
      const isUnshown = state === 'locking' || state === 'refused'
      if (transition === 'cancel') return isUnshown ? 'draw_unknown' : 'draw_not_waiting'
      const isAfterApproval = ['pay', 'propose_rejection', 'confirm_rejection', 'drop_rejection'].includes(transition)
      if (isAfterApproval && state === 'waiting') return 'record_not_approved'
      return isUnshown ? 'record_unknown' : 'record_decided'
    },
  }),
  correction: subject({
    table: 'corrections',
    key: 'correction_id',
    states: CORRECTION_STATES,
    kind: CORRECTIONS,
    transitions: CORRECTION_TRANSITIONS,
    columns: (state) =>
      `decided_by = ${state === 'asked' ? 'null' : `'staff:2'`}, ${ended(['booked', 'rejected'])(state)}`,
    reason: () => 'record_decided',
  }),
  reward: subject({
    table: 'invite_rewards',
    key: 'reward_id',
    states: REWARD_STATES,
    kind: REWARDS,
    transitions: REWARD_TRANSITIONS,
    columns: (state) =>
      [
        state === 'held'
          ? 'approved_by = null, approved_at = null'
          : `approved_by = 'staff:1', approved_at = 9007199254740991`,
        `decided_by = ${['paying', 'paid', 'rejected'].includes(state) ? `'staff:2'` : 'null'}`,
        ended(['paid', 'rejected'])(state),
      ].join(', '),
    reason: (state, transition) =>
      transition === 'pay' && state === 'held' ? 'second_person_needed' : 'record_decided',
  }),
  identity: subject({
    table: 'identity_submissions',
    key: 'submission_id',
    states: SUBMISSION_STATES,
    kind: SUBMISSIONS,
    transitions: IDENTITY_TRANSITIONS,
    columns: (state) =>
      state === 'waiting' ? 'decided_at = null, decided_by = null' : `decided_at = 5, decided_by = 'staff:3'`,
    reason: () => 'record_decided',
  }),
  closure: subject({
    table: 'closures',
    key: 'closure_id',
    states: CLOSURE_STATES,
    kind: CLOSURES,
    transitions: CLOSURE_TRANSITIONS,
    columns: (state) =>
      [
        `refusal = ${state === 'refusing' || state === 'refused' ? `'closing_balance_left'` : 'null'}`,
        `closed_at = ${['closing', 'refusing', 'refused'].includes(state) ? 'null' : '5'}`,
        `kept_days = ${['closing', 'refusing', 'refused'].includes(state) ? 'null' : '30'}`,
        state === 'reopening' || state === 'reopened'
          ? `reopened_by = 'staff:1', reopened_at = 5`
          : 'reopened_by = null, reopened_at = null',
        `erased_at = ${state === 'erased' ? '5' : 'null'}`,
      ].join(', '),
    reason: () => 'record_decided',
  }),
}

const KINDS = storeKinds()

describe.each(KINDS)('casework on the %s store', (storeKind) => {
  let location: StoreLocation
  let server: TestServer
  const ids: { [subject: string]: number } = {}

  beforeAll(async () => {
    location = await openLocation(storeKind, ['simulated'])
    const config = { databaseUrl: location.databaseUrl }
    server = await openTestServer({ dataDir: location.dataDir, config, patient: true })
    await openChannels(server)
    const ana = await customer(server, 'ana')
    await verify(server, ana)
    await fund(server, ana, 500)
    const user = await userOf(ana)
    const payee = await bindTron(server, ana, 'ana')
    ids.withdrawal = (await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number: '50' })).id
    ids.deposit = (
      await ana.does('chargeSubmit', { charge_id: 1, number: '40', proofImg: await picture(server, ana) })
    ).id
    const reason = 'seen in the log'
    const ask = {
      user,
      amount: micros(5_000_000),
      category: 'cost',
      remark: 'A fee was wrong',
      actor: FINN,
      reason,
    } as const
    const correction = await server.context.corrections.request(ask)
    assert(correction.ok, 'a correction is requested')
    ids.correction = correction.value.correction
    await server.context.store.query(
      `insert into notes (user_id, who, encrypted, at) values ($1, 'staff:1', '\\x01'::bytea, 1)`,
      [user],
    )
    const ben = await customer(server, 'ben')
    const [reward] = await server.context.store.query<{ reward_id: number }>(
      `insert into invite_rewards (user_id, account_id, invited_id, step, amount, state, volume, net_deposit, flags,
         earned_at, review_until, decided_reason, remark)
       values ($1, $2, $3, 1, 30000000, 'held', 1, 1, '', 5, 5, '', '') returning reward_id`,
      [user, await accountOf(server, ana), await userOf(ben)],
    )
    ids.reward = must(reward, 'a reward is written').reward_id
    await ben.does('identitySubmit', await documents(server, ben))
    const { rows } = await server.context.identity.review.queue({ user: await userOf(ben), page: 1, size: 1 })
    ids.identity = must(rows[0], 'a submission waits').submission
    const [closure] = await server.context.store.query<{ closure_id: number }>(
      `insert into closures (user_id, state, requested_by, reason, requested_at, refusal)
       values ($1, 'refused', 'staff:1', '', 5, 'closing_balance_left') returning closure_id`,
      [user],
    )
    ids.closure = must(closure, 'a closure is written').closure_id
  }, 180_000)
  afterAll(async () => {
    await server.close()
    await location.clean()
  })

  class Undone extends Error {}
  /** Runs in a transaction that leaves nothing behind. */
  const undone = async (work: (tx: Transaction) => Promise<void>): Promise<void> => {
    const run = server.context.store.transaction(async (tx) => {
      await work(tx)
      throw new Undone()
    })
    await expect(run).rejects.toBeInstanceOf(Undone)
  }
  const writtenIn = async (tx: Transaction, { table, key }: Subject, id: number) => [
    await tx.query(`select * from ${table} where ${key} = $1`, [id]),
    await tx.query('select (select count(*) from audit) as audit, (select count(*) from messages) as messages'),
    await tx.query('select * from identities order by user_id'),
  ]

  const pairs = Object.entries(SUBJECTS).flatMap(([name, { states, transitions }]) =>
    Object.entries(transitions).flatMap(([transition, { from }]) =>
      states
        .filter((state) => !(from as readonly string[]).includes(state))
        .map((state) => ({ name, transition, state })),
    ),
  )

  test('the tables leave pairs out', () => expect(pairs.length).toBeGreaterThan(100))

  const isFirst = ({ name }: (typeof pairs)[number], at: number) => pairs.findIndex((each) => each.name === name) === at
  const tried = storeKind === KINDS.at(-1) ? pairs : pairs.filter(isFirst)

  test.each(tried)('$name: no $transition from $state', async ({ name, transition, state }) => {
    const of = must(SUBJECTS[name], 'a record')
    const id = must(ids[name], 'it was made')
    const step = must(of.transitions[transition], 'a transition')
    await undone(async (tx) => {
      await tx.query(`update ${of.table} set state = $1, ${of.columns(state)} where ${of.key} = $2`, [state, id])
      const before = await writtenIn(tx, of, id)
      const actor = ACTORS[must(step.by[0], 'an actor takes it')]
      const opened = await openCase(of.kind, { parts: server.context as never, tx, id, actor })
      const input = { remark: 'not like this', isUnsent: true, reference: 'a'.repeat(64), amount: 1 } as never
      const taken = advance(opened, step, { reason: 'tried anyway', input, now: millis(9) })
      await expect(taken).rejects.toMatchObject({ refusal: { ok: false, reason: of.reason(state, transition) } })
      expect(await writtenIn(tx, of, id)).toEqual(before)
    })
  })

  test('an actor of another kind is a fault of the server, not a refusal', async () => {
    const id = must(ids.correction, 'it was made')
    await undone(async (tx) => {
      const opened = await openCase(CORRECTIONS, { parts: server.context, tx, id, actor: ACTORS.ledger })
      const given = { reason: 'tried anyway', input: undefined, now: millis(9) }
      await expect(advance(opened, CORRECTION_TRANSITIONS.approve, given)).rejects.toThrow('is for others')
    })
  })

  test('an unknown record is refused', async () => {
    await undone(async (tx) => {
      for (const { kind } of Object.values(SUBJECTS)) {
        const opened = openCase(kind, { parts: server.context as never, tx, id: 999_999_999, actor: GRETA })
        await expect(opened).rejects.toMatchObject({ refusal: { reason: 'record_unknown' } })
      }
    })
  })

  test.each([
    ['an unknown state', `update deposits set state = 'nearly' where ended_at is null`, 'deposits_state'],
    ['an unknown method', `update withdrawals set method = 'cash'`, 'withdrawals_method'],
    ['an end without its time', `update deposits set state = 'rejected', ended_at = null`, 'deposits_ended'],
    [
      'a credit without an amount',
      `update deposits set state = 'crediting', ended_at = null, credited = null`,
      'deposits_credited',
    ],
    [
      'a credit of coins without its transaction',
      `update deposits set state = 'finished', ended_at = 5, credited = 7, decided_by = 'staff:1',
        payment_reference = null`,
      'deposits_paid',
    ],
    [
      'a credit of a bank transfer by one person without its reference',
      `update deposits set method = 'bank', state = 'finished', ended_at = 5, credited = 7, decided_by = 'staff:1',
        payment_reference = null, proposed_by = null, proposed_at = null`,
      'deposits_paid_bank',
    ],
    [
      'two credits for one transaction',
      `update deposits set state = 'finished', ended_at = 5, credited = 7, decided_by = 'staff:1',
        payment_reference = 'tron:test'`,
      'deposits_transfer',
    ],
    [
      'a proposal confirmed by its proposer',
      `update deposits set proposed_by = 'staff:1', proposed_at = 5, decided_by = 'staff:1'`,
      'deposits_proposal',
    ],
    [
      'a proposal of no staff member',
      `update deposits set proposed_by = 'ana', proposed_at = 5`,
      'deposits_proposed_by',
    ],
    [
      'an approval without an approver',
      `update withdrawals set state = 'approved', approved_at = 5`,
      'withdrawals_approved',
    ],
    [
      'two approvals of one staff member',
      `update withdrawals set first_approver = 'staff:1', first_approved_at = 5,
        second_approver = 'staff:1', second_approved_at = 5`,
      'withdrawals_approvers',
    ],
    [
      'one approval where two are needed',
      `update withdrawals set needs_two = true, first_approver = 'staff:1', first_approved_at = 5, approved_at = 5`,
      'withdrawals_two',
    ],
    [
      'an approved withdrawal that one person rejects',
      `update withdrawals set state = 'rejected', ended_at = 5, first_approver = 'staff:1', first_approved_at = 5,
        approved_at = 5`,
      'withdrawals_given_back',
    ],
    [
      'a rejection confirmed by its proposer',
      `update withdrawals set rejection_proposed_by = 'staff:1', rejection_proposed_at = 5,
        rejection_confirmed_by = 'staff:1'`,
      'withdrawals_rejection',
    ],
    [
      'a correction approved by its requester',
      `update corrections set state = 'booking', decided_by = requested_by`,
      'corrections_two',
    ],
    [
      'a decided identity without a reviewer',
      `update identity_submissions set state = 'verified', decided_by = null`,
      'identity_submissions',
    ],
    [
      'a reward that one staff member approved and paid',
      `update invite_rewards set state = 'paying', approved_by = 'staff:1', approved_at = 5, decided_by = 'staff:1'`,
      'invite_rewards_two',
    ],
    [
      'a reward that is paid without an approval',
      `update invite_rewards set state = 'paying', decided_by = 'staff:1'`,
      'invite_rewards_approved',
    ],
    [
      'a second reward for the same step of the same friend',
      `insert into invite_rewards (user_id, account_id, invited_id, step, amount, state, volume, net_deposit, flags,
         earned_at, review_until, decided_reason, remark)
       select user_id, account_id, invited_id, step, amount, 'held', 1, 1, '', 5, 5, '', '' from invite_rewards`,
      'invite_rewards_step',
    ],
    ['a reward for inviting oneself', 'update invite_rewards set invited_id = user_id', 'invite_rewards_self'],
    ['another inviter', 'update users set invited_by = (select min(user_id) from users)', 'append-only'],
    ['a payee of no customer', 'update payees set user_id = 999999', 'payees_of_user'],
    ['a deposit to the account of another customer', 'update deposits set user_id = 999999', 'deposits_account'],
    ['a withdrawal to no payee', 'update withdrawals set payee_id = 999999', 'withdrawals_of_payee'],
    [
      'two closures of one customer',
      `insert into closures (user_id, state, requested_by, reason, requested_at)
       select user_id, 'closing', 'staff:1', '', 5 from closures, generate_series(1, 2)`,
      'closures_one',
    ],
    ['a closed account without its time', `update closures set state = 'closed', refusal = null`, 'closures_closed_at'],
    [
      'a closed account without the days until its erasure',
      `update closures set state = 'closed', refusal = null, closed_at = 5`,
      'closures_kept_days',
    ],
    ['a deleted note', `delete from notes`, 'append-only'],
    [
      'a freeze of no customer',
      `insert into freezes (user_id, frozen, version, applied, decided_by, reason, remark, at)
      values (999999, true, 1, true, 'staff:1', '', '', 5)`,
      'freezes_of_user',
    ],
  ])('the store refuses %s', async (_what, sql, constraint) => {
    const write = server.context.store.transaction((tx) => tx.query(sql))
    const error: unknown = await write.then(
      () => 'it was written',
      (thrown: unknown) => thrown,
    )
    expect(`${String(error)} ${error instanceof Error ? String(error.cause) : ''}`).toContain(constraint)
  })
})
