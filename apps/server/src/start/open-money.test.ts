/**
 * The process ends between any two steps of a deposit, a withdrawal, a correction or a freeze: after the decision is
 * stored, after the ledger entry, before the record is marked. All of them are cut at one step; the next start
 * completes each one, once.
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
import { mailsTo } from '@veritick/testing/people'
import { firstOf } from '@veritick/testing/quick'
import { separateJobs } from '@veritick/testing/test-jobs'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../core/core.ts'
import { referenceOfPayment } from '../features/money/transfers.ts'
import { realTimers, type Timers } from '../services/jobs/index.ts'
import { type Money, openMoney, RESUME_MS } from './open-money.ts'

let folder: string
let server: TestServer
let ana: Caller
let token: string
let payee: number
/** The account of one of them is frozen. */
let ben: Caller
let cara: Caller

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-money-'))
  server = await opened()
  await openChannels(server)
  ana = await customer(server, 'ana')
  await verify(server, ana)
  await fund(server, ana, 2000)
  payee = await bindTron(server, ana, 'ana')
  token = must(ana.token, 'signed in')
  ben = await customer(server, 'ben')
  cara = await customer(server, 'cara')
  const freeze = { user: await userOf(cara), actor: FINN, reason: 'asked by the bank', remark: 'checking first' }
  expect(await server.context.freezes.freeze(freeze)).toMatchObject({ ok: true })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(async () => {
  expect(await booksProblems(server)).toEqual([])
})

/** Only a start finishes what a test has cut: the job that looks for it has no ticks. */
const timers: Timers = {
  every: (period, tick) => (period === RESUME_MS ? () => {} : realTimers.every(period, tick)),
}

const opened = () => openTestServer({ dataDir: folder, again: true, timers })
const SEEN = { remark: '', reason: 'seen on chain', actor: FINN }

test('a record that fails is tried again, and stops neither the start nor the records after it', async () => {
  const deposits: number[] = []
  const cut = await stoppingAt('decided')
  for (const person of [ana, ben]) {
    const proofImg = await picture(server, person)
    const { id } = await person.does('chargeSubmit', { charge_id: 1, number: '15', proofImg })
    const decision = { ...SEEN, deposit: id, amount: micros(15_000_000), paymentReference: tronHash(id) }
    await expect(cut.deposits.review.credit(decision)).rejects.toThrow(Killed)
    deposits.push(id)
  }
  await cut.stop()
  const { context } = server
  const [first] = await context.store.query<{ payment: string }>(
    'select payment_reference as payment from deposits where deposit_id = $1',
    [deposits[0]],
  )
  const failing = referenceOfPayment(must(first, 'the first deposit').payment)
  const core: Core = {
    ...context.core,
    submit: async (call) => {
      if ('reference' in call.command && call.command.reference === failing) throw new Error('this one fails')
      return context.core.submit(call)
    },
  }
  const states = async () => {
    // In the order in which they were made: a deposit has a number by chance.
    const rows = await context.store.query<{ state: string }>(
      'select state from deposits where deposit_id = any($1::int[]) order by array_position($1::int[], deposit_id)',
      [deposits],
    )
    return rows.map(({ state }) => state)
  }
  const money = await openMoney({ ...context, core, log: context.log, jobs: separateJobs() })
  expect(await states()).toEqual(['crediting', 'finished'])
  await money.stop()
  await context.deposits.resumeIntents()
  expect(await states()).toEqual(['finished', 'finished'])
})

class Killed extends Error {}
/** `decided`: stored, without a ledger entry. `moved`: the ledger has its entry, but the record is not marked. */
type Step = 'decided' | 'moved'

/** The same server with a write path that fails at a step. */
async function stoppingAt(step: Step): Promise<Money> {
  const { context } = server
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
  await server.close()
  server = await opened()
  ;[ana, ben, cara] = [ana, ben, cara].map((each) => new Caller(server.url, each.token)) as [Caller, Caller, Caller]
}

