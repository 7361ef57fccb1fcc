/** The office looks at customers: finds them, sees what its role may see under its own name, and acts with a reason. */

import { userId } from '@veritick/domain'
import { LEGAL_VERSION } from '@veritick/locales/legal'
import { bindTron, customer, fund, openChannels, userOf, verify } from '@veritick/testing/customers'
import { mailsTo } from '@veritick/testing/people'
import { reseal } from '@veritick/testing/reseal'
import { type StaffCaller, staffed } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CoreBusy } from '../../journal/index.ts'
import { DAY_MS } from '../../services/clock/index.ts'
import { LIMITS } from '../../services/rate-limits/index.ts'
import { uidOf } from '../accounts/index.ts'

let server: TestServer
let ana: Caller
let ben: Caller
let demo: Caller
let [anaId, benId, demoId] = [0, 0, 0]
let support: StaffCaller
let compliance: StaffCaller
let finance: StaffCaller
let risk: StaffCaller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ana = await customer(server, 'ana')
  ben = await customer(server, 'ben')
  demo = await server.person()
  ;[anaId, benId, demoId] = [await userOf(ana), await userOf(ben), await userOf(demo)]
  await verify(server, ana)
  await fund(server, ana, 500)
  support = await staffed(server, 'support')
  compliance = await staffed(server, 'compliance')
  finance = await staffed(server, 'finance')
  risk = await staffed(server, 'risk')
}, 180_000)
afterAll(() => server.close())

const why = { reason_text: 'the customer asked for it' }
const audit = (user: number, action: string) =>
  server.context.store.query<{ who: string; reason: string; before: string | null; after: string | null }>(
    `select who, reason, before, after from audit where subject_kind = 'person' and subject = $1 and action = $2 order by entry_id`,
    [String(user), action],
  )

describe('searching', () => {
  const found = async (who: StaffCaller, params: Parameters<typeof who.does<'peopleSearch'>>[1]) =>
    (await who.does('peopleSearch', params)).data.map((row) => row.id)

  test('by number, uid, address, invite code', async () => {
    const { invite_code, uid } = await ana.does('userInfo', {})
    for (const q of [String(anaId), uid, 'ana@example.com', ' ANA@example.com ', invite_code]) {
      expect(await found(finance, { q }), q).toEqual([anaId])
    }
    expect(await found(finance, { q: 'nobody@example.com' })).toEqual([])
    expect(await found(finance, { q: "'; drop table users; --" })).toEqual([])
    expect(await found(support, { q: '%' })).toEqual([])
  })

  test('by parts of an address only for roles that may see addresses', async () => {
    expect(await found(support, { q: '@example' })).toEqual([benId, anaId])
    expect(await found(compliance, { q: 'ben@' })).toEqual([benId])
    expect(await found(finance, { q: '@example' })).toEqual([])
    expect(await found(risk, { q: 'ben@' })).toEqual([])
  })

  test('no role is shown a whole address in a list', async () => {
    const { data } = await support.does('peopleSearch', { q: 'ana@example.com' })
    expect(data).toMatchObject([
      { email: 'a***@example.com', balance: '500.000000', identity_status: 2, frozen: false, kind: 'real' },
    ])
  })

  test('narrowed and sorted, a page at a time', async () => {
    expect(await found(risk, { kind: 'demo' })).toEqual([demoId])
    expect(await found(risk, { identity: 2 })).toEqual([anaId])
    expect(await found(risk, { sort: '-balance' })).toEqual([demoId, anaId, benId])
    expect(await found(risk, { sort: 'id', per_page: 2 })).toEqual([anaId, benId])
    const second = await risk.does('peopleSearch', { sort: 'id', per_page: 2, page: 2 })
    expect([second.data.map((row) => row.id), second.total]).toEqual([[demoId], 3])
    expect(await found(risk, { since: Date.now() + 3_600_000 })).toEqual([])
    expect(await support.reason('peopleSearch', { sort: 'email' })).toBe('parameter_not_allowed')
    expect(await support.reason('peopleSearch', { per_page: 101 })).toBe('number_out_of_range')
  })
})

