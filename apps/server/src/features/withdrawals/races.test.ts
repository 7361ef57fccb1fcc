/**
 * Many at once: locks and isolation show only where there is more than one connection, so twenty are five for each
 * connection of transactions. RACES_LONG=1 makes fifty.
 */
import { micros, must } from '@veritick/domain'
import {
  bindTron,
  booksProblems,
  customer,
  draws,
  FINN,
  GRETA,
  openChannels,
  picture,
  provesDraw,
  richCustomer,
  set,
  TRON_ADDRESS,
  tronHash,
} from '@veritick/testing/customers'
import { codeTo, mailsTo } from '@veritick/testing/people'
import { openServerOn } from '@veritick/testing/server-on'
import { oneStoreKind } from '@veritick/testing/stores'
import type { Caller, TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe.each(oneStoreKind())('all at once on the %s store', (kind) => {
  let server: TestServer

  beforeAll(async () => {
    server = await openServerOn(kind)
    await openChannels(server, { card_provider: 'sandbox' })
  })
  afterAll(() => server.close())

  const many = process.env.RACES_LONG === undefined ? 20 : 50
  const MANY = Array.from({ length: many }, (_, index) => index)
  const detail = async (person: Caller) => {
    const { balance, lock_balance } = await person.does('forexDetail', {})
    return [balance, lock_balance]
  }
  const review = () => server.context.withdrawals.review
  const by = (withdrawal: number, actor = FINN) => ({ withdrawal, actor, reason: 'all in order' })

  test('the whole balance many times while orders open: it leaves once at most', async () => {
    server.feed.say('EURUSD', '1.08500', '1.08510')
    const leo = await richCustomer(server, 'leo', 900)
    const own = await bindTron(server, leo, 'leo')
    await provesDraw(server, leo, { draw_method_id: own, number: '900' })
    const order = { forex_id: server.feed.id('EURUSD'), type: 1, status: 1, cont: '0.01', multiple: 30 } as const
    const asked = Array.from({ length: 2 * many }, (_, index) => [
      leo.reason('draw', { draw_currency_id: 1, draw_method_id: own, number: '900' }),
      ...(index % 5 === 0 ? [leo.reason('submit', order)] : []),
    ]).flat()
    const reasons = await Promise.all(asked)
    const [balance, locked] = await detail(leo)
    const withdrawals = (await leo.does('drawList', {})).total
    expect([0, 1]).toContain(withdrawals)
    expect(locked).toBe(withdrawals === 1 ? '900.000000' : '0.000000')
    expect(Number(balance)).toBeGreaterThanOrEqual(0)
    const usual = /^(good|balance_not_enough|margin_not_enough|too_many_waiting|draw_requests_day_limit|margin_call)$/
    expect(reasons.filter((reason) => !usual.test(reason))).toEqual([])
    expect(await booksProblems(server)).toEqual([])
  })

  test('one key many times is one withdrawal', async () => {
    const mia = await richCustomer(server, 'mia', 500)
    const own = await bindTron(server, mia, 'mia')
    const ask = { draw_currency_id: 1, draw_method_id: own, number: '100' }
    await provesDraw(server, mia, ask)
    const key = { 'idempotency-key': 'rent' }
    const answers = await Promise.all(MANY.map(() => mia.asks('draw', ask, key)))
    expect(new Set(answers.map((each) => JSON.stringify(each.data))).size).toBe(1)
    expect((await mia.asks('draw', { ...ask, number: '101' }, key)).reason).toBe('idempotency_mismatch')
    expect(await detail(mia)).toEqual(['400.000000', '100.000000'])
  })

  test('one key many times with its mailed code is one payee, one withdrawal, one answer', async () => {
    const vera = await richCustomer(server, 'vera', 500)
    const answersTo = async (call: 'bindDrawMethod' | 'draw', params: object) => {
      const auth_code = await codeTo(server, 'vera@example.com')
      const key = { 'idempotency-key': `once ${call}` }
      const answers = await Promise.all(MANY.map(() => vera.asks(call, { ...params, auth_code }, key)))
      expect(answers.map(({ reason }) => reason)).toEqual(MANY.map(() => undefined))
      expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
      const changed = await vera.asks(call, { ...params, auth_code, memo: 'other', bank_name: 'other' }, key)
      expect(changed.reason).toBe('idempotency_mismatch')
      return (must(answers[0], 'many answers').data as { readonly id: number }).id
    }
    await vera.does('sendCode', { purpose: 'payee', dc_address: TRON_ADDRESS })
    const own = await answersTo('bindDrawMethod', { type: 1, draw_id: 1, dc_address: TRON_ADDRESS })
    await vera.does('sendCode', { purpose: 'withdraw', number: '100', draw_method_id: own })
    await answersTo('draw', { draw_currency_id: 1, draw_method_id: own, number: '100' })
    expect(await detail(vera)).toEqual(['400.000000', '100.000000'])
    expect(await vera.does('drawMethods', {})).toHaveLength(1)
  })

  test('simultaneous cancel, approve, reject and pay by two staff members: one end, the right balance', async () => {
    const nia = await richCustomer(server, 'nia', 1000)
    const own = await bindTron(server, nia, 'nia')
    for (let round = 0; round < 5; round++) {
      const before = Number((await detail(nia))[0])
      const made = await draws(server, nia, { draw_currency_id: 1, draw_method_id: own, number: '50' })
      await Promise.all(
        Array.from({ length: 8 }, (_, index) => {
          const actor = index % 2 === 0 ? FINN : GRETA
          return Promise.all([
            review().approve(by(made.id, actor)),
            index === round ? nia.asks('drawCancel', { id: made.id }) : undefined,
            index > 3
              ? review().reject({ ...by(made.id, actor), remark: 'not like this', isUnsent: true })
              : review().pay({ ...by(made.id, actor), reference: tronHash(made.id) }),
          ])
        }),
      )
      const row = (await review().find(made.id))?.row
      expect(['paying', 'rejecting', 'cancelling']).not.toContain(row?.state)
      const [balance, locked] = await detail(nia)
      expect(locked).toBe(row?.state === 'approved' ? '50.000000' : '0.000000')
      expect(Number(balance)).toBe(row?.state === 'rejected' || row?.state === 'cancelled' ? before : before - 50)
      if (row?.state === 'approved') await review().pay({ ...by(made.id), reference: tronHash(made.id) })
    }
  })

  test('one deposit by two reviewers at once, thirty times: one decides', async () => {
    const pia = await customer(server, 'pia')
    const made = await pia.does('chargeSubmit', { charge_id: 1, number: '77', proofImg: await picture(server, pia) })
    const deposits = server.context.deposits.review
    const attempts = await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const decision = { deposit: made.id, reason: 'seen it myself', actor: index % 2 === 0 ? FINN : GRETA }
        return index % 3 === 2
          ? deposits.reject({ ...decision, remark: 'nothing here' })
          : deposits.credit({ ...decision, amount: micros(77_000_000), paymentReference: tronHash(1), remark: '' })
      }),
    )
    expect(attempts.filter((each) => each.ok)).toHaveLength(1)
    const { row } = must(await deposits.find(made.id), 'reported')
    expect(await detail(pia)).toEqual([row.state === 'finished' ? '77.000000' : '0.000000', '0.000000'])
  })

  test('one approver at many customers at once stays below the own limit', async () => {
    const gina = { who: 'staff:105', role: 'finance' }
    const people: Caller[] = []
    for (const name of ['eve1', 'eve2', 'eve3', 'eve4']) people.push(await richCustomer(server, name, 100))
    const report = async (each: Caller) => ({ charge_id: 1, number: '40', proofImg: await picture(server, each) })
    const reported = await Promise.all(people.map(async (each) => each.does('chargeSubmit', await report(each))))
    const drawn = await Promise.all(
      people.map(async (each, index) => {
        const draw_method_id = await bindTron(server, each, `eve${index + 1}`)
        return draws(server, each, { draw_currency_id: 1, draw_method_id, number: '40' })
      }),
    )
    await set(server, 'deposit_approver_limit_usd', '100.00')
    await set(server, 'draw_approver_limit_usd', '100.00')
    const { credit } = server.context.deposits.review
    const said = { amount: micros(40_000_000), actor: gina, remark: '', reason: 'seen it myself' }
    const credited = await Promise.all(
      reported.map(({ id }) => credit({ ...said, deposit: id, paymentReference: tronHash(id) })),
    )
    const approved = await Promise.all(drawn.map(({ id }) => review().approve(by(id, gina))))
    const states = (done: readonly { readonly ok: boolean; readonly value?: { readonly state: string } }[]) =>
      done.map((each) => each.value?.state).sort()
    expect(states(credited)).toEqual(['finished', 'finished', 'unchecked', 'unchecked'])
    expect(states(approved)).toEqual(['approved', 'approved', 'waiting', 'waiting'])
    await set(server, 'deposit_approver_limit_usd', '50000.00')
    await set(server, 'draw_approver_limit_usd', '5000.00')
  })

  test('reports with one transaction and one key at once', async () => {
    const quin = await customer(server, 'quin')
    const pictures = await Promise.all(Array.from({ length: 8 }, (_, shade) => picture(server, quin, 0xabc000 + shade)))
    const tx_hash = 'd'.repeat(64)
    const reasons = await Promise.all(
      pictures.map((proofImg) => quin.reason('chargeSubmit', { charge_id: 1, number: '30', proofImg, tx_hash })),
    )
    expect([...reasons].sort()).toEqual(['good', ...Array.from({ length: 7 }, () => 'transaction_used')])
  })

  const count = (answers: readonly string[]) =>
    Object.fromEntries(
      [...new Set(answers)].sort().map((each) => [each, answers.filter((other) => other === each).length]),
    )
  const told = async (name: string, subject: string) =>
    (await mailsTo(server, `${name}@example.com`)).filter((mail) => mail.subject === subject).length

  test('one wire, many times: one report with one key, and one picture proves one', async () => {
    const rose = await customer(server, 'rose')
    const wire = { wire_id: 1, number: '50.00', proofImg: await picture(server, rose) }
    const answers = await Promise.all(
      MANY.map(() => rose.asks('chargeWireSubmit', wire, { 'idempotency-key': 'wire' })),
    )
    expect(new Set(answers.map((each) => JSON.stringify(each.data))).size).toBe(1)
    const other = { ...wire, proofImg: await picture(server, rose) }
    expect(count(await Promise.all(MANY.map(() => rose.reason('chargeWireSubmit', other))))).toEqual({
      good: 1,
      picture_used: many - 1,
    })
    expect((await rose.does('chargeList', {})).total).toBe(2)
    expect(await told('rose', 'We received your deposit request')).toBe(2)
  })

  test('one key, many payments by card: one is begun', async () => {
    const sara = await customer(server, 'sara')
    const answers = await Promise.all(
      MANY.map(() => sara.asks('chargeCard', { number: '40' }, { 'idempotency-key': 'card' })),
    )
    expect(new Set(answers.map((each) => JSON.stringify(each.data))).size).toBe(1)
    expect((await sara.does('chargeList', {})).total).toBe(1)
  })

  test('one code, many bindings: one payee; many deletions: it is gone, and each is told once', async () => {
    const tom = await customer(server, 'tom')
    await tom.does('sendCode', { purpose: 'payee', dc_address: TRON_ADDRESS })
    const auth_code = await codeTo(server, 'tom@example.com')
    const address = { type: 1, draw_id: 1, dc_address: TRON_ADDRESS, auth_code } as const
    const answers = count(await Promise.all(MANY.map(() => tom.reason('bindDrawMethod', address))))
    expect(answers.good).toBe(1)
    expect(Object.keys(answers).filter((each) => !['good', 'code_expired', 'payee_exists'].includes(each))).toEqual([])
    const [bound, ...more] = await tom.does('drawMethods', {})
    expect(more).toEqual([])
    const id = must(bound, 'it is bound').id
    expect(count(await Promise.all(MANY.map(() => tom.reason('deleteDrawMethod', { id }))))).toEqual({ good: many })
    expect(await tom.does('drawMethods', {})).toEqual([])
    expect([await told('tom', 'A payee was added'), await told('tom', 'A payee was removed')]).toEqual([1, 1])
  })

  test('many cancels of one withdrawal: the money is free once', async () => {
    const uma = await richCustomer(server, 'uma', 300)
    const own = await bindTron(server, uma, 'uma')
    const made = await draws(server, uma, { draw_currency_id: 1, draw_method_id: own, number: '200' })
    expect(count(await Promise.all(MANY.map(() => uma.reason('drawCancel', { id: made.id }))))).toEqual({ good: many })
    expect(await detail(uma)).toEqual(['300.000000', '0.000000'])
    const kinds = (await uma.does('forexChange', {})).list.map(({ Kind }) => Kind)
    expect(kinds).toEqual(['withdrawal_returned', 'withdrawal_locked', 'deposit'])
    expect(await told('uma', 'Your withdrawal was cancelled')).toBe(1)
  })

  test('the books are right after all of it', async () => {
    expect(await booksProblems(server)).toEqual([])
  })
})
