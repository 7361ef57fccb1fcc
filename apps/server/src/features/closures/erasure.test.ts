/** The erasure of closed accounts: when, of what, and what stays; on both stores. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { micros, must, type UserId } from '@veritick/domain'
import {
  accountOf,
  bindTron,
  booksProblems,
  CORA,
  changeCustomer,
  customer,
  documents,
  draws,
  FINN,
  fund,
  GRETA,
  openChannels,
  picture,
  set,
  tronHash,
  userOf,
  verify,
  waitingSubmission,
} from '@veritick/testing/customers'
import { form, realPerson } from '@veritick/testing/people'
import { reseal } from '@veritick/testing/reseal'
import { oneStoreKind } from '@veritick/testing/stores'
import { Caller, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../services/clock/index.ts'
import { proveRecords } from '../../services/seals/index.ts'
import { customerSummaryOf } from '../customers/index.ts'
import { closingOf, openClosingServer } from './closures-fixture.ts'
import { ERASED_TABLES } from './erased-tables.ts'
import { eraseClosed } from './erasure.ts'

const EMAIL = 'leaving.person@example.com'
const PHONE = '91234567'

describe.each(oneStoreKind())('on the %s store', (kind) => {
  let server: TestServer
  let names = 0

  beforeAll(async () => {
    server = await openClosingServer(kind)
  })
  afterAll(() => server.close())

  const { byStaff, stateOf } = closingOf(() => server)
  const query = <Row>(sql: string, values: readonly unknown[] = []) => server.context.store.query<Row>(sql, values)
  const sweep = () => server.context.closures.sweep()
  const closed = async (user: UserId) => {
    expect(await byStaff(user)).toMatchObject({ ok: true, value: { state: 'closed' } })
  }
  /** As if the account had been closed `days` and a minute earlier: guarded time may be some milliseconds behind. */
  const age = async (user: UserId, days: number) => {
    await query(`update closures set closed_at = closed_at - $2::bigint where user_id = $1 and state = 'closed'`, [
      user,
      days * DAY_MS + MINUTE_MS,
    ])
    await reseal({ ...server.context, query }, 'closures')
  }

  /** Every row of every table as text, except of the journal, whose bytes name accounts only. */
  async function storeText(): Promise<string> {
    const tables = await query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = current_schema()
         and table_name not in ('journal', 'snapshots')`,
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const rows = await query<{ row: string }>(`select to_jsonb(each)::text as row from "${name}" each`)
      texts.push(...rows.map(({ row }) => `${name} ${row}`))
    }
    return texts.join('\n')
  }

  test('every table that names a customer or an account has its rule, and no other', async () => {
    const tables = await query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns where table_schema = current_schema()
         and column_name in ('user_id', 'owner', 'account_id', 'account', 'conversation_id') order by 1`,
    )
    const named = tables.map(({ name }) => name).filter((name) => name !== 'market_memory')
    expect(Object.keys(ERASED_TABLES).sort()).toEqual([...named].sort())
  })

  test('erases everything about a person once the time is over, and leaves ledger, orders and audit', async () => {
    const { context } = server
    await server.visitor.does('register', await form(server, EMAIL, { mobile: `852${PHONE}` }))
    const [row] = await query<{ user: UserId }>('select user_id as user from users where email = $1', [EMAIL])
    const { user } = must(row, 'registered')
    const person = new Caller(
      server.url,
      await context.sessions.begin({ user, kind: 'real', device: 'phone of Leaving' }),
    )
    await changeCustomer(server, EMAIL, 'email_confirmed_at = 1')
    const papers = await documents(server, person)
    await person.does('identitySubmit', { ...papers, name: 'Leaving Person' })
    const submission = await waitingSubmission(server, person)
    expect((await context.identity.review.accept({ submission, actor: CORA, reason: 'good' })).ok).toBe(true)
    await fund(server, person, 60)
    const payee = await bindTron(server, person, 'leaving.person')
    const bought = await person.does('submit', { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 })
    await person.does('close', { id: bought.Id })
    await person.does('supportSend', { text: 'my secret question' })
    await person.does('feedbackOwn', { kind: 'complaint', text: 'my secret complaint' })
    await person.does('favouriteSet', { codes: 'EURUSD' })
    await query(`insert into notes (user_id, who, encrypted, at) values ($1, 'staff:1', '\\x01'::bytea, 1)`, [user])
    const { balance } = await person.does('getBalance', {})
    const drawn = await draws(server, person, { draw_currency_id: 1, draw_method_id: payee, number: balance })
    const by = { withdrawal: drawn.id, reason: 'all in order' }
    expect((await context.withdrawals.review.approve({ ...by, actor: FINN })).ok).toBe(true)
    const paid = { ...by, actor: GRETA, reference: tronHash(77) }
    expect((await context.withdrawals.review.pay(paid)).ok).toBe(true)
    const files = await query<{ file: string }>('select file_id as file from files where owner = $1', [user])
    const onDisk = (file: string) => existsSync(join(context.config.dataDir, context.config.world, 'files', file))
    expect(files.length).toBeGreaterThan(2)
    expect(files.every(({ file }) => onDisk(file))).toBe(true)

    await closed(user)
    const ledgerOf = () =>
      query(
        `select l.* from ledger_entries l join accounts a on a.account_id = l.account where a.user_id = $1
         order by sequence, line`,
        [user],
      )
    await context.core.projected()
    const ledger = await ledgerOf()
    const audits = await query('select count(*) as lines from audit')
    await age(user, 1826)
    expect(await sweep()).toEqual({ erased: 0 })
    await expect(query('delete from notes where user_id = $1', [user])).rejects.toThrow('append-only')
    await age(user, 1)
    expect(await sweep()).toEqual({ erased: 1 })
    expect(await sweep()).toEqual({ erased: 0 })
    // An erasure that this server made is no fault of the store.
    expect(await customerSummaryOf(context, user)).toMatchObject({ fault: null, identity_status: 2 })

    const text = await storeText()
    // The outbox forgets its messages after 30 days; it holds them encrypted.
    for (const mark of [EMAIL, PHONE, 'Leaving', 'Harbour Street', 'phone of Leaving']) expect(text).not.toContain(mark)
    for (const { file } of files) expect(onDisk(file)).toBe(false)
    for (const [table, rule] of Object.entries(ERASED_TABLES)) {
      const isGone = 'statement' in rule && rule.statement === `delete from ${table} where user_id = $1`
      if (isGone) expect(await query(`select 1 from ${table} where user_id = $1`, [user]), table).toEqual([])
    }
    expect(await query('select 1 from payees where user_id = $1 and encrypted is not null', [user])).toEqual([])
    const unerased = `select 1 from withdrawals where user_id = $1 and (encrypted is not null or notes <> '')`
    expect(await query(unerased, [user])).toEqual([])
    // The next start proves the records with their empty texts.
    await proveRecords({ ...context, query, since: 0, now: Date.now() })
    expect(
      await query(
        `select 1 from identity_submissions where user_id = $1
           and (encrypted is not null or person_print is not null or number_print not like 'erased %')`,
        [user],
      ),
    ).toEqual([])
    expect(await query('select 1 from support_messages')).toEqual([])
    expect(await ledgerOf()).toEqual(ledger)
    expect(ledger.length).toBeGreaterThan(3)
    const [after] = await query<{ lines: number }>('select count(*) as lines from audit')
    expect(after?.lines).toBe((audits[0] as { lines: number }).lines + 1)
    expect(await booksProblems(server)).toEqual([])
    expect(await stateOf(user)).toEqual(['erased'])

    // Staff still read the records, and the address, the number and the document are free.
    const shown = await context.withdrawals.review.find(drawn.id)
    expect(shown?.row).toMatchObject({ account: '', paymentReference: `tron:${tronHash(77)}` })
    expect(await context.closures.reopen({ user, actor: CORA, reason: 'too late' })).toMatchObject({
      reason: 'record_decided',
    })
    const again = await realPerson(server, EMAIL)
    await again.does('sendCode', { purpose: 'confirm_email' }).catch(() => undefined)
    const front_pic = await picture(server, again)
    await again.does('identitySubmit', { ...papers, front_pic, reverse_pic: await picture(server, again) })
    const second = { submission: await waitingSubmission(server, again), actor: CORA, reason: 'good' }
    expect((await context.identity.review.accept(second)).ok).toBe(true)
    expect(await bindTron(server, again, 'leaving.person')).toBeGreaterThan(0)
  }, 60_000)

  test('a customer who was never verified and never moved money is erased after days', async () => {
    const user = await userOf(await customer(server, `unused${++names}`))
    await closed(user)
    await age(user, 29)
    expect(await sweep()).toEqual({ erased: 0 })
    await age(user, 1)
    expect(await sweep()).toEqual({ erased: 1 })
  })

  test('a verified one, and one with money, is kept for years', async () => {
    const verified = await customer(server, `verified${++names}`)
    await verify(server, verified)
    const user = await userOf(verified)
    await closed(user)
    await age(user, 400)
    expect(await sweep()).toEqual({ erased: 0 })
    await age(user, 1427)
    expect(await sweep()).toEqual({ erased: 1 })
  })

  test('fewer days hold for later closings only, more days for all', async () => {
    const [early, late] = [await customer(server, `early${++names}`), await customer(server, `late${++names}`)]
    const [first, second] = [await userOf(early), await userOf(late)]
    await closed(first)
    await set(server, 'closed_unused_account_kept_days', 10)
    await closed(second)
    for (const user of [first, second]) await age(user, 10)
    await set(server, 'closed_unused_account_kept_days', 40)
    expect(await sweep()).toEqual({ erased: 0 })
    await set(server, 'closed_unused_account_kept_days', 5)
    expect(await sweep()).toEqual({ erased: 1 })
    expect([await stateOf(first), await stateOf(second)]).toEqual([['closed'], ['erased']])
    await set(server, 'closed_unused_account_kept_days', 30)
    await age(first, 20)
    expect(await sweep()).toEqual({ erased: 1 })
  })

  const credit = async (user: UserId) => {
    const ask = { user, amount: micros(5_000_000), category: 'platform_fault', remark: 'Our mistake' } as const
    const asked = await server.context.corrections.request({ ...ask, actor: FINN, reason: 'found in the books' })
    return asked.ok ? asked.value.correction : 0
  }

  test('a correction, a late card payment and a reward in progress keep the data', async () => {
    const person = await customer(server, `booked${++names}`)
    const friend = await userOf(await customer(server, `friend${++names}`))
    const user = await userOf(person)
    const account = await accountOf(server, person)
    const sent = await person.does('chargeSubmit', {
      charge_id: 1,
      number: '60',
      proofImg: await picture(server, person),
    })
    const no = { deposit: sent.id, actor: FINN, reason: 'nothing came', remark: 'Nothing came' }
    expect((await server.context.deposits.review.reject(no)).ok).toBe(true)
    await closed(user)
    await age(user, 4000)
    const correction = await credit(user)
    expect(await sweep()).toEqual({ erased: 0 })
    const rejected = { correction, actor: GRETA, reason: 'asked twice', ownOnly: false }
    expect((await server.context.corrections.reject(rejected)).ok).toBe(true)
    // As after a notice of the provider that came too late.
    await query(`update deposits set state = 'unchecked', decided_by = null, ended_at = null where user_id = $1`, [
      user,
    ])
    expect(await sweep()).toEqual({ erased: 0 })
    await query(`update deposits set state = 'rejected', decided_by = 'staff:101', ended_at = 5 where user_id = $1`, [
      user,
    ])
    await reseal({ ...server.context, query }, 'deposits')
    await query(
      `insert into invite_rewards (user_id, account_id, invited_id, step, amount, state, volume, net_deposit, flags,
         earned_at, review_until, decided_reason, remark, approved_by, approved_at, decided_by)
       values ($1, $2, $3, 1, 30000000, 'paying', 1, 1, '', 5, 5, '', '', 'staff:1', 9007199254740991, 'staff:2')`,
      [user, account, friend],
    )
    expect(await sweep()).toEqual({ erased: 0 })
    await query(`update invite_rewards set state = 'rejected', ended_at = 5 where user_id = $1`, [user])
    expect(await sweep()).toEqual({ erased: 1 })
  })

  test('money that is booked after the list of the day was read keeps the data', async () => {
    const person = await customer(server, `late${++names}`)
    const user = await userOf(person)
    await closed(user)
    await age(user, 30)
    const { context } = server
    let isBooked = false
    const transaction: typeof context.store.transaction = async (work) => {
      if (!isBooked) {
        isBooked = true
        const approved = await context.corrections.approve({
          correction: await credit(user),
          actor: GRETA,
          reason: 'seen',
        })
        expect(approved).toMatchObject({ ok: true, value: { state: 'booked' } })
      }
      return context.store.transaction(work)
    }
    const { db, query: read } = context.store
    const store = { ...context.store, db, query: read, transaction }
    expect(await eraseClosed({ ...context, store })).toEqual({ erased: 0 })
    expect([isBooked, await stateOf(user)]).toEqual([true, ['closed']])
    await age(user, 4000)
    expect(await sweep()).toEqual({ erased: 0 })
  })

  test('a customer whose erasure fails keeps no other from it, nor pictures that cannot be removed', async () => {
    const users: UserId[] = []
    for (const _ of [1, 2, 3]) {
      const person = await customer(server, `fails${++names}`)
      await picture(server, person)
      users.push(await userOf(person))
    }
    const [first, second] = users
    for (const user of users) {
      await closed(user)
      await age(user, 30)
    }
    const { context } = server
    let runs = 0
    const transaction: typeof context.store.transaction = async (work) => {
      if (runs++ === 0) throw new Error('this one fails')
      return context.store.transaction(work)
    }
    const forget: typeof context.files.forget = async (pictures) => {
      if (pictures.owner === second) throw new Error('the folder cannot be written')
      return context.files.forget(pictures)
    }
    const { db, query: read } = context.store
    const parts = { ...context, store: { ...context.store, db, query: read, transaction }, files: { forget } as never }
    await expect(eraseClosed(parts)).rejects.toThrow('1 of 3 records')
    const states = await Promise.all(users.map(stateOf))
    expect(states).toEqual([['closed'], ['erased'], ['erased']])
    const withPictures = await query<{ owner: UserId }>(
      'select owner from files where owner = any($1::int[]) and erased_at is null',
      [users],
    )
    expect(new Set(withPictures.map(({ owner }) => owner))).toEqual(new Set([first, second]))
    expect(await sweep()).toEqual({ erased: 1 })
    expect(await query('select 1 from files where owner = any($1::int[]) and erased_at is null', [users])).toEqual([])
  })

  test('a refused document is found in the next account, after an erasure too', async () => {
    const { review } = server.context.identity
    const shade = 0x27182
    const forger = await customer(server, `forger${++names}`)
    const user = await userOf(forger)
    const papers = { ...(await documents(server, forger)), card_id: 'F-271.828' }
    await forger.does('identitySubmit', { ...papers, front_pic: await picture(server, forger, shade) })
    const refused = { submission: await waitingSubmission(server, forger), actor: CORA, reason: 'forged' }
    expect((await review.reject({ ...refused, remark: 'Not readable' })).ok).toBe(true)
    await closed(user)
    await age(user, 30)
    for (const erased of [1, 0]) expect(await sweep()).toEqual({ erased })
    expect(await query('select 1 from files where owner = $1 and erased_at is null', [user])).toEqual([])
    // Of its pictures only those of the document are still recognised.
    const again = await customer(server, `forger${++names}`)
    const next = await documents(server, again)
    await again.does('identitySubmit', {
      ...next,
      birth_date: papers.birth_date,
      card_id: 'f271828',
      front_pic: await picture(server, again, shade),
    })
    const [row] = await query<{ flags: string }>('select flags from identity_submissions where submission_id = $1', [
      await waitingSubmission(server, again),
    ])
    expect(row?.flags).toContain('number_elsewhere')
    expect(row?.flags).toContain('picture_elsewhere')
    expect(row?.flags, 'the name and the birth date are erased').not.toContain('person_elsewhere')
  })

  test('an account that is owed something is not erased before staff have paid it', async () => {
    const person = await customer(server, `owed${++names}`)
    await fund(server, person, 20)
    const user = await userOf(person)
    const dear = { id: 3, type: 2, code: 'EUR', protocol: '', draw_rate: '25.000000', fee_type: 1 } as const
    await set(server, 'draw_currencies', [{ ...dear, usd_price: '1.083700', trial: true }])
    expect(await person.does('closingState', {})).toMatchObject({ obstacles: [], owed: '20.000000', days: 1827 })
    await closed(user)
    await openChannels(server)
    await age(user, 4000)
    expect(await sweep()).toEqual({ erased: 0 })
    const ask = { user, amount: micros(-20_000_000), category: 'withdrawal', remark: 'Paid to your bank' } as const
    const asked = await server.context.corrections.request({ ...ask, actor: FINN, reason: 'asked by mail' })
    const correction = asked.ok ? asked.value.correction : 0
    expect(await server.context.corrections.approve({ correction, actor: GRETA, reason: 'paid' })).toMatchObject({
      ok: true,
    })
    expect(await sweep()).toEqual({ erased: 1 })
  })

  test('pictures that a crash left are erased by a later run', async () => {
    const person = await customer(server, `crash${++names}`)
    const user = await userOf(person)
    await picture(server, person)
    await closed(user)
    await query(`update closures set state = 'erased', erased_at = 5 where user_id = $1`, [user])
    await reseal({ ...server.context, query }, 'closures')
    expect(await sweep()).toEqual({ erased: 0 })
    expect(await query('select 1 from files where owner = $1 and erased_at is null', [user])).toEqual([])
  })

  test('the owner of a demo account alone closes it without a code, is erased, and begins anew', async () => {
    const demo_id = `secret-of-a-device-${crypto.randomUUID()}`
    const begin = async () =>
      new Caller(server.url, (await server.visitor.does('createAccountDemoForU', { demo_id })).token)
    const demo = await begin()
    const user = await userOf(demo)
    const held = await demo.does('submit', { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 })
    expect(await demo.does('closingState', {})).toMatchObject({ kind: 'demo', obstacles: [], days: 0 })
    expect(await demo.reason('closeAccount', {})).toBe('good')
    expect(await demo.reason('userInfo', {})).toBe('session_ended')
    const anew = await begin()
    expect(await userOf(anew)).not.toBe(user)
    expect(await server.context.core.query({ kind: 'order', order: held.Id as never })).toBeUndefined()
    expect(await server.context.closures.reopen({ user, actor: CORA, reason: 'by mistake' })).toMatchObject({
      reason: 'real_account_only',
    })
    expect(await sweep()).toEqual({ erased: 1 })
    expect(await stateOf(user)).toEqual(['erased'])
    expect(await anew.reason('userInfo', {})).toBe('good')
  })
})
