/**
 * A working day of the admin, of risk and of content: people, settings, instruments and the audit log behind them.
 * rights.test.ts checks who may do none of it.
 */
import { must } from '@veritick/domain'
import { termsIn } from '@veritick/testing/core-views'
import { mails } from '@veritick/testing/people'
import {
  firstAdmin,
  linkOf,
  type Member,
  STAFF_PASSWORD,
  StaffCaller,
  staffed,
  staffMember,
  welcomed,
} from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let ada: Member
let rita: StaffCaller
const reason_text = 'agreed on Tuesday'

beforeAll(async () => {
  server = await openTestServer({ embedded: true })
  ada = await firstAdmin(server)
  rita = await staffed(server, 'risk')
})
afterAll(() => server.close())

const audited = async (action: string) => (await ada.caller.does('auditList', { action })).data

describe('staff members', () => {
  test('a staff member disabled while signed in loses access at once, and can be enabled again', async () => {
    const finn = await staffMember(server, 'finance')
    expect(await finn.caller.reason('me', {})).toBe('good')
    expect(await ada.caller.does('staffDisable', { id: finn.id, reason_text })).toMatchObject({ state: 'disabled' })
    expect(await finn.caller.reason('me', {})).toBe('session_ended')
    expect(await finn.caller.reason('health', {})).toBe('session_ended')
    const signIn = { email: finn.email, password: STAFF_PASSWORD, totp_code: '123456' }
    expect(await new StaffCaller(server).reason('signIn', signIn)).toBe('login_wrong')
    expect(await ada.caller.does('staffEnable', { id: finn.id, reason_text })).toMatchObject({ state: 'active' })
  })

  test('another role holds from the next call on', async () => {
    const finn = await staffMember(server, 'finance')
    expect(await finn.caller.reason('health', {})).toBe('good')
    await ada.caller.does('staffRole', { id: finn.id, role: 'support', reason_text })
    expect(await finn.caller.reason('health', {})).toBe('not_permitted')
  })

  test('a reset voids password and app; only the new link leads in', async () => {
    const finn = await staffMember(server, 'finance')
    const link = linkOf(await ada.caller.does('staffReset', { id: finn.id, reason_text: 'lost the phone' }))
    expect(await finn.caller.reason('me', {})).toBe('session_ended')
    const again = await welcomed(server, link)
    expect(again.id).toBe(finn.id)
    expect(again.secret).not.toBe(finn.secret)
  })

  test('no admin does any of it to themselves', async () => {
    for (const name of ['staffDisable', 'staffReset', 'staffEnable', 'staffEndSessions'] as const)
      expect(await ada.caller.reason(name, { id: ada.id, reason_text }), name).toBe('staff_own_account')
    expect(await ada.caller.reason('staffRole', { id: ada.id, role: 'finance', reason_text })).toBe('staff_own_account')
    expect(await ada.caller.reason('staffDisable', { id: 9999, reason_text })).toBe('staff_unknown')
    expect(await ada.caller.reason('staffDisable', { id: 2, reason_text: 'x' })).toBe('reason_missing')
  })

  test('two admins who disable each other at once: one is left', async () => {
    const [one, two] = [await staffMember(server, 'admin'), await staffMember(server, 'admin')]
    const reasons = await Promise.all([
      one.caller.reason('staffDisable', { id: two.id, reason_text }),
      two.caller.reason('staffDisable', { id: one.id, reason_text }),
    ])
    expect(reasons.sort()).toEqual(['good', 'session_ended'])
  })

  test('an address works here once, and inviting fifty times at once with one key invites one', async () => {
    const person = { name: 'Greta', email: 'greta@office.example', role: 'finance', reason_text }
    const headers = { 'idempotency-key': 'greta comes' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => ada.caller.asks('staffInvite', person, headers)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1)
    expect(await ada.caller.reason('staffInvite', { ...person, email: 'GRETA@office.example' })).toBe('staff_exists')
    const suffixed = { ...person, email: 'greta+second@office.example' }
    expect(await ada.caller.reason('staffInvite', suffixed), 'the same mailbox').toBe('staff_exists')
    const { query } = server.context.store
    const hidden = await query<{ email: string }>(
      `update staff set email = 'x' || email where email = $1 returning email`,
      [person.email],
    )
    expect(hidden).toHaveLength(1)
    expect(await ada.caller.reason('staffInvite', suffixed), 'her row is changed').toBe('staff_exists')
    await query('update staff set email = substr(email, 2) where email = $1', [hidden[0]?.email])
    expect((await ada.caller.asks('staffInvite', { ...person, name: 'Else' }, headers)).reason).toBe(
      'idempotency_mismatch',
    )
    const without = await ada.caller.asks(
      'staffInvite',
      { ...person, email: 'h@office.example' },
      { 'idempotency-key': '' },
    )
    expect(without.reason).toBe('idempotency_key_invalid')
    const kept = await server.context.store.query<{ encrypted: Uint8Array }>('select encrypted from stored_answers')
    const { link } = must(answers[0], 'fifty answers').data as { link: string }
    expect(kept.some(({ encrypted }) => Buffer.from(encrypted).toString('latin1').includes(link))).toBe(false)
  })

  test('an invitation whose answer was lost in a crash is asked for again: the same colleague, a fresh link', async () => {
    const person = { name: 'Hugo', email: 'hugo@office.example', role: 'support', reason_text }
    const headers = { 'idempotency-key': 'hugo comes' }
    const first = (await ada.caller.asks('staffInvite', person, headers)).data as { id: number; link: string }
    await server.context.store.query('delete from stored_answers')
    const again = (await ada.caller.asks('staffInvite', person, headers)).data as { id: number; link: string }
    expect(again.id).toBe(first.id)
    expect(again.link).not.toBe(first.link)
  })
})

