/**
 * An attacker with write access to the store gives themselves access by plain statements: staff, sessions, passwords,
 * owners of accounts, reports of deposits, prices. The server acts on none of these rows, and the next start names the
 * row and opens nothing. The same on both stores.
 */
import { createHash } from 'node:crypto'
import { micros, must, type UserId } from '@veritick/domain'
import {
  accountOf,
  bindTron,
  customer,
  FINN,
  GRETA,
  openChannels,
  picture,
  set,
  tronHash,
  userOf,
} from '@veritick/testing/customers'
import { PASSWORD } from '@veritick/testing/people'
import { startOn } from '@veritick/testing/server-on'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { firstAdmin, StaffCaller, staffMember } from '@veritick/testing/test-office'
import { Caller, type TestServer } from '@veritick/testing/test-server'
import { guardedPerson } from '@veritick/testing/two-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTwoFactorOn } from '../features/accounts/index.ts'
import { personReached } from '../features/accounts/queries.ts'
import { RowChanged, requireAllSealed } from '../services/seals/index.ts'
import type { Query } from '../store/index.ts'

const STARTS = 240_000
const HOUR_MS = 3_600_000
const hashed = (text: string) => createHash('sha256').update(text).digest('hex')
const TOKEN = 'a-token-of-the-attacker'.padEnd(43, 'x')

/** Undoes what a test has changed. */
class Undone extends Error {}