describe('a profile', () => {
  test('says what a person may do and what they have', async () => {
    await bindTron(server, ana, 'ana')
    const seen = await support.does('person', { id: anaId })
    expect(seen).toMatchObject({
      id: anaId,
      uid: String(10_000_000 + anaId),
      kind: 'real',
      identity_status: 2,
      credit_score: 100,
      two_factor: false,
      frozen: null,
      holds: [],
      accounts: [{ balance: '500.000000', equity: '500.000000', locked: '0.000000', holdings: 0, is_default: true }],
      sums: { deposited: '500.000000', withdrawn: '0.000000', deposits_waiting: 0, withdrawals_open: 0 },
    })
    expect(seen.contact).toMatchObject({ masked: false, email: 'ana@example.com' })
    // Accepted with the registration, and never changed.
    expect(seen.terms).toEqual({ version: LEGAL_VERSION, accepted_at: seen.created_at })
    await expect(server.context.store.query("update terms_acceptances set version = '2'")).rejects.toThrow(
      'append-only',
    )
    expect(JSON.stringify(seen)).not.toMatch(/password_hash|argon2|demo_hash/)
  })

  test('hides the address from roles that do not need it', async () => {
    for (const who of [finance, risk]) {
      const { contact } = await who.does('person', { id: anaId })
      expect([contact.masked, contact.email]).toEqual([true, 'a***@example.com'])
    }
  })

  test('each view is recorded with the viewer, once in 15 minutes', async () => {
    const looks = async () => (await audit(benId, 'person_view')).map((line) => line.who)
    const { staff } = await support.does('me', {})
    await Promise.all([
      support.does('person', { id: benId }),
      support.does('personLedger', { id: benId }),
      support.does('personSessions', { id: benId }),
    ])
    expect(await looks()).toEqual([`staff:${staff.id}`])
    await finance.does('personOrders', { id: benId, status: 1 })
    expect(await looks()).toHaveLength(2)
    server.passTime(16 * 60_000)
    await support.does('person', { id: benId })
    expect(await looks()).toHaveLength(3)
  })

  test('each view is recorded, also where a program wrote an entry of a later view into the store', async () => {
    const { staff } = await support.does('me', {})
    const id = await userOf(await server.person())
    await server.context.store.query(
      `insert into audit (who, role, action, subject_kind, subject, reason, at)
       values ($1, 'support', 'person_view', 'person', $2, '', $3)`,
      [`staff:${staff.id}`, String(id), server.context.runtime.now() + DAY_MS],
    )
    await support.does('person', { id })
    expect(await audit(id, 'person_view')).toHaveLength(2)
  })

  test('of an unknown customer is refused by every call', async () => {
    const id = 987_654
    for (const name of ['person', 'personLedger', 'personPayees', 'personSessions', 'personNotes'] as const) {
      expect(await support.reason(name, { id }), name).toBe('person_unknown')
    }
    expect(await support.reason('personOrders', { id, status: 1 })).toBe('person_unknown')
    expect(await compliance.reason('personAudit', { id })).toBe('person_unknown')
    expect(await support.reason('addPersonNote', { id, text: 'hello' })).toBe('person_unknown')
    expect(await support.reason('endPersonSessions', { id, session: 'all', ...why })).toBe('person_unknown')
    expect(await risk.reason('freezePerson', { id, remark: 'We are checking', ...why })).toBe('person_unknown')
    expect(await risk.reason('setCreditScore', { id, score: 5, ...why })).toBe('person_unknown')
    expect(await support.reason('person', { id: 'x' })).toBe('number_malformed')
    expect(await audit(id, 'person_view')).toEqual([])
  })
})

