/**
 * The process ends between any two steps of a deposit or a withdrawal: after the decision is stored, after the ledger
 * entry, before the record is marked. The next start completes each one, once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { micros, must } from '@veritick/domain'
import {
  bindTron,
  booksProblems,
  customer,
  draws,
  FINN,
  fund,
  GRETA,
  openChannels,
  picture,
  provesDraw,
  tronHash,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { lettersTo } from '@veritick/testing/people'
import { separateJobs } from '@veritick/testing/test-jobs'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Core } from '../core/core.ts'
import { type Money, openMoney } from './open-money.ts'

let folder: string
let doors: TestServer
let ana: Caller
let token: string
let payee: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-money-'))
  doors = await openTestServer({ dataDir: folder })
  await openChannels(doors)
  ana = await customer(doors, 'ana')
  await verify(doors, ana)
  await fund(doors, ana, 2000)
  payee = await bindTron(doors, ana, 'ana')
  token = must(ana.token, 'signed in')
}, 120_000)
afterAll(async () => {
  await doors.close()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

class Killed extends Error {}
/** `decided`: stored, without a ledger entry. `moved`: the ledger has its entry, but the record is not marked. */
type Step = 'decided' | 'moved'

/** The same server with a write path that fails at a step. */
async function stoppingAt(step: Step): Promise<Money> {
  const { context } = doors
  const core: Core = {
    ...context.core,
    submit: async (call) => {
      if (step === 'moved') await context.core.submit(call)
      throw new Killed(step)
    },
  }
  return openMoney({ ...context, core, log: context.log, jobs: separateJobs() })
}

/** Stops everything and starts again on what is stored. */
async function restart(): Promise<void> {
  await doors.close()
  doors = await openTestServer({ dataDir: folder })
  ana = new Caller(doors.url, token)
}

const detail = async () => {
  const { balance, lock_balance } = await ana.does('forexDetail', {})
  return [Number(balance), Number(lock_balance)]
}
const mails = async (words: string) =>
  (await lettersTo(doors, 'ana@example.com')).filter((letter) => letter.text.includes(words)).length
/**
 * The customer's balance, every line of the account log and the mails: a step that ran twice would show in one of them.
 */
const told = async () => {
  await doors.context.core.projected()
  const lines = await doors.context.store.query<{ lines: number }>('select count(*) as lines from account_log')
  return { detail: await detail(), lines, letters: (await lettersTo(doors, 'ana@example.com')).length }
}
const by = (withdrawal: number, actor = FINN) => ({ withdrawal, actor, reason: 'all in order' })
const STEPS: readonly Step[] = ['decided', 'moved']
let money: Money | undefined

beforeEach(() => {
  money = undefined
})
afterEach(async () => {
  await money?.stop()
  expect(await booksProblems(doors)).toEqual([])
})