const detail = async () => {
  const { balance, lock_balance } = await ana.does('forexDetail', {})
  return [Number(balance), Number(lock_balance)]
}
const mails = async (words: string, name = 'ana') =>
  (await mailsTo(server, `${name}@example.com`)).filter((mail) => mail.text.includes(words)).length
/**
 * The customer's balance, every line of the account log and the mails: a step that ran twice would show in one of them.
 */
const told = async () => {
  await server.context.core.projected()
  const lines = await server.context.store.query<{ lines: number }>('select count(*) as lines from account_log')
  return { detail: await detail(), lines, mails: (await mailsTo(server, 'ana@example.com')).length }
}
const by = (withdrawal: number, actor = FINN) => ({ withdrawal, actor, reason: 'all in order' })

/** Decides and is cut at the step. Returns what must hold after the next start. */
type Cut = (step: Step, money: Money) => Promise<() => Promise<void>>

const credit: Cut = async (_, money) => {
  const made = await ana.does('chargeSubmit', { charge_id: 1, number: '40', proofImg: await picture(server, ana) })
  const paymentReference = tronHash(made.id)
  const decision = { ...SEEN, deposit: made.id, amount: micros(40_000_000), paymentReference }
  await expect(money.deposits.review.credit(decision)).rejects.toThrow(Killed)
  expect((await ana.does('chargeList', {})).data[0]).toMatchObject({ id: made.id, status: 0, credited: null })
  // No other staff member can decide it meanwhile.
  expect(await server.context.deposits.review.reject({ ...decision, remark: 'not seen at all' })).toMatchObject({
    reason: 'record_decided',
  })
  return async () => {
    expect((await ana.does('chargeList', {})).data[0]).toMatchObject({ id: made.id, status: 1, credited: '40.000000' })
    expect(await mails(`from request ${made.id} was credited`)).toBe(1)
    await server.context.deposits.resumeIntents()
    expect(await server.context.deposits.review.credit(decision)).toMatchObject({ reason: 'record_decided' })
  }
}

/** Its lock; asking again with the key finds it. */
const request: Cut = async (step, money) => {
  const seen = (await ana.does('drawList', {})).total
  const session = async () => must(await server.context.sessions.find(token), 'signed in')
  await provesDraw(server, ana, { draw_method_id: payee, number: '50' })
  const ask = {
    browser: undefined,
    once: { key: `a${step}`.padEnd(32, '0'), content: 'c' },
    currency: 1,
    payee,
    amount: micros(50_000_000),
    memo: '',
  }
  await expect(money.withdrawals.request({ ...ask, session: await session() })).rejects.toThrow(Killed)
  expect((await ana.does('drawList', {})).total).toBe(seen)
  return async () => {
    const [before = 0, locked = 0] = await detail()
    const { data, total } = await ana.does('drawList', {})
    expect([total, data.filter(({ status }) => status === 0).length]).toEqual([seen + 1, 1])
    const waiting = must(
      data.find(({ status }) => status === 0),
      'the request waits',
    )
    const again = await server.context.withdrawals.request({ ...ask, session: await session() })
    expect(again).toMatchObject({
      ok: true,
      value: { repeated: true, row: { withdrawal: waiting.id, state: 'waiting' } },
    })
    await ana.does('drawCancel', { id: waiting.id })
    expect(await detail()).toEqual([before + 50, locked - 50])
  }
}

const withdrawal =
  (end: 'paid' | 'rejected' | 'cancelled', number: string): Cut =>
  async (_, { withdrawals }) => {
    const made = await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number })
    const review = () => server.context.withdrawals.review
    if (end === 'paid') expect(await review().approve(by(made.id))).toMatchObject({ ok: true })
    const user = await userOf(ana)
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
    return async () => {
      expect(must(await review().find(made.id), 'it was made').row.state).toBe(end)
      const told = end === 'paid' ? `for request ${made.id}; the fee was 2.00 USD` : `Request ${made.id} was ${end}`
      expect(await mails(told)).toBe(1)
    }
  }