describe('what belongs to a person', () => {
  test('orders with the quotes that filled them, and the ledger with its running balance', async () => {
    server.feed.say('EURUSD', '1.08500', '1.08510')
    const order = { forex_id: server.feed.id('EURUSD'), type: 1, status: 1, cont: '0.01', multiple: 30 } as const
    const placed = await ana.does('submit', order)
    const { data, margin } = await finance.does('personOrders', { id: anaId, status: 1 })
    expect(data).toMatchObject([{ id: placed.Id, Price: '1.08510', OpenQuote: { bid: '1.08500', ask: '1.08510' } }])
    expect(Number(margin)).toBeGreaterThan(0)
    const ledger = await finance.does('personLedger', { id: anaId })
    expect(ledger.data.map((line) => line.kind)).toEqual(['fee', 'deposit'])
    expect(ledger.data[1]).toMatchObject({ amount: '500.000000', balance: '500.000000', order_id: null })
    expect(ledger.data[0]).toMatchObject({ order_id: placed.Id, instrument: 'EUR/USD' })
    await ana.does('close', { id: placed.Id })
    expect((await finance.does('personOrders', { id: anaId, status: 3 })).data).toMatchObject([
      { id: placed.Id, CloseReason: 'user' },
    ])
  })

  test('what happened to one order: placed, changed, stops set, cancelled; of no other customer', async () => {
    const order = { forex_id: server.feed.id('EURUSD'), type: 1, status: 0, cont: '0.01', multiple: 30 } as const
    const { Id: placed } = await ana.does('submit', { ...order, target_price: '1.08000' })
    const off = { stop_loss_price: '0', target_profit_price: '0' }
    await ana.does('amendTrade', { id: placed, ...off, target_price: '1.07500', stop_loss_price: '1.07000' })
    await ana.does('setStopPrice', { id: placed, ...off })
    await ana.does('cancelTrade', { id: placed })
    const { data, total } = await support.does('personOrderEvents', { id: anaId, order: placed })
    expect(data.map(({ kind, price, stop_loss: stop, reason }) => [kind, price, stop, reason])).toEqual([
      ['order_placed', '1.08000', null, null],
      ['order_amended', '1.07500', '1.07000', null],
      ['stops_set', null, null, null],
      ['order_cancelled', null, null, 'user'],
    ])
    expect([total, data.every((line) => line.by_customer)]).toEqual([4, true])
    const { Id: held } = await ana.does('submit', { ...order, status: 1, cont: '0.03' })
    const { Id: part } = await ana.does('closePart', { id: held, cont: '0.01' })
    const ofPart = await support.does('personOrderEvents', { id: anaId, order: part })
    expect(ofPart.data.map(({ kind, lots }) => [kind, lots])).toEqual([
      ['order_opened', '0.03'],
      ['order_split', '0.01'],
      ['order_closed', null],
    ])
    await ana.does('close', { id: held })
    expect(await support.reason('personOrderEvents', { id: benId, order: placed })).toBe('order_unknown')
    expect(await support.reason('personOrderEvents', { id: anaId, order: 987_654 })).toBe('order_unknown')
    expect(await support.reason('personOrderEvents', { id: 987_654, order: placed })).toBe('person_unknown')
  })

  test('a staff member reads one history of an order at a time, and few wait', async () => {
    const order = { forex_id: server.feed.id('EURUSD'), type: 1, status: 0, cont: '0.01', multiple: 30 } as const
    const { Id: placed } = await ana.does('submit', { ...order, target_price: '1.08000' })
    const { core } = server.context
    const make = core.receipt
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    onTestFinished(() => release())
    const asked = vi.spyOn(core, 'receipt').mockImplementation(async (id) => {
      await released
      return make(id)
    })
    onTestFinished(() => asked.mockRestore())
    const { waitingPerCaller } = LIMITS.work.orderHistories
    const answers = Array.from({ length: waitingPerCaller + 2 }, () =>
      support.reason('personOrderEvents', { id: anaId, order: placed }),
    )
    // The one that finds the queue full is refused while the first one is still made.
    expect([await Promise.race(answers), asked.mock.calls.length]).toEqual(['busy', 1])
    release()
    const all = await Promise.all(answers)
    expect(all.filter((reason) => reason === 'good')).toHaveLength(1 + waitingPerCaller)
    await ana.does('cancelTrade', { id: placed })
  })

  test('addresses, with the others who bound the same', async () => {
    await verify(server, ben)
    await bindTron(server, ben, 'ben')
    const { data } = await support.does('personPayees', { id: anaId })
    expect(data).toMatchObject([
      { type: 1, currency_code: 'USDT', protocol_code: 'TRC20', sharing: [{ id: benId }], own_place: false },
    ])
    expect(await risk.reason('personPayees', { id: anaId })).toBe('not_permitted')
  })

  test('sessions: one is ended, or all, and the customer is out at once', async () => {
    const listed = await support.does('personSessions', { id: benId })
    const [session] = listed.data
    const ended = await support.does('endPersonSessions', { id: benId, session: session?.id ?? '', ...why })
    expect(ended).toEqual({ ended: 1 })
    expect(await ben.reason('userInfo', {})).toBe('session_ended')
    expect(await support.does('endPersonSessions', { id: benId, session: 'all', ...why })).toEqual({ ended: 0 })
    expect(await support.does('endPersonSessions', { id: anaId, session: 'f'.repeat(16), ...why })).toEqual({
      ended: 0,
    })
    expect(await ana.reason('userInfo', {})).toBe('good')
    expect((await audit(benId, 'person_sign_out')).map((line) => line.reason)).toEqual([
      why.reason_text,
      why.reason_text,
    ])
    expect(await support.reason('endPersonSessions', { id: benId, session: 'all' })).toBe('reason_missing')
    expect(await finance.reason('endPersonSessions', { id: benId, session: 'all', ...why })).toBe('not_permitted')
  })

  test('notes have an author and stay: the store refuses to change one', async () => {
    await support.does('addPersonNote', { id: anaId, text: ' Called about a wire from her bank ' })
    await risk.does('addPersonNote', { id: anaId, text: 'Trades at night' })
    const { data, total } = await finance.does('personNotes', { id: anaId })
    expect([data.map((note) => note.text), total]).toEqual([
      ['Trades at night', 'Called about a wire from her bank'],
      2,
    ])
    expect(data[0]?.by.name).toMatch(/^risk /)
    await expect(server.context.store.query(`update notes set text = 'nothing'`)).rejects.toThrow()
    await expect(server.context.store.query('delete from notes')).rejects.toThrow()
    expect(await support.reason('addPersonNote', { id: anaId, text: '  ' })).toBe('parameter_missing')
    expect(await support.reason('addPersonNote', { id: anaId, text: 'x'.repeat(2001) })).toBe('parameter_too_long')
  })

  test('one key fifty times is one note', async () => {
    const key = { 'idempotency-key': 'note once' }
    const note = { id: benId, text: 'wrote to support' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => support.asks('addPersonNote', note, key)))
    expect(new Set(answers.map((each) => JSON.stringify(each.data))).size).toBe(1)
    expect((await support.asks('addPersonNote', { ...note, text: 'another' }, key)).reason).toBe('idempotency_mismatch')
    expect((await support.does('personNotes', { id: benId })).total).toBe(1)
  })

  test('a note that was written when the process ended, before its answer was kept, is not written again', async () => {
    const key = { 'idempotency-key': 'note before a crash' }
    const note = { id: demoId, text: 'asked about financing' }
    const first = await support.asks('addPersonNote', note, key)
    await server.context.store.query('delete from stored_answers')
    expect((await support.asks('addPersonNote', note, key)).data).toEqual(first.data)
    expect((await support.does('personNotes', { id: demoId })).total).toBe(1)
    expect(await audit(demoId, 'person_note')).toHaveLength(1)
    await server.context.store.query('delete from stored_answers')
    expect((await support.asks('addPersonNote', { ...note, text: 'another' }, key)).reason).toBe('idempotency_mismatch')
  })
})