describe.each(STEPS)('killed when it was %s', (step) => {
  test('a credit of the office', async () => {
    const [before = 0] = await detail()
    const made = await ana.does('chargeSubmit', { charge_id: 1, number: '40', proofImg: await picture(doors, ana) })
    money = await stoppingAt(step)
    const credit = { deposit: made.id, amount: micros(40_000_000), remark: '', reason: 'seen on chain', actor: FINN }
    await expect(money.deposits.review.credit(credit)).rejects.toThrow(Killed)
    expect((await ana.does('chargeList', {})).data[0]).toMatchObject({ id: made.id, status: 0, credited: null })
    // No other staff member can decide it meanwhile.
    expect(await doors.context.deposits.review.reject({ ...credit, remark: 'not seen at all' })).toMatchObject({
      reason: 'record_decided',
    })
    await money.stop()
    await restart()
    expect((await ana.does('chargeList', {})).data[0]).toMatchObject({ id: made.id, status: 1, credited: '40.000000' })
    expect(await detail()).toEqual([before + 40, 0])
    expect(await mails(`from request ${made.id} was credited`)).toBe(1)
    await doors.context.deposits.resumeIntents()
    expect(await detail()).toEqual([before + 40, 0])
    expect(await doors.context.deposits.review.credit(credit)).toMatchObject({ reason: 'record_decided' })
  }, 60_000)

  test('a request: its lock; asking again with the key finds it', async () => {
    const [before = 0] = await detail()
    const seen = (await ana.does('drawList', {})).total
    money = await stoppingAt(step)
    const session = must(await doors.context.sessions.find(token), 'signed in')
    await provesDraw(doors, ana, { draw_method_id: payee, number: '50' })
    const ask = {
      once: { key: `a${step}`.padEnd(32, '0'), content: 'c' },
      currency: 1,
      payee,
      amount: micros(50_000_000),
      memo: '',
    }
    await expect(money.withdrawals.ask({ ...ask, session })).rejects.toThrow(Killed)
    expect((await ana.does('drawList', {})).total).toBe(seen)
    await money.stop()
    await restart()
    const { data, total } = await ana.does('drawList', {})
    expect([total, data[0]?.status]).toEqual([seen + 1, 0])
    expect(await detail()).toEqual([before - 50, 50])
    const again = await doors.context.withdrawals.ask({
      ...ask,
      session: must(await doors.context.sessions.find(token), 'signed in'),
    })
    expect(again).toMatchObject({
      ok: true,
      value: { repeated: true, row: { withdrawal: data[0]?.id, state: 'waiting' } },
    })
    await ana.does('drawCancel', { id: data[0]?.id ?? 0 })
    expect(await detail()).toEqual([before, 0])
  }, 60_000)

  test.each(['paid', 'rejected', 'cancelled'] as const)(
    'a withdrawal on its way to %s',
    async (end) => {
      const [before = 0] = await detail()
      const made = await draws(doors, ana, { draw_currency_id: 1, draw_method_id: payee, number: '30' })
      const review = () => doors.context.withdrawals.review
      if (end === 'paid') expect(await review().approve(by(made.id))).toMatchObject({ ok: true })
      money = await stoppingAt(step)
      const user = await userOf(ana)
      const { withdrawals } = money
      const decide = {
        paid: () => withdrawals.review.pay({ ...by(made.id, GRETA), reference: tronHash(made.id) }),
        rejected: () => withdrawals.review.reject({ ...by(made.id), remark: 'not like this' }),
        cancelled: () => withdrawals.cancel({ user, withdrawal: made.id }),
      }
      await expect(decide[end]()).rejects.toThrow(Killed)
      // It is decided: the decision cannot be reversed before it is complete.
      expect(await review().reject({ ...by(made.id), remark: 'something else' })).toMatchObject({
        reason: 'record_decided',
      })
      await money.stop()
      await restart()
      const row = must(await review().find(made.id), 'it was made').row
      expect(row.state).toBe(end)
      expect(await detail()).toEqual([end === 'paid' ? before - 30 : before, 0])
      expect(await mails(`Request ${made.id} ${end === 'paid' ? 'for 30.00 USD was paid' : `was ${end}`}`)).toBe(1)
    },
    60_000,
  )

  test('a correction that was approved', async () => {
    const [before = 0] = await detail()
    const ask = {
      user: await userOf(ana),
      amount: micros(7_000_000),
      category: 'cost',
      remark: `twice, ${step}`,
    } as const
    const asked = await doors.context.corrections.ask({ ...ask, actor: FINN, reason: 'seen in the log' })
    const correction = asked.ok ? asked.value.correction : 0
    money = await stoppingAt(step)
    const approval = { correction, actor: GRETA, reason: 'seen it too' }
    await expect(money.corrections.approve(approval)).rejects.toThrow(Killed)
    expect(await doors.context.corrections.reject({ ...approval, ownOnly: false })).toMatchObject({
      reason: 'record_decided',
    })
    await money.stop()
    await restart()
    expect(await detail()).toEqual([before + 7, 0])
    expect(await mails(`twice, ${step}`)).toBe(1)
    await doors.context.corrections.resumeIntents()
    expect(await detail()).toEqual([before + 7, 0])
    expect(await doors.context.corrections.approve(approval)).toMatchObject({ reason: 'record_decided' })
  }, 60_000)

  test.each([true, false])(
    'a freeze: %s',
    async (frozen) => {
      const user = await userOf(ana)
      money = await stoppingAt(step)
      const decision = { user, actor: FINN, reason: 'asked by the bank' }
      const { freezes } = money
      const decide = () =>
        frozen ? freezes.freeze({ ...decision, remark: `checking, ${step}` }) : freezes.unfreeze(decision)
      await expect(decide()).rejects.toThrow(Killed)
      await money.stop()
      await restart()
      expect((await ana.does('userInfo', {})).frozen).toBe(frozen ? 1 : 0)
      expect(await mails(`checking, ${step}`)).toBe(1)
      expect(await doors.context.store.query('select user_id from freezes where not applied')).toEqual([])
    },
    60_000,
  )

  test('a start after all that finishes nothing a second time', async () => {
    const seen = await told()
    expect(seen.letters).toBeGreaterThan(0)
    await restart()
    expect(await told()).toEqual(seen)
  }, 60_000)
})
