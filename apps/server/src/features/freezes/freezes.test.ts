/** A frozen account: it may close and cancel, nothing opens and nothing leaves, its owner is told; on both stores. */
import { AsyncResource } from 'node:async_hooks'
import { micros, must, type UserId, userId } from '@veritick/domain'
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
  tronHash,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { deedsOf, trader } from '@veritick/testing/deeds'
import { mailsTo } from '@veritick/testing/people'
import { furtherTest, tries } from '@veritick/testing/quick'
import { resealRow } from '@veritick/testing/reseal'
import { openServerOn } from '@veritick/testing/server-on'
import { oneStoreKind } from '@veritick/testing/stores'
import type { Caller, TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockCustomer } from '../../services/transactions/transaction.ts'
import type { Query } from '../../store/interface.ts'
import { insertAccount } from '../accounts/owned-accounts.ts'
import { freezeOf } from './freezes.ts'
import { freezeUntold } from './freezes-fixture.ts'

describe.each(oneStoreKind())('on the %s store', (kind) => {
  let server: TestServer
  let ana: Caller
  let user: UserId
  let payee: number

  beforeAll(async () => {
    server = await openServerOn(kind)
    await openChannels(server, { card_provider: 'sandbox' })
    ana = await customer(server, 'ana')
    user = await userOf(ana)
    await verify(server, ana)
    await fund(server, ana, 1000)
    payee = await bindTron(server, ana, 'ana')
    server.feed.say('EURUSD', '1.08500', '1.08510')
  })
  afterAll(() => server.close())

  const freezes = () => server.context.freezes
  const frozen = async () => (await ana.does('userInfo', {})).frozen
  const freeze = (remark = 'We are checking a payment') =>
    freezes().freeze({ user: user, actor: FINN, reason: 'asked by the bank', remark })
  const unfreeze = () => freezes().unfreeze({ user: user, actor: GRETA, reason: 'the bank has answered' })
  const reasonOf = (done: { readonly ok: boolean; readonly reason?: string }) => (done.ok ? 'good' : done.reason)
  const order = () => ({ forex_id: server.feed.id('EURUSD'), type: 1, status: 1, cont: '0.01', multiple: 30 }) as const
  const draw = (number: string) => ({ draw_currency_id: 1, draw_method_id: payee, number })

  /** Decided, and the process ended before the engine was told. */
  const untold = (query: Query, whose = user) => freezeUntold({ query, encryption: server.context.encryption }, whose)
  const freezeShown = (whose = user) => freezeOf({ ...server.context, db: server.context.store.db }, whose)

  test('begins no deposit of any kind and no withdrawal; what was on its way is credited, and its key is free afterwards', async () => {
    const dora = await customer(server, 'dora')
    await verify(server, dora)
    await fund(server, dora, 100)
    const her = {
      user: await userOf(dora),
      actor: FINN,
      reason: 'asked by the bank',
      remark: 'We are checking a payment',
    }
    const bound = await bindTron(server, dora, 'dora')
    const proofImg = await picture(server, dora)
    const coins = { charge_id: 1, number: '60', proofImg: await picture(server, dora) }
    const sent = await dora.does('chargeSubmit', coins)
    const waits = await dora.does('chargeCard', { number: '70' })
    expect(await freezes().freeze(her)).toMatchObject({ ok: true })
    const count = async () => (await dora.does('chargeList', {})).total
    const before = await count()
    const key = { 'idempotency-key': 'a card payment while frozen' }
    const card = () => dora.asks('chargeCard', { number: '80' }, key)
    expect((await card()).reason).toBe('account_frozen')
    expect(await dora.reason('chargeSubmit', { ...coins, number: '61', proofImg })).toBe('account_frozen')
    expect(await dora.reason('chargeWireSubmit', { wire_id: 1, number: '62', proofImg })).toBe('account_frozen')
    expect(await dora.reason('draw', { draw_currency_id: 1, draw_method_id: bound, number: '50' })).toBe(
      'account_frozen',
    )
    expect(await count()).toBe(before)

    const { cards, review } = server.context.deposits
    const payment = must(await cards.sandbox(must(waits.url.split('/').at(-1), 'the page names it')), 'it was begun')
    const { row, sandbox } = payment
    const notice = sandbox.write({
      reference: row.providerReference ?? '',
      outcome: 'paid',
      amount: micros(row.amount),
    })
    expect(await cards.notice({ provider: sandbox.name, ...notice })).toMatchObject({ ok: true })
    const seen = { deposit: sent.id, paymentReference: tronHash(sent.id), reason: 'seen', remark: '' }
    expect(await review.credit({ ...seen, actor: FINN, amount: micros(60_000_000) })).toMatchObject({ ok: true })
    expect(await freezes().unfreeze({ ...her, actor: GRETA })).toMatchObject({ ok: true })
    expect((await card()).code).toBe(1)
    expect(await booksProblems(server)).toEqual([])
  })

  test('may close and cancel, not open or withdraw; nothing more is approved', async () => {
    const holding = await ana.does('submit', order())
    const pending = await ana.does('submit', { ...order(), status: 0, target_price: '1.08000' })
    const waiting = await draws(server, ana, draw('50'))
    const approved = await draws(server, ana, draw('20'))
    const review = server.context.withdrawals.review
    const by = (withdrawal: number, actor = FINN) => ({ withdrawal, actor, reason: 'all in order' })
    expect(await review.approve(by(approved.id))).toMatchObject({ ok: true })

    expect(await freeze()).toMatchObject({ ok: true, value: { frozen: true } })
    expect(await frozen()).toBe(1)
    expect(await ana.reason('submit', order())).toBe('account_frozen')
    expect(await ana.reason('submit', { ...order(), status: 0, target_price: '1.08000' })).toBe('account_frozen')
    expect(await ana.reason('draw', draw('50'))).toBe('account_frozen')
    expect(reasonOf(await review.approve(by(waiting.id)))).toBe('account_frozen')
    const refused = await ana.asks('submit', order())
    expect(refused.msg).toContain('You can close positions and cancel orders')

    expect(await ana.reason('cancelTrade', { id: pending.Id })).toBe('good')
    expect(
      await ana.reason('setStopPrice', { id: holding.Id, stop_loss_price: '1.08000', target_profit_price: '0' }),
    ).toBe('good')
    expect(await ana.reason('close', { id: holding.Id })).toBe('good')
    expect(await ana.reason('drawCancel', { id: waiting.id })).toBe('good')
    const rejection = { remark: 'not while it is frozen', isUnsent: true }
    for (const actor of [FINN, GRETA])
      expect(reasonOf(await review.reject({ ...by(approved.id, actor), ...rejection }))).toBe('good')
    expect((await review.find(approved.id))?.row.state).toBe('rejected')
    expect(await booksProblems(server)).toEqual([])
  })

  test('of all calls about orders and money exactly those that open something are refused', async () => {
    const emma = await trader(server, 'emma')
    const deeds = (await deedsOf(server, 'emma', emma)).filter(({ by }) => by === emma)
    const hers = { user: await userOf(emma), actor: FINN, reason: 'asked by the bank', remark: 'We are checking' }
    expect(await freezes().freeze(hers)).toMatchObject({ ok: true })
    const answers: (readonly [string, string])[] = []
    for (const { by, call, params } of deeds) answers.push([call, await by.reason(call, params)])
    expect(answers).toEqual(deeds.map(({ call, opens }) => [call, opens ? 'account_frozen' : 'good']))
    expect(await booksProblems(server)).toEqual([])
  })

  /** The notices about freezes, the newest first. */
  const told = async () => {
    const { list } = await ana.does('noticeList', {})
    return list.filter(({ kind }) => kind.startsWith('account_')).map(({ kind, words, read }) => [kind, words, read])
  }

  test('the owner was told what concerns them, and not what staff wrote for themselves', async () => {
    expect(await told()).toEqual([['account_frozen', 'Your account was frozen', false]])
    const mail = (await mailsTo(server, 'ana@example.com')).find((each) => each.subject === 'Your account was frozen')
    expect(mail?.text).toContain('We are checking a payment')
    expect(mail?.text).not.toContain('asked by the bank')
    // Without an address of support in the settings the text names none.
    expect(mail?.text).not.toContain('rite to')
  })

  test('twice is said once; the audit has who, why and what it was before', async () => {
    expect(reasonOf(await freeze())).toBe('nothing_changes')
    expect(await freezeShown()).toMatchObject({
      decidedBy: 'staff:101',
      applied: true,
      version: 1,
    })
    expect(await unfreeze()).toMatchObject({ ok: true, value: { frozen: false } })
    expect(reasonOf(await unfreeze())).toBe('nothing_changes')
    expect(await freezeShown()).toBeUndefined()
    expect(await frozen()).toBe(0)
    expect(await told()).toEqual([
      ['account_unfrozen', 'Your account is no longer frozen', false],
      ['account_frozen', 'Your account was frozen', false],
    ])
    expect(await ana.reason('submit', order())).toBe('good')
    const lines = await server.context.store.query<{ who: string; action: string; reason: string; before: string }>(
      `select who, action, reason, before from audit where subject_kind = 'person' and subject = $1 order by entry_id`,
      [String(user)],
    )
    expect(lines).toEqual([
      { who: 'staff:101', action: 'person_freeze', reason: 'asked by the bank', before: '{"frozen":false}' },
      { who: 'staff:102', action: 'person_unfreeze', reason: 'the bank has answered', before: '{"frozen":true}' },
    ])
  })

  test('needs a reason, words for the customer, and a customer', async () => {
    expect(reasonOf(await freezes().freeze({ user: user, actor: FINN, reason: ' ', remark: 'We are checking' }))).toBe(
      'reason_missing',
    )
    expect(reasonOf(await freeze('no'))).toBe('reason_missing')
    expect(
      reasonOf(
        await freezes().freeze({ user: userId(987_654), actor: FINN, reason: 'by mistake', remark: 'We are checking' }),
      ),
    ).toBe('person_unknown')
  })

  test('names the address of support where there is one', async () => {
    const support = {
      key: 'support_email',
      value: 'help@example.com',
      who: 'staff:101',
      reason: 'customers ask',
      seenVersion: 0,
    } as const
    expect(await server.context.settings.change(support)).toMatchObject({ ok: true })
    expect(reasonOf(await freeze())).toBe('good')
    expect(reasonOf(await unfreeze())).toBe('good')
    const told = (await mailsTo(server, 'ana@example.com')).filter((each) => each.subject === 'Your account was frozen')
    expect(told.at(-1)?.text).toContain('write to help@example.com')
  })

  test('many at once, either way: what was decided last is what the engine does', async () => {
    for (let round = 0; round < tries(1, 4); round++) {
      const done = await Promise.all(Array.from({ length: 25 }, (_, index) => (index % 3 > 0 ? freeze() : unfreeze())))
      expect(new Set(done.map(reasonOf))).toEqual(new Set(['good', 'nothing_changes']))
      const isFrozen = (await freezeShown()) !== undefined
      expect(await frozen()).toBe(isFrozen ? 1 : 0)
    }
    const [left] = await server.context.store.query<{ count: number }>(
      'select count(*) as count from freezes where not applied',
    )
    expect(left?.count).toBe(0)
    if ((await frozen()) === 1) await unfreeze()
  })

  /** A withdrawal of hers, also where a test before this one failed while she was frozen. */
  const drawn = async (number: string) => {
    await freezes().resumeIntents()
    if ((await frozen()) === 1) await unfreeze()
    return (await draws(server, ana, draw(number))).id
  }
  const decisionOn = (withdrawal: number, actor = FINN) => ({ withdrawal, actor, reason: 'all in order' })

  test('money that had left when the freeze came is paid, and the audit says that the account was frozen', async () => {
    const { review } = server.context.withdrawals
    const id = await drawn('20')
    expect(await review.approve(decisionOn(id))).toMatchObject({ ok: true })
    const before = (await ana.does('getBalance', {})).balance
    expect(reasonOf(await freeze())).toBe('good')
    expect(await review.pay({ ...decisionOn(id, GRETA), reference: tronHash(id) })).toMatchObject({
      ok: true,
      value: { state: 'paid' },
    })
    expect((await ana.does('forexDetail', {})).lock_balance).toBe('0.000000')
    expect((await ana.does('getBalance', {})).balance).toBe(before)
    expect(await booksProblems(server)).toEqual([])
    const [line] = await server.context.store.query<{ after: string }>(
      `select after from audit where subject_kind = 'withdrawal' and subject = $1 and action = 'withdrawal_pay'`,
      [String(id)],
    )
    expect(JSON.parse(line?.after ?? '{}')).toMatchObject({ state: 'paying', account_frozen: true })
    await unfreeze()
  })

  test('a freeze that the engine was not told of yet counts', async () => {
    const { review } = server.context.withdrawals
    const id = await drawn('20')
    await untold(server.context.store.query)
    expect(reasonOf(await review.approve(decisionOn(id)))).toBe('account_frozen')
    expect(await frozen(), 'the app asks when it hears of the decision').toBe(1)
    await freezes().resumeIntents()
    expect(await frozen()).toBe(1)
    expect(reasonOf(await unfreeze())).toBe('good')
    expect(reasonOf(await review.reject({ ...decisionOn(id), remark: 'not needed any more' }))).toBe('good')
  })

  test('an approval waits for a freeze that is being decided, and is refused', async () => {
    const { review } = server.context.withdrawals
    const id = await drawn('20')
    // The approval is a request of its own, and no work of the transaction that decides about the freeze.
    const approve = AsyncResource.bind(() => review.approve(decisionOn(id)))
    const approving = await server.context.store.transaction(async (tx) => {
      await lockCustomer(tx, user)
      const asked = approve()
      await new Promise((resolve) => setTimeout(resolve, 200))
      await untold(tx.query)
      return { asked }
    })
    expect(reasonOf(await approving.asked)).toBe('account_frozen')
    await freezes().resumeIntents()
    await unfreeze()
    expect(reasonOf(await review.reject({ ...decisionOn(id), remark: 'not needed any more' }))).toBe('good')
  })

  test('frozen and approved at the same moment: what the audit says came first did', async () => {
    const { review } = server.context.withdrawals
    for (let round = 0; round < 4; round++) {
      const id = await drawn('20')
      // Each of the two asks first in every second round.
      const early = round % 2 === 0 ? freeze() : undefined
      const [approved] = await Promise.all([review.approve(decisionOn(id)), early ?? freeze()])
      const lines = await server.context.store.query<{ action: string }>(
        `select action from audit where (subject_kind = 'withdrawal' and subject = $1) or action = 'person_freeze' order by entry_id desc limit 2`,
        [String(id)],
      )
      if (approved.ok) expect(lines.map((line) => line.action)).toEqual(['person_freeze', 'withdrawal_approve'])
      else expect([approved.reason, lines[0]?.action]).toEqual(['account_frozen', 'person_freeze'])
      await unfreeze()
      const rejection = { remark: 'not needed any more', isUnsent: true }
      for (const actor of approved.ok ? [FINN, GRETA] : [FINN])
        expect(reasonOf(await review.reject({ ...decisionOn(id, actor), ...rejection }))).toBe('good')
    }
    expect(await booksProblems(server)).toEqual([])
  })

  test('whose account the engine does not have yet gets one, frozen, at the next start', async () => {
    const { store, core } = server.context
    const whose = userId(1_999_999_999)
    await store.query(`insert into users (user_id, kind, created_at) values ($1, 'real', 1)`, [whose])
    await resealRow({ ...server.context, query: store.query }, 'users', { user_id: whose })
    const made = { user: whose, kind: 'real', openedAt: 1, isDefault: true } as const
    const { account } = await store.transaction((tx) => insertAccount(tx, server.context, made))
    await untold(store.query, whose)
    await freezes().resumeIntents()
    expect((await core.query({ kind: 'account', account }))?.frozen).toBe(true)
    expect(await freezeShown(whose)).toMatchObject({ applied: true })
  })

  furtherTest('fifty simultaneous approvals of a correction by two approvers are one entry', async () => {
    const before = Number((await ana.does('getBalance', {})).balance)
    const { corrections } = server.context
    const ask = { user, amount: micros(5_000_000), category: 'cost', remark: 'A fee was charged twice' } as const
    const asked = await corrections.request({ ...ask, actor: FINN, reason: 'seen in the log' })
    const correction = asked.ok ? asked.value.correction : 0
    const anne = { who: 'staff:103', role: 'finance' }
    const done = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        corrections.approve({ correction, actor: index % 2 === 0 ? GRETA : anne, reason: 'checked' }),
      ),
    )
    expect(done.filter((each) => each.ok)).toHaveLength(1)
    expect(new Set(done.map(reasonOf))).toEqual(new Set(['good', 'record_decided']))
    expect(Number((await ana.does('getBalance', {})).balance)).toBe(before + 5)
    expect(await booksProblems(server)).toEqual([])
  })

  test('approved and rejected at once: one of the two, and the money says the same', async () => {
    const { corrections } = server.context
    for (let round = 0; round < 5; round++) {
      const before = Number((await ana.does('getBalance', {})).balance)
      const ask = { user, amount: micros(1_000_000), category: 'cost', remark: 'A fee was charged twice' } as const
      const asked = await corrections.request({ ...ask, actor: FINN, reason: 'seen in the log' })
      const correction = asked.ok ? asked.value.correction : 0
      const decision = { correction, actor: GRETA, reason: 'checked it' }
      const [approved, rejected] = await Promise.all([
        corrections.approve(decision),
        corrections.reject({ ...decision, actor: { who: 'staff:103', role: 'finance' }, ownOnly: false }),
      ])
      expect([approved.ok, rejected.ok].filter(Boolean)).toHaveLength(1)
      expect(Number((await ana.does('getBalance', {})).balance)).toBe(approved.ok ? before + 1 : before)
    }
  })
})