describe('acting', () => {
  const remark = 'We are checking a payment of yours.'

  test('a freeze: seen by the customer, in the list and in the profile, and ended again', async () => {
    expect(await support.reason('freezePerson', { id: anaId, remark, ...why })).toBe('not_permitted')
    expect(await finance.reason('freezePerson', { id: anaId, remark, ...why })).toBe('not_permitted')
    const done = await risk.does('freezePerson', { id: anaId, remark, ...why })
    expect(done.frozen).toMatchObject({ remark, reason_text: why.reason_text })
    expect((await ana.does('userInfo', {})).frozen).toBe(1)
    expect((await risk.does('peopleSearch', { frozen: 1 })).data.map((row) => row.id)).toEqual([anaId])
    expect((await support.does('person', { id: anaId })).frozen).toMatchObject({
      remark,
      by: { name: expect.stringMatching(/^risk /) },
    })
    expect(await compliance.reason('freezePerson', { id: anaId, remark, ...why })).toBe('nothing_changes')
    expect((await mailsTo(server, 'ana@example.com')).at(-1)?.text).toContain(remark)
    expect(await compliance.does('unfreezePerson', { id: anaId, ...why })).toEqual({ id: anaId, frozen: null })
    expect((await ana.does('userInfo', {})).frozen).toBe(0)
    expect(await compliance.reason('unfreezePerson', { id: anaId, ...why })).toBe('nothing_changes')
    expect(await risk.reason('freezePerson', { id: anaId, remark: 'no', ...why })).toBe('reason_missing')
    expect(await risk.reason('freezePerson', { id: anaId, remark })).toBe('reason_missing')
  })

  test('fifty at once are one freeze and one letter', async () => {
    const before = (await mailsTo(server, 'ben@example.com')).length
    const reasons = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? risk : compliance).reason('freezePerson', { id: benId, remark, ...why }),
      ),
    )
    expect(reasons.filter((reason) => reason === 'good')).toHaveLength(1)
    expect(new Set(reasons)).toEqual(new Set(['good', 'nothing_changes']))
    expect((await mailsTo(server, 'ben@example.com')).length).toBe(before + 1)
  })

  test('the credit score, within its bounds', async () => {
    expect(await risk.does('setCreditScore', { id: anaId, score: 62, ...why })).toEqual({ id: anaId, credit_score: 62 })
    expect((await ana.does('userInfo', {})).credit_score).toBe(62)
    expect(await audit(anaId, 'person_credit_score')).toMatchObject([
      { before: '{"credit_score":100}', after: '{"credit_score":62}' },
    ])
    expect(await risk.reason('setCreditScore', { id: anaId, score: 62, ...why })).toBe('nothing_changes')
    for (const score of [101, -1, 1.5]) {
      expect(await risk.reason('setCreditScore', { id: anaId, score, ...why })).toMatch(/^number_/)
    }
    expect(await support.reason('setCreditScore', { id: anaId, score: 5, ...why })).toBe('not_permitted')
  })

  test('the audit tells it all, newest first, and narrowed', async () => {
    const { data } = await compliance.does('personAudit', { id: anaId })
    const actions = new Set(data.map((line) => line.action))
    for (const action of [
      'person_view',
      'person_freeze',
      'person_unfreeze',
      'person_credit_score',
      'person_note',
      'deposit_credit',
    ]) {
      expect(actions.has(action), action).toBe(true)
    }
    const narrowed = await compliance.does('personAudit', { id: anaId, action: 'person_freeze' })
    expect(narrowed).toMatchObject({ total: 1, data: [{ reason_text: why.reason_text, before: { frozen: false } }] })
    expect(await support.reason('personAudit', { id: anaId })).toBe('not_permitted')
  })

  test('by UID the whole audit finds the customer and the customer’s records, and names whose they are', async () => {
    const uid = uidOf(userId(anaId))
    const own = await compliance.does('personAudit', { id: anaId, per_page: 100 })
    const found = await compliance.does('auditList', { subject: uid, per_page: 100 })
    expect(found.total).toBe(own.total)
    expect(found.data).toEqual(own.data)
    const kinds = new Map(found.data.map((line) => [line.subject_kind, line]))
    expect([...kinds.keys()].sort()).toEqual(expect.arrayContaining(['deposit', 'identity', 'person']))
    expect(kinds.get('identity')).toMatchObject({ subject_uid: uid, subject_name: '' })
    expect(kinds.get('person')).toMatchObject({ subject_uid: '', subject_name: uid })
    const deposits = await compliance.does('auditList', { subject: uid, subject_kind: 'deposit' })
    expect(new Set(deposits.data.map((line) => line.subject_uid))).toEqual(new Set([uid]))
    // The same without a UID: the number of a record alone.
    const one = deposits.data[0]?.subject ?? ''
    const numbered = await compliance.does('auditList', { subject: one, subject_kind: 'deposit' })
    expect(new Set(numbered.data.map((line) => line.subject))).toEqual(new Set([one]))
    expect((await compliance.does('auditList', { subject: uidOf(userId(benId)), subject_kind: 'deposit' })).total).toBe(
      0,
    )
  })
})

