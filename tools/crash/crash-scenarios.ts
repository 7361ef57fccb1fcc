/**
 * Every movement of money, from the customer's request to its end. A request that is repeated with the same number
 * finds its first result.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { moneyText } from '@veritick/contract'
import { INVITE_STEPS, micros, must } from '@veritick/domain'
import { customer, FINN, fund, GRETA, picture, provesDraw, tronHash, userOf, verify } from '@veritick/testing/customers'
import { resealRecord } from '@veritick/testing/reseal'
import type { Caller, TestServer } from '@veritick/testing/test-server'
import { sandboxOf } from '../../apps/server/src/features/deposits/sandbox.ts'
import { type MoneyPaths, step } from './crash-steps.ts'

/** The deposit of each customer before the scenario. */
export const START_USD = 1_000

const IN = micros(40_000_000)
/** More than was reported: the credit needs two approvals. */
const MORE = micros(50_000_000)
const OUT = micros(30_000_000)
const CORRECTED = micros(7_000_000)
/** More than the net deposit of the first step, which the cost of a trade lessens. */
const FRIENDS_USD = 310
/** Longer than a deposit must stay. */
const KEPT_MS = 4 * 86_400_000

type Run = {
  readonly server: TestServer
  readonly money: MoneyPaths
  readonly me: Caller
  /** Identifies the request: the same number again is the same request. */
  readonly time: number
}

export type Scenario = {
  readonly name: string
  /** Money goes out: it needs a payee. */
  readonly isOut: boolean
  run(run: Run): Promise<void>
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'credited', isOut: false, run: credited },
  { name: 'agreed', isOut: false, run: agreed },
  { name: 'declined', isOut: false, run: declined },
  { name: 'card', isOut: false, run: byCard },
  { name: 'paid', isOut: true, run: paid },
  { name: 'rejected', isOut: true, run: rejected },
  { name: 'cancelled', isOut: true, run: cancelled },
  { name: 'corrected', isOut: false, run: corrected },
  { name: 'rewarded', isOut: false, run: rewarded },
]

async function credited(run: Run): Promise<void> {
  const deposit = await reported(run)
  const seen = { deposit, paymentReference: tronHash(deposit), remark: '', reason: 'seen on chain' }
  await run.money.deposits.review.credit({ ...seen, amount: IN, actor: FINN })
}

async function agreed(run: Run): Promise<void> {
  const deposit = await reported(run)
  const paymentReference = tronHash(deposit)
  const saying = { deposit, paymentReference, amount: MORE, remark: 'it was more', reason: 'seen on chain' }
  for (const actor of [FINN, GRETA]) await run.money.deposits.review.credit({ ...saying, actor })
}

async function declined(run: Run): Promise<void> {
  const deposit = await reported(run)
  await run.money.deposits.review.reject({ deposit, remark: 'nothing came', reason: 'not on the chain', actor: FINN })
}

/** The provider repeats the same notice until the server confirms it. */
async function byCard({ server, money, me, time }: Run): Promise<void> {
  const begun = step(await me.does('chargeCard', { number: '40' }, { 'idempotency-key': `card ${time}` }))
  const reference = must((await begun).url.split('/').at(-1), 'the page names the payment')
  const sent = sandboxOf(server.context).write({ reference, outcome: 'paid', amount: IN })
  await money.deposits.cards.notice({ provider: 'sandbox', ...sent })
}

async function paid(run: Run): Promise<void> {
  const withdrawal = await asked(run)
  const { review } = run.money.withdrawals
  for (const actor of [FINN, GRETA]) await review.approve({ withdrawal, actor, reason: 'all in order' })
  await review.pay({ withdrawal, actor: GRETA, reason: 'sent', reference: tronHash(withdrawal) })
}

async function rejected(run: Run): Promise<void> {
  const withdrawal = await asked(run)
  await run.money.withdrawals.review.reject({
    withdrawal,
    actor: FINN,
    reason: 'not this one',
    remark: 'not like this',
  })
}

async function cancelled(run: Run): Promise<void> {
  const withdrawal = await asked(run)
  await run.money.withdrawals.cancel({ user: await userOf(run.me), withdrawal })
}