describe('settings', () => {
  test('an address is looked at, then saved; the customer is shown it; both stand in the history and the audit', async () => {
    const network = {
      id: 1,
      currency_code: 'USDT',
      protocol_code: 'TRC20',
      address: 'TRIAL - SEND NOTHING',
      usd_price: '1.000000',
      trial: true,
    }
    const wrong = await ada.caller.does('settingPreview', {
      key: 'charge_networks',
      value: [{ ...network, trial: false }],
    })
    expect(wrong.faults.map(({ path }) => path)).toEqual([[0, 'address']])
    const value = [network]
    const preview = await ada.caller.does('settingPreview', { key: 'charge_networks', value })
    expect(preview).toEqual({ before: [], after: value, version: 0, changed: true, holds_from: null, faults: [] })
    expect(server.context.settings.get('charge_networks')).toEqual([])
    const saved = await ada.caller.does('settingChange', {
      key: 'charge_networks',
      value,
      seen_version: 0,
      reason_text,
    })
    expect(saved).toMatchObject({ version: 1, value, changeable: true })
    expect(server.context.settings.get('charge_networks')).toHaveLength(1)
    const { data } = await ada.caller.does('settingHistory', { key: 'charge_networks' })
    const [at, holds_from] = [expect.any(Number), expect.any(Number)]
    expect(data).toEqual([
      { version: 1, value, by: { who: `staff:${ada.id}`, name: 'Ada' }, reason_text, at, holds_from },
    ])
    expect((await audited('setting_change'))[0]).toMatchObject({
      subject: 'charge_networks',
      before: [],
      after: value,
      reason_text,
    })
  })

  test('another address waits a day, and admins, finance and compliance staff are told at once', async () => {
    const value = [
      {
        ...must(server.context.settings.get('charge_networks')[0], 'a network'),
        usd_price: '1.000000',
        address: 'TRIAL TWO',
      },
    ]
    const preview = await ada.caller.does('settingPreview', { key: 'charge_networks', value })
    const hours = (must(preview.holds_from ?? undefined, 'it waits') - server.context.runtime.now()) / 3_600_000
    expect(hours).toBeCloseTo(24, 1)
    const before = (await mails(server)).length
    const saved = await ada.caller.does('settingChange', {
      key: 'charge_networks',
      value,
      seen_version: 1,
      reason_text,
    })
    expect(saved).toMatchObject({
      version: 2,
      in_force: false,
      value: [{ address: 'TRIAL - SEND NOTHING' }],
      next: { version: 2, value },
    })
    expect(server.context.settings.get('charge_networks').map(({ address }) => address)).toEqual([
      'TRIAL - SEND NOTHING',
    ])
    const told = (await mails(server)).slice(before)
    const roles = await server.context.store.query<{ email: string }>(
      `select email from staff where role in ('admin', 'finance', 'compliance') and password_hash is not null and disabled_at is null
       and email <> ''`,
    )
    expect(told.map(({ to }) => to).sort()).toEqual(roles.map(({ email }) => email).sort())
    expect(told[0]?.subject).toBe('Veritick office: the setting charge_networks was changed')
    expect(told[0]?.text).toContain('It comes into force at')
    await ada.caller.does('settingChange', { key: 'charge_networks', value: saved.value, seen_version: 2, reason_text })
    expect(
      (await ada.caller.does('settingList', {})).data.find(({ key }) => key === 'charge_networks')?.next,
    ).toBeNull()
  })

  test.each([
    ['support_email', 'help@broker.example'],
    ['service_link', 'https://chat.broker.example/us'],
    ['service_link_type', 2],
    ['complaint_email', 'complaints@broker.example'],
  ] as const)(
    '%s leads customers to another support: it holds at once, and other staff are told',
    async (key, value) => {
      const content = await staffed(server, 'content')
      const before = (await mails(server)).length
      const saved = await content.does('settingChange', { key, value, seen_version: 0, reason_text })
      expect(saved).toMatchObject({ value, next: null })
      const told = (await mails(server)).slice(before).filter(({ to }) => to === ada.email)
      expect(told).toMatchObject([{ subject: `Veritick office: the setting ${key} was changed` }])
      expect(told[0]?.text).toContain('It holds at once.')
    },
  )

  test('a value that cannot be right, a setting that is none, a version that is gone', async () => {
    const change = (key: string, value: unknown, seen_version: number) =>
      ada.caller.reason('settingChange', { key, value, seen_version, reason_text })
    expect(await change('draw_min_usd', 'a lot', 0)).toBe('setting_invalid')
    expect(await change('price_of_gold', '1', 0)).toBe('setting_unknown')
    expect(await change('draw_min_usd', '20.00', 0)).toBe('good')
    expect(await change('draw_min_usd', '30.00', 0)).toBe('setting_changed_meanwhile')
  })

  test('twenty simultaneous changes of one setting: one succeeds, the others are refused', async () => {
    const changes = Array.from({ length: 20 }, (_, at) => ({
      key: 'payee_hold_hours',
      value: at,
      seen_version: 0,
      reason_text,
    }))
    const reasons = await Promise.all(changes.map((change) => ada.caller.reason('settingChange', change)))
    expect(reasons.filter((reason) => reason === 'good')).toHaveLength(1)
    expect(new Set(reasons)).toEqual(new Set(['good', 'setting_changed_meanwhile']))
    expect((await ada.caller.does('settingHistory', { key: 'payee_hold_hours' })).total).toBe(1)
  })
})