const correction: Cut = async (step, money) => {
  const ask = {
    user: await userOf(ana),
    amount: micros(7_000_000),
    category: 'cost',
    remark: `twice, ${step}`,
  } as const
  const asked = await server.context.corrections.request({ ...ask, actor: FINN, reason: 'seen in the log' })
  const approval = { correction: asked.ok ? asked.value.correction : 0, actor: GRETA, reason: 'seen it too' }
  await expect(money.corrections.approve(approval)).rejects.toThrow(Killed)
  expect(await server.context.corrections.reject({ ...approval, ownOnly: false })).toMatchObject({
    reason: 'record_decided',
  })
  return async () => {
    expect(await mails(`twice, ${step}`)).toBe(1)
    await server.context.corrections.resumeIntents()
    expect(await server.context.corrections.approve(approval)).toMatchObject({ reason: 'record_decided' })
  }
}

/** The account that is not frozen: Ben's at first, after a freeze and its end Cara's. */
const freeze: Cut = async (step, { freezes }) => {
  const name = step === 'decided' ? 'ben' : 'cara'
  const whose = () => (name === 'ben' ? ben : cara)
  const decision = {
    user: await userOf(whose()),
    actor: FINN,
    reason: 'asked by the bank',
    remark: `checking, ${step}`,
  }
  await expect(freezes.freeze(decision)).rejects.toThrow(Killed)
  return async () => {
    expect((await whose().does('userInfo', {})).frozen).toBe(1)
    expect(await mails(`checking, ${step}`, name)).toBe(1)
    expect(await server.context.store.query('select user_id from freezes where not applied')).toEqual([])
  }
}

const unfreeze: Cut = async (step, { freezes }) => {
  const whose = () => (step === 'decided' ? cara : ben)
  const decision = { user: await userOf(whose()), actor: FINN, reason: 'asked by the bank' }
  await expect(freezes.unfreeze(decision)).rejects.toThrow(Killed)
  return async () => {
    expect((await whose().does('userInfo', {})).frozen).toBe(0)
    expect(await server.context.store.query('select user_id from freezes where not applied')).toEqual([])
  }
}

/** Each with what it adds to the balance. The amounts differ, so that no two faults make up for each other. */
const CUTS: readonly (readonly [string, Cut, number])[] = [
  ['a credit of the office', credit, 40],
  ['a withdrawal on its way to paid', withdrawal('paid', '30'), -30],
  ['a withdrawal on its way to rejected', withdrawal('rejected', '31'), 0],
  ['a withdrawal on its way to cancelled', withdrawal('cancelled', '33'), 0],
  ['a correction that was approved', correction, 7],
  ['a freeze', freeze, 0],
  ['the end of a freeze', unfreeze, 0],
  ['a request for a withdrawal', request, -50],
]
const STEPS: readonly Step[] = ['decided', 'moved']

describe.each(firstOf(1, STEPS))('killed when it was %s', (step) => {
  const checks = new Map<string, () => Promise<void>>()
  let money: Money
  let before = 0

  beforeAll(async () => {
    const [balance = 0] = await detail()
    before = balance
    money = await stoppingAt(step)
  })

  test.each(CUTS)('%s', async (name, cut) => {
    checks.set(name, await cut(step, money))
  })

  test('the next start completes them all', async () => {
    await money.stop()
    await restart()
    const moved = CUTS.reduce((sum, [, , amount]) => sum + amount, 0)
    expect(await detail()).toEqual([before + moved, 50])
  })

  test.each(CUTS)('%s is complete, once', async (name) => {
    await must(checks.get(name), 'it was cut')()
  })

  test('a start after all that finishes nothing a second time', async () => {
    expect(await detail()).toEqual([before + 40 - 30 + 7, 0])
    const seen = await told()
    expect(seen.mails).toBeGreaterThan(0)
    await restart()
    expect(await told()).toEqual(seen)
  })
})