describe.each(storeKinds())('on the %s store', (kind) => {
  let location: StoreLocation
  let server: TestServer
  let ana: Caller
  let ben: Caller
  let deposit = 0

  beforeAll(async () => {
    location = await openLocation(kind, ['simulated'])
    server = await start()
    await openChannels(server)
    ana = await customer(server, 'ana')
    ben = await customer(server, 'ben')
    await staffMember(server, 'finance')
    deposit = (await ben.does('chargeSubmit', { charge_id: 1, number: '50', proofImg: await picture(server, ben) })).id
  }, STARTS)
  afterAll(async () => {
    await server.close()
    await location.clean()
  })

  const start = () => startOn(location)

  /** Runs `work` in a transaction with the rights of an attacker over the database, and rolls it back. */
  async function forging(work: (query: Query) => Promise<void>): Promise<void> {
    const undone = server.context.store.transaction(async ({ query }) => {
      await query('set local session_replication_role = replica')
      await work(query)
      throw new Undone()
    })
    await expect(undone).rejects.toBeInstanceOf(Undone)
  }

  const WRITTEN: readonly (readonly [string, string, RegExp])[] = [
    [
      'a staff member',
      `insert into staff (staff_id, name, email, role, password_hash, totp_step, created_at)
       values (7, 'Eve', 'eve@office.example', 'admin', 'x', 0, 1)`,
      /^table staff, staff_id \d+: /,
    ],
    ['the role of a staff member', `update staff set role = 'admin' where role = 'finance'`, /^table staff, staff_id /],
    [
      'the end of a disabled access',
      'update staff set disabled_at = 5 where staff_id = (select min(staff_id) from staff)',
      /^table staff, staff_id /,
    ],
    [
      'the password of a customer',
      `update users set password_hash = (select password_hash from users where email = 'ana@example.com')
       where email = 'ben@example.com'`,
      /^table users, user_id \d+: /,
    ],
    [
      'the address of a customer',
      `update users set email = 'eve@example.com' where email = 'ben@example.com'`,
      /^table users, user_id \d+: /,
    ],
    [
      'a passkey',
      `insert into passkeys (passkey_id, user_id, credential_id, user_handle, public_key, counter, transports, rp_id,
         synced, name, created_at)
       select 'eve', user_id, 'eve', 'h', '\\x00', 0, '', 'localhost', 0, 'phone', 1 from users
       where email = 'ben@example.com'`,
      /^table passkeys, passkey_id eve: /,
    ],
    [
      'the owner of an account',
      `update accounts set user_id = (select user_id from users where email = 'ana@example.com'), is_default = false
       where user_id = (select user_id from users where email = 'ben@example.com')`,
      /^table accounts, account_id \d+: /,
    ],
    [
      'a price',
      `insert into settings (key, version, value, who, reason, at, holds_from)
       select key, version + 1, replace(value, '0.999800', '0.000001'), who, reason, at, holds_from from settings
       where key = 'draw_currencies' order by version desc limit 1`,
      /^table settings, key draw_currencies, version \d+: /,
    ],
    [
      'the terms of an instrument',
      `insert into instrument_changes (instrument, version, changes, who, reason, at)
       values (1, 1, '{"spread":0}', 'staff:1', 'a reason', 1)`,
      /^table instrument_changes, instrument 1, version 1: /,
    ],
  ]

  test.each(WRITTEN)('%s that was written by SQL is named before anything opens', async (_what, statement, named) => {
    const { encryption } = server.context
    await forging(async (query) => {
      await requireAllSealed({ query, encryption })
      await query(statement)
      const fault = await requireAllSealed({ query, encryption }).catch((error: unknown) => error)
      expect(fault).toBeInstanceOf(RowChanged)
      expect(String((fault as Error).message)).toMatch(named)
    })
  })

  test('a session of the office with a token of the attacker opens nothing', async () => {
    const { id } = await firstAdmin(server)
    const now = Date.now()
    await server.context.store.query(
      `insert into staff_sessions (token_hash, staff_id, device, created_at, last_used_at, expires_at)
       values ($1, $2, '', $3, $3, $4)`,
      [hashed(TOKEN), id, now, now + HOUR_MS],
    )
    const eve = new StaffCaller(server)
    expect((await eve.asks('me', {}, { cookie: `veritick_office=${TOKEN}` })).reason).toBe('session_ended')
  })

  test("a staff member's own session that is given to the admin ends, and so does one with another role", async () => {
    const { id } = await firstAdmin(server)
    const { store } = server.context
    const moved = await staffMember(server, 'support')
    await store.query('update staff_sessions set staff_id = $2 where staff_id = $1', [moved.id, id])
    expect(await moved.caller.reason('me', {})).toBe('session_ended')

    const raised = await staffMember(server, 'support')
    expect(await raised.caller.reason('me', {})).toBe('good')
    await store.query(`update staff set role = 'admin' where staff_id = $1`, [raised.id])
    expect(await raised.caller.reason('me', {})).toBe('session_ended')
    await store.query(`update staff set role = 'support' where staff_id = $1`, [raised.id])
    expect(await raised.caller.reason('me', {})).toBe('good')
  })

  test('a one-time link of the attacker shows no secret and sets no password', async () => {
    const { id } = await firstAdmin(server)
    const now = Date.now()
    await server.context.store.query(
      `insert into staff_links (link_hash, staff_id, totp_encrypted, created_at, expires_at)
       select $1, staff_id, totp_encrypted, $3, $4 from staff where staff_id = $2`,
      [hashed(TOKEN), id, now, now + HOUR_MS],
    )
    expect(await new StaffCaller(server).reason('welcomeLook', { link: TOKEN })).toBe('link_not_usable')
  })

  test('a password that was replaced by SQL opens no session', async () => {
    const { store } = server.context
    const ofBen = `where email = 'ben@example.com'`
    const [kept] = await store.query<{ password_hash: string }>(`select password_hash from users ${ofBen}`)
    await store.query(
      `update users set password_hash = (select password_hash from users where email = 'ana@example.com')
       ${ofBen}`,
    )
    const login = { account: 'ben@example.com', password: PASSWORD }
    expect((await server.visitor.asks('loginForU', login)).code).not.toBe(1)
    await store.query(`update users set password_hash = $1 ${ofBen}`, [must(kept, 'the customer').password_hash])
    expect(await server.visitor.reason('loginForU', login)).toBe('good')
  })

  test('a second factor whose rows are deleted by SQL is not off', async () => {
    const { person } = await guardedPerson(server, 'gus@example.com')
    const user = await userOf(person)
    await server.context.store.query('delete from two_factor where user_id = $1', [user])
    const login = { account: 'gus@example.com', password: PASSWORD }
    expect((await server.visitor.asks('loginForU', login)).reason).toBe('second_factor_needed')
    expect((await server.visitor.asks('loginForU', { ...login, code: '123456' })).reason).toBe('totp_wrong')
  })

  test('a price or a term that was written by SQL is not taken over while the server runs', async () => {
    const { store, settings, instrumentChanges } = server.context
    const before = settings.get('draw_currencies')
    await store.query(
      `insert into settings (key, version, value, who, reason, at, holds_from)
       select key, version + 1, replace(value, '0.999800', '0.000001'), who, reason, at, at from settings
       where key = 'draw_currencies' order by version desc limit 1`,
    )
    const seenVersion = must(
      settings.list().find(({ key }) => key === 'draw_currencies'),
      'the setting',
    ).version
    const change = { key: 'draw_currencies', value: [], who: 'staff:9', reason: 'for the test', seenVersion }
    await expect(settings.change(change)).rejects.toBeInstanceOf(RowChanged)
    expect(settings.get('draw_currencies')).toEqual(before)

    const terms = instrumentChanges.decided(1)
    await store.query(
      `insert into instrument_changes (instrument, version, changes, who, reason, at)
       values (1, 1, '{"leverageMax":1000}', 'staff:1', 'a reason', 1)`,
    )
    const { core, market } = server.context
    await expect(instrumentChanges.bring(1, { core, market })).rejects.toBeInstanceOf(RowChanged)
    expect(instrumentChanges.decided(1)).toEqual(terms)
    await store.query('alter table settings disable trigger user')
    await store.query(`delete from settings where seal = ''`)
    await store.query('alter table settings enable trigger user')
    await store.query('alter table instrument_changes disable trigger user')
    await store.query('delete from instrument_changes')
    await store.query('alter table instrument_changes enable trigger user')
    await server.context.objectWatch.adopt()
  })

  test('a reward that was approved by SQL is not paid', async () => {
    const { store, invites } = server.context
    const [row] = await store.query<{ reward_id: number }>(
      `insert into invite_rewards (user_id, account_id, invited_id, step, amount, state, volume, net_deposit, flags,
         earned_at, review_until, decided_reason, remark, approved_by, approved_at)
       values ($1, $2, $3, 1, 1000000000000, 'approved', 1, 1, '', 5, 5, '', '', $4, $5) returning reward_id`,
      [await userOf(ana), await accountOf(server, ana), await userOf(ben), FINN.who, Date.now()],
    )
    const reward = must(row, 'the reward').reward_id
    const paid = await invites.pay({ reward, actor: GRETA, reason: 'all in order' })
    expect(paid).toMatchObject({ ok: false, reason: 'record_changed' })
  })

  test('a payee that was given to another customer is not theirs', async () => {
    const payee = await bindTron(server, ben, 'ben')
    const { store } = server.context
    const given = async (to: Caller) =>
      store.query('update payees set user_id = $2 where payee_id = $1', [payee, await userOf(to)])
    await given(ana)
    expect(await ana.does('drawMethods', {})).toEqual([])
    await given(ben)
    expect((await ben.does('drawMethods', {})).map(({ id }) => id)).toEqual([payee])
  })

  test('a request key that was pointed at the deposit of another customer is answered with its own', async () => {
    const { store } = server.context
    const key = { 'idempotency-key': 'a key of the attacker 1' }
    const report = { charge_id: 1, number: '60', proofImg: await picture(server, ana) }
    const { id } = (await ana.asks('chargeSubmit', report, key)).data as { id: number }
    await store.query('update idempotency_keys set record = $2 where record = $1', [id, deposit])
    expect((await ana.asks('chargeSubmit', report, key)).data).toMatchObject({ id })
  })

  test('an address that was put back after it was read sets no new password', async () => {
    const { store, encryption } = server.context
    const found = store.transaction(async ({ query, db }) => {
      await query(`update users set email = 'eve@example.com' where email = 'ben@example.com'`)
      return personReached({ db, encryption }, { channel: 'mail', to: 'eve@example.com' })
    })
    await expect(found).rejects.toThrow(RowChanged)
  })

  /** Runs `work` on the store as the statement leaves it, then restores the row of the deposit. */
  async function whileForged(change: string, params: readonly unknown[], work: () => Promise<void>): Promise<void> {
    const { store } = server.context
    const columns = ['user_id', 'account_id', 'amount', 'credited', 'proposed_by', 'proposed_at', 'reference', 'proof']
    const [kept] = await store.query<Record<string, unknown>>(
      `select ${columns.join(', ')} from deposits where deposit_id = $1`,
      [deposit],
    )
    await store.query(`update deposits set ${change} where deposit_id = ${deposit}`, params)
    await work()
    await store.query(
      `update deposits set ${columns.map((column, index) => `${column} = $${index + 2}`).join(', ')}
       where deposit_id = $1`,
      [deposit, ...columns.map((column) => must(kept, 'the deposit')[column])],
    )
  }

  test('a deposit that was moved, raised or approved by SQL takes no decision', async () => {
    const { deposits } = server.context
    await set(server, 'deposit_two_person_limit_usd', '10.00')
    const credit = {
      deposit,
      amount: micros(50_000_000),
      paymentReference: tronHash(deposit),
      remark: '',
      reason: 'seen on chain',
      actor: FINN,
    }
    const changed = { ok: false, reason: 'record_changed' }
    const refuses = async () => {
      expect(await deposits.review.credit(credit)).toMatchObject(changed)
      expect(await deposits.review.reject({ ...credit, remark: 'not taken like this' })).toMatchObject(changed)
    }
    await whileForged('user_id = $1, account_id = $2', [await userOf(ana), await accountOf(server, ana)], refuses)
    await whileForged('amount = amount * 1000', [], refuses)
    await whileForged(`reference = 'VT-1', proof = repeat('0', 32)`, [], refuses)
    await whileForged('credited = 50000000, proposed_by = $1, proposed_at = $2', [GRETA.who, Date.now()], refuses)
    expect(await deposits.review.credit(credit)).toMatchObject({ ok: true, value: { state: 'unchecked' } })
    expect(await deposits.review.credit({ ...credit, actor: GRETA })).toMatchObject({ value: { state: 'finished' } })
  })

  test('a correction that was asked for by SQL is not approved', async () => {
    const { store, corrections } = server.context
    const [row] = await store.query<{ id: number }>(
      `insert into corrections (correction_id, user_id, account_id, amount, category, remark, reason, state,
         requested_by, decided_reason, created_at)
       values (1500000000, $1, $2, 1000000000000, 'cost', 'a fault of ours', 'seen', 'asked', $3, '', $4)
       returning correction_id as id`,
      [await userOf(ana), await accountOf(server, ana), GRETA.who, Date.now()],
    )
    const approval = { correction: must(row, 'the correction').id, actor: FINN, reason: 'right' }
    expect(await corrections.approve(approval)).toMatchObject({ ok: false, reason: 'record_changed' })
  })

  test(
    "a customer's session with a token of the attacker, or given to another, opens nothing",
    async () => {
      const { store, sessions } = server.context
      const own = await sessions.begin({ user: await userOf(ben), kind: 'real', device: '' })
      const [user, account] = [await userOf(ana), await accountOf(server, ana)]
      const now = Date.now()
      await store.query(
        `insert into sessions (token_hash, user_id, kind, account_id, created_at, expires_at, last_used_at, use_seal,
           device, second_factor_at)
       values ($1, $2, 'real', $3, $4, $5, $4, '', '', $4)`,
        [hashed(TOKEN), user, account, now, now + HOUR_MS],
      )
      await server.close()
      server = await start()
      const reason = (token: string) => new Caller(server.url, token).reason('userInfo', {})
      expect([await reason(TOKEN), await reason(own)]).toEqual(['session_ended', 'good'])
      await server.context.store.query('update sessions set user_id = $2, account_id = $3 where token_hash = $1', [
        hashed(own),
        user,
        account,
      ])
      await server.close()
      server = await start()
      expect(await reason(own)).toBe('session_ended')
    },
    STARTS,
  )

  test(
    'a session whose proofs or last use an attacker writes, or whose end the attacker takes away, opens nothing',
    async () => {
      const { sessions } = server.context
      const user = await userOf(await customer(server, 'ivy'))
      const begun = () => sessions.begin({ user, kind: 'real', device: '' })
      const [forged, idle, ended, proven] = [await begun(), await begun(), await begun(), await begun()]
      const endedSession = must(await sessions.find(ended), 'the session')
      await sessions.end(endedSession)
      const provenSession = must(await sessions.find(proven), 'the session')
      await sessions.prove(provenSession, { by: 'totp' })
      await server.close()
      const now = Date.now()
      server = await start()
      const { query } = server.context.store
      await query(
        `update sessions set second_factor_at = $2, proven_at = $2, proven_by = 'totp' where token_hash = $1`,
        [hashed(forged), now],
      )
      await query('update sessions set last_used_at = $2 where token_hash = $1', [hashed(idle), now])
      await query('update sessions set ended_at = null where token_hash = $1', [hashed(ended)])
      const reason = (token: string) => new Caller(server.url, token).reason('userInfo', {})
      for (const changed of [forged, idle, ended]) expect(await reason(changed)).toBe('session_ended')
      expect(await reason(proven)).toBe('good')
      const again = must(await server.context.sessions.find(proven), 'the session')
      expect(server.context.sessions.passedSecondFactor(again)).toBe(true)
      expect(server.context.sessions.provenOf(again)).toMatchObject({ by: 'totp' })
    },
    STARTS,
  )

  test('two-step verification that an attacker turns off for a moment is not off', async () => {
    const { store } = server.context
    await guardedPerson(server, 'hal@example.com')
    const ofHal = `where email = 'hal@example.com'`
    const [kept] = await store.query<{ user_id: UserId; two_factor_at: number }>(
      `select user_id, two_factor_at from users ${ofHal}`,
    )
    await store.query(`update users set two_factor_at = null ${ofHal}`)
    const user = must(kept, 'the customer').user_id
    await expect(isTwoFactorOn({ ...server.context, query: store.query }, user)).rejects.toThrow(RowChanged)
    await store.query(`update users set two_factor_at = $1 ${ofHal}`, [must(kept, 'the customer').two_factor_at])
    expect(await isTwoFactorOn({ ...server.context, query: store.query }, user)).toBe(true)
  })

  test('the next start names the row and opens nothing', { timeout: STARTS }, async () => {
    const { store } = server.context
    await store.query(
      `insert into staff (staff_id, name, email, role, password_hash, totp_step, created_at)
       values (7, 'Eve', 'eve@office.example', 'admin', 'x', 0, 1)`,
    )
    await server.close()
    await expect(start()).rejects.toThrow(/^table staff, staff_id \d+: this row was inserted or changed in the store/)
  })
})