describe('instruments', () => {
  const eurusd = async () =>
    must((await rita.does('instrumentList', { q: 'EURUSD' })).data[0], 'EURUSD is in the catalogue')

  test('a fee is looked at, then changed: the engine and the customers have it, the audit says who', async () => {
    const before = await eurusd()
    const changes = { fee_per_lot: '7.250000', leverages: [10, 25] }
    const preview = await rita.does('instrumentPreview', { id: before.id, changes })
    expect(preview).toMatchObject({
      changed: true,
      faults: [],
      version: 0,
      before: before.terms,
      after: { ...before.terms, ...changes },
    })
    expect((await eurusd()).terms).toEqual(before.terms)
    const saved = await rita.does('instrumentChange', { id: before.id, changes, seen_version: 0, reason_text })
    expect(saved).toMatchObject({
      changed_version: 1,
      terms_version: before.terms_version + 1,
      terms: { ...before.terms, ...changes },
    })
    const engine = await termsIn(server, before.id)
    expect(engine).toMatchObject({ feePerLot: 7_250_000, leverages: [10, 25], version: saved.terms_version })
    const shown = (await server.visitor.does('tradeList', {})).find((each) => each.Id === before.id)
    expect(shown).toMatchObject({
      ForexFeeRate: '7.250000',
      HasForexMultiple: [{ Value: 10 }, { Value: 25 }],
      Version: saved.terms_version,
    })
    const found = await rita.does('instrumentFind', { id: before.id })
    expect(found.catalogue).toEqual(before.terms)
    expect(found.history).toMatchObject([{ version: 1, changes, reason_text }])
    expect((await audited('instrument_change'))[0]).toMatchObject({
      subject: String(before.id),
      before: before.terms,
      after: saved.terms,
    })
  })

  test('an open order keeps the terms that opened it; the next one has the new', async () => {
    const { id, changed_version } = await eurusd()
    const person = await server.person()
    server.feed.say('EURUSD', '1.08000', '1.08010')
    const order = { forex_id: id, type: 1, status: 1, cont: '1.00', multiple: 10 } as const
    const first = await person.does('submit', order)
    const changes = { fee_per_lot: '9.000000' }
    await rita.does('instrumentChange', { id, changes, seen_version: changed_version, reason_text })
    server.feed.say('EURUSD', '1.08001', '1.08011')
    const second = await person.does('submit', order)
    const { data } = await person.does('myDeal', { status: 1 })
    const fees = [first, second].map((each) => data.find((row) => row.Id === each.Id)?.TradeFee)
    expect(fees.map(Number)).toEqual([7.25, 9])
  })

  test.each([
    [{ lot_step: '0.02', lot_min: '0.02' }, 'lot_step'],
    [{ lot_max: '0.0001' }, 'lot_max'],
    [{ fee_per_lot: '-1' }, 'fee_per_lot'],
    [{ fee_per_lot: '1e3' }, 'fee_per_lot'],
    [{ leverages: [] }, 'leverages'],
    [{ leverages: [20, 10] }, 'leverages'],
    [{ financing_long: '2' }, 'financing_long'],
    // Terms by which one staff member could favour friends: decision 88.
    [{ leverages: [10, 31] }, 'leverages'],
    [{ financing_long: '-0.009999' }, 'financing_long'],
    [{ financing_short: '-0.008001' }, 'financing_short'],
    [{ financing_long: '-0.011999' }, 'financing_long'],
  ])('%j is shown to be wrong, and refused', async (changes, field) => {
    const { id, changed_version } = await eurusd()
    const { faults } = await rita.does('instrumentPreview', { id, changes })
    expect(faults.map((fault) => fault.field)).toEqual([field])
    const refused = await rita.asks('instrumentChange', { id, changes, seen_version: changed_version, reason_text })
    expect(refused).toMatchObject({ reason: 'terms_invalid', field })
  })

  test('overnight rates within the limits of the office are taken', async () => {
    const { id, changed_version: seen_version } = await eurusd()
    const changes = { financing_long: '-0.012000', financing_short: '0.012000' }
    expect(await rita.reason('instrumentChange', { id, changes, seen_version, reason_text })).toBe('good')
  })

  test('there is no field for a price, a spread, a contract size', async () => {
    const { id } = await eurusd()
    for (const changes of [{ bid: '1' }, { spread_typical: '0' }, { contract_size: 1 }, { price_precision: 1 }])
      expect(await rita.reason('instrumentPreview', { id, changes })).toBe('parameter_not_allowed')
  })

  test('two at once: one wins', async () => {
    const { id, changed_version } = await eurusd()
    const fees = Array.from({ length: 8 }, (_, at) => ({ fee_per_lot: `${at + 1}.000000` }))
    const reasons = await Promise.all(
      fees.map((changes) =>
        rita.reason('instrumentChange', { id, changes, seen_version: changed_version, reason_text }),
      ),
    )
    expect(reasons.filter((reason) => reason === 'good')).toHaveLength(1)
    expect(new Set(reasons)).toEqual(new Set(['good', 'terms_changed_meanwhile']))
    const known = await termsIn(server, id)
    expect((await eurusd()).terms.fee_per_lot).toBe(`${(known?.feePerLot ?? 0) / 1_000_000}.000000`)
  })
})