describe('a closed account', () => {
  test('is answered while the read tables are late, and takes no note once it is erased', async () => {
    const leaver = await userOf(await customer(server, 'leaver'))
    const { core } = server.context
    const projected = vi.spyOn(core, 'projected')
    // The closing itself reads them once; the answer comes after it.
    projected.mockResolvedValueOnce(undefined).mockRejectedValue(new CoreBusy('the read tables are late'))
    try {
      const { closed } = await compliance.does('closePerson', { id: leaver, ...why })
      expect(closed).toMatchObject({ state: 'closed', owed: null, erasable_at: null })
      expect(projected).toHaveBeenCalledTimes(2)
    } finally {
      projected.mockRestore()
    }
    const { closed } = await support.does('person', { id: leaver })
    expect(closed).toMatchObject({ state: 'closed', owed: '0.000000' })
    expect((closed?.erasable_at ?? 0) - (closed?.since ?? 0)).toBe(30 * DAY_MS)
    expect((await support.does('peopleSearch', { closed: 1 })).data.map(({ id }) => id)).toEqual([leaver])
    const note = { id: leaver, text: 'lives in Harbour Street' }
    expect(await support.reason('addPersonNote', note)).toBe('good')
    const { query } = server.context.store
    await query('update closures set closed_at = 5 where user_id = $1', [leaver])
    await reseal({ ...server.context, query }, 'closures')
    expect(await server.context.closures.sweep()).toEqual({ erased: 1 })
    expect(await support.reason('addPersonNote', note)).toBe('account_closed')
    expect(await server.context.store.query('select 1 from notes where user_id = $1', [leaver])).toEqual([])
  })
})
