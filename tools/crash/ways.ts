/** Every way that money goes, from the customer's wish to its end. Asked for again with the same number, each finds what it made. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { moneyText } from '@veritick/contract'
import { micros, must } from '@veritick/domain'
import { FINN, GRETA, picture, provesDraw, tronHash, userOf } from '@veritick/testing/customers'
import type { Caller, TestServer } from '@veritick/testing/test-server'
import { sandboxOf } from '../../apps/server/src/features/deposits/sandbox.ts'
import type { Money } from '../../apps/server/src/start/open-money.ts'
import { step } from './dying.ts'

/** The first steps of every path. */
export const START_USD = 1_000

const IN = micros(40_000_000)
/** More than was reported: it needs two. */
const MORE = micros(50_000_000)
const OUT = micros(30_000_000)
const CORRECTED = micros(7_000_000)

type Going = {
  readonly doors: TestServer
  readonly money: Pick<Money, 'deposits' | 'withdrawals' | 'corrections'>
  readonly me: Caller
  /** Names the request: the same time again is the same request. */
  readonly time: number
}

export type Way = {
  readonly name: string
  /** Money goes out: it needs a payee. */
  readonly isOut: boolean
  go(going: Going): Promise<void>
}

export const WAYS: readonly Way[] = [
  { name: 'credited', isOut: false, go: credited },
  { name: 'agreed', isOut: false, go: agreed },
  { name: 'declined', isOut: false, go: declined },
  { name: 'card', isOut: false, go: byCard },
  { name: 'paid', isOut: true, go: paid },
  { name: 'rejected', isOut: true, go: rejected },
  { name: 'cancelled', isOut: true, go: cancelled },
  { name: 'corrected', isOut: false, go: corrected },
]

async function credited(going: Going): Promise<void> {
  const deposit = await reported(going)
  await going.money.deposits.review.credit({ deposit, amount: IN, remark: '', reason: 'seen on chain', actor: FINN })
}

async function agreed(going: Going): Promise<void> {
  const deposit = await reported(going)
  const saying = { deposit, amount: MORE, remark: 'it was more', reason: 'seen on chain' }
  for (const actor of [FINN, GRETA]) await going.money.deposits.review.credit({ ...saying, actor })
}

async function declined(going: Going): Promise<void> {
  const deposit = await reported(going)
  await going.money.deposits.review.reject({ deposit, remark: 'nothing came', reason: 'not on the chain', actor: FINN })
}

/** The provider repeats the same notice until the server confirms it. */
async function byCard({ doors, money, me, time }: Going): Promise<void> {
  const begun = step(await me.does('chargeCard', { number: '40' }, { 'idempotency-key': `card ${time}` }))
  const reference = must((await begun).url.split('/').at(-1), 'the page names the payment')
  const sent = sandboxOf(doors.context).write({ reference, outcome: 'paid', amount: IN })
  await money.deposits.cards.notice({ provider: 'sandbox', ...sent })
}

async function paid(going: Going): Promise<void> {
  const withdrawal = await asked(going)
  const { review } = going.money.withdrawals
  for (const actor of [FINN, GRETA]) await review.approve({ withdrawal, actor, reason: 'all in order' })
  await review.pay({ withdrawal, actor: GRETA, reason: 'sent', reference: tronHash(withdrawal) })
}

async function rejected(going: Going): Promise<void> {
  const withdrawal = await asked(going)
  await going.money.withdrawals.review.reject({ withdrawal, actor: FINN, reason: 'not this one', remark: 'not like this' })
}

async function cancelled(going: Going): Promise<void> {
  const withdrawal = await asked(going)
  await going.money.withdrawals.cancel({ user: await userOf(going.me), withdrawal })
}

async function corrected({ money: { corrections }, me, time }: Going): Promise<void> {
  const ask = { user: await userOf(me), amount: CORRECTED, category: 'cost', remark: `time ${time}`, actor: FINN } as const
  const made = await corrections.ask({ ...ask, reason: 'seen in the log', once: onceOf('correction', time) })
  if (!made.ok) throw new Error(`not asked: ${made.reason}`)
  await corrections.approve({ correction: made.value.correction, actor: GRETA, reason: 'seen it too' })
}

/** Asked again it must be the same request, the address of its picture too. */
async function reported({ doors, me, time }: Going): Promise<number> {
  const kept = join(doors.context.config.dataDir, `picture-${await userOf(me)}-${time}`)
  if (!existsSync(kept)) writeFileSync(kept, await picture(doors, me))
  const report = { charge_id: 1, number: '40', proofImg: readFileSync(kept, 'utf8') }
  const made = await me.does('chargeSubmit', report, { 'idempotency-key': `report ${time}` })
  return (await step(made)).id
}

async function asked({ doors, money, me, time }: Going): Promise<number> {
  const { sessions } = doors.context
  const session = must(await sessions.find(must(me.token, 'signed in')), 'signed in')
  const payee = must((await me.does('drawMethods', {}))[0], 'bound').id
  await provesDraw(doors, me, { draw_method_id: payee, number: moneyText(OUT) })
  const ask = { session, once: onceOf(`withdrawal ${session.user}`, time), currency: 1, amount: OUT, memo: '' }
  const made = await money.withdrawals.ask({ ...ask, payee })
  if (!made.ok) throw new Error(`not asked: ${made.reason}`)
  return made.value.row.withdrawal
}

const onceOf = (what: string, time: number) => ({ key: `${what} ${time}`.padEnd(32, '.'), content: 'the same' })