describe('the audit', () => {
  test('every change of the table leaves a line, and a refused one none', async () => {
    const count = async () => (await ada.caller.does('auditList', {})).total
    const before = await count()
    await ada.caller.reason('settingChange', { key: 'draw_min_usd', value: 'x', seen_version: 1, reason_text })
    await ada.caller.reason('staffDisable', { id: 9999, reason_text })
    expect(await count()).toBe(before)
    const { id } = await ada.caller.does('staffInvite', {
      name: 'Ines',
      email: 'ines@office.example',
      role: 'risk',
      reason_text,
    })
    await ada.caller.does('staffReset', { id, reason_text })
    await ada.caller.does('staffRole', { id, role: 'support', reason_text })
    await ada.caller.does('staffEndSessions', { id, reason_text })
    await ada.caller.does('staffDisable', { id, reason_text })
    await ada.caller.does('staffEnable', { id, reason_text })
    const { data, total } = await ada.caller.does('auditList', { subject_kind: 'staff', subject: String(id) })
    expect(total).toBe(6)
    expect(data.map(({ action }) => action)).toEqual([
      'staff_enable',
      'staff_disable',
      'staff_sign_out',
      'staff_role',
      'staff_reset',
      'staff_invite',
    ])
    for (const line of data)
      expect(line).toMatchObject({ by: { who: `staff:${ada.id}`, name: 'Ada' }, role: 'admin', reason_text })
  })

  test('is narrowed, paged and turned round', async () => {
    const all = await ada.caller.does('auditList', { per_page: 100 })
    expect(all.data.map(({ id }) => id)).toEqual([...all.data.map(({ id }) => id)].sort((one, two) => two - one))
    const second = await ada.caller.does('auditList', { per_page: 3, page: 2 })
    expect(second.data.map(({ id }) => id)).toEqual(all.data.slice(3, 6).map(({ id }) => id))
    expect((await ada.caller.does('auditList', { sort: 'at', per_page: 1 })).data[0]).toMatchObject({
      action: 'staff_first_link',
    })
    expect((await ada.caller.does('auditList', { from: 0, to: 1 })).total).toBe(0)
    const words = await ada.caller.does('auditWords', {})
    expect(words.who).toContainEqual({ who: `staff:${ada.id}`, name: 'Ada' })
    expect(words.actions).toContain('staff_sign_in')
    expect((await audited('staff_sign_in'))[0]?.reason_text, 'a sign-in asks for none').toBe('')
    const narrowed = await ada.caller.does('auditList', { who: 'server' })
    expect(narrowed.data.map(({ action }) => action)).toEqual(['staff_first_link'])
  })

  test('passwords, codes, links and secrets never stand in it', async () => {
    const kept = JSON.stringify(await server.context.store.query('select * from audit'))
    expect(kept).not.toContain(STAFF_PASSWORD)
    expect(kept).not.toContain(ada.secret)
    expect(kept).not.toContain('@office.example')
  })
})