async function corrected({ money: { corrections }, me, time }: Run): Promise<void> {
  const request = {
    user: await userOf(me),
    amount: CORRECTED,
    category: 'cost',
    remark: `time ${time}`,
    actor: FINN,
  } as const
  const made = await corrections.request({ ...request, reason: 'seen in the log', once: onceOf('correction', time) })
  if (!made.ok) throw new Error(`not asked: ${made.reason}`)
  await corrections.approve({ correction: made.value.correction, actor: GRETA, reason: 'seen it too' })
}

/** The row stands as the job writes it once a step is reached and reviewed. */
async function rewarded(run: Run): Promise<void> {
  const { server, me } = run
  const { invites } = run.money
  const [{ reward: amount, step, netDeposit }] = INVITE_STEPS
  const [user, friend] = [await userOf(me), await activeFriend(run)]
  const { store } = server.context
  await store.transaction(async (tx) => {
    const [made] = await tx.query<{ id: number }>(
      `insert into invite_rewards (user_id, account_id, invited_id, step, amount, state, volume, net_deposit, flags,
       earned_at, review_until, decided_reason, remark)
     select $1, account_id, $2, $3, $4, 'held', 0, $5, '', 0, 0, '', ''
     from accounts where user_id = $1 and is_default on conflict do nothing returning reward_id as id`,
      [user, friend, step, amount, netDeposit],
    )
    if (made !== undefined) await resealRecord(server.context, tx, { table: 'invite_rewards', ...made })
  })
  const rows = await store.query<{ reward: number }>(
    'select reward_id as reward from invite_rewards where invited_id = $1',
    [friend],
  )
  const { reward } = must(rows[0], 'the reward was earned')
  await invites.approve({ reward, actor: FINN, reason: 'looked at the evidence', acceptSignals: true })
  await invites.pay({ reward, actor: GRETA, reason: 'looked at the evidence' })
}

/** Another friend each time, who has traded, and whose deposit has stayed as long as the first step asks for. */
async function activeFriend({ server, me, time }: Run): Promise<number> {
  const { store } = server.context
  const name = `friend-${time}`
  const email = `${name}@example.com`
  const [known] = await store.query<{ user: number }>('select user_id as user from users where email = $1', [email])
  if (known !== undefined) return known.user
  const { invite_code } = await me.does('inviteInfo', {})
  const friend = await customer(server, name, { invite_code })
  await verify(server, friend)
  await fund(server, friend, FRIENDS_USD)
  server.feed.say('AAPL', '499.95', '500.00')
  const order = { forex_id: server.feed.id('AAPL'), type: 1, status: 1, multiple: 5, cont: '1' } as const
  const { Id } = await friend.does('submit', order)
  await friend.does('close', { id: Id })
  const user = await userOf(friend)
  await store.transaction(async (tx) => {
    const rows = await tx.query<{ id: number }>(
      `update deposits set created_at = created_at - $2, ended_at = ended_at - $2 where user_id = $1
       returning deposit_id as id`,
      [user, KEPT_MS],
    )
    for (const { id } of rows) await resealRecord(server.context, tx, { table: 'deposits', id })
  })
  return user
}

/** A repeated request must be identical, the address of its picture included. */
async function reported({ server, me, time }: Run): Promise<number> {
  const kept = join(server.context.config.dataDir, `picture-${await userOf(me)}-${time}`)
  if (!existsSync(kept)) writeFileSync(kept, await picture(server, me))
  const report = { charge_id: 1, number: '40', proofImg: readFileSync(kept, 'utf8') }
  const made = await me.does('chargeSubmit', report, { 'idempotency-key': `report ${time}` })
  return (await step(made)).id
}

async function asked({ server, money, me, time }: Run): Promise<number> {
  const { sessions } = server.context
  const session = must(await sessions.find(must(me.token, 'signed in')), 'signed in')
  const payee = must((await me.does('drawMethods', {}))[0], 'bound').id
  await provesDraw(server, me, { draw_method_id: payee, number: moneyText(OUT) })
  const once = onceOf(`withdrawal ${session.user}`, time)
  const request = { session, browser: undefined, once, currency: 1, amount: OUT, memo: '' }
  const made = await money.withdrawals.request({ ...request, payee })
  if (!made.ok) throw new Error(`not asked: ${made.reason}`)
  return made.value.row.withdrawal
}

const onceOf = (what: string, time: number) => ({ key: `${what} ${time}`.padEnd(32, '.'), content: 'the same' })