describe('health', () => {
  test('the books sum to zero, what waits is counted, and the embedded store says what it is', async () => {
    await server.context.core.projected()
    await ada.caller.does('settingChange', { key: 'usual_hours_deposit', value: 2, seen_version: 0, reason_text })
    server.passWallTime(11_000)
    // Making a receipt waits until the newest batch carries the tree of all batches before it.
    await server.context.core.receipt(1)
    const { books, feed, engine, journal, store, queues, messages, sessions } = await rita.does('health', {})
    expect(books).toMatchObject([{ book: 'demo', sum: '0.000000', uneven: 0 }])
    expect(Number(books[0]?.clients)).toBeGreaterThan(99_000)
    expect(feed).toMatchObject({ source: 'spoken', simulated: false })
    expect(feed.instruments.find(({ code }) => code === 'EURUSD')).toMatchObject({
      status: 'open',
      quote_age: expect.any(Number),
    })
    expect(engine).toMatchObject({ state: 'running', projection_lag: 0 })
    expect(journal.root).toMatch(/^[0-9a-f]{64}$/)
    expect(journal.tree_size).toBe(journal.batches - 1)
    expect(store).toMatchObject({ kind: 'embedded', trial_only: true })
    expect(queues.deposits).toEqual({ count: 0, oldest_at: null, usual_minutes: 120 })
    expect([queues.identity.usual_minutes, queues.corrections.usual_minutes]).toEqual([1440, null])
    expect(messages.given_up).toBe(0)
    expect(sessions.staff).toBeGreaterThan(1)
  })
})
