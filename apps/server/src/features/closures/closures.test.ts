/** Closing an account: its obstacles, what ends with it, races and crashes, reopening; on both stores. */
import { micros, must, type UserId } from '@veritick/domain'
import {
  accountOf,
  bindTron,
  CORA,
  customer,
  documents,
  draws,
  FINN,
  fund,
  GRETA,
  openChannels,
  picture,
  richCustomer,
  set,
  switchTo,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { codeTo, form, mailsTo, PASSWORD, signIn } from '@veritick/testing/people'
import { furtherTest, tries } from '@veritick/testing/quick'
import { resealRecord, resealRow } from '@veritick/testing/reseal'
import { oneStoreKind } from '@veritick/testing/stores'
import type { Caller, TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openFurtherAccount } from '../accounts/further-account.ts'
import { accountsToShow } from '../accounts/owned-accounts.ts'
import { closingOf, openClosingServer } from './closures-fixture.ts'
import { insertClosure } from './queries.ts'

/** The time between the orders of two rounds of the race. */
const LATER_MS = 2
const ROUNDS = tries(4, 10)

describe.each(oneStoreKind())('on the %s store', (kind) => {
  let server: TestServer
  let names = 0

  beforeAll(async () => {
    server = await openClosingServer(kind)
  })
  afterAll(() => server.close())

  const { byStaff, stateOf } = closingOf(() => server)
  const nameOf = () => `leaver${++names}`
  const order = () => ({ forex_id: server.feed.id('EURUSD'), type: 1, status: 1, cont: '0.01', multiple: 30 }) as const
  const reasonOf = (done: { readonly ok: boolean; readonly reason?: string }) => (done.ok ? 'good' : done.reason)
  const reasonsFor = async (person: Caller) =>
    (await person.does('closingState', {})).obstacles.map((each) => each.reason)
  const frozenIn = async (user: UserId) => {
    const { core, store } = server.context
    const owned = await accountsToShow(store.db, user)
    return Promise.all(owned.map(async ({ account }) => (await core.query({ kind: 'account', account }))?.frozen))
  }
  const proof = async (person: Caller, name: string) => {
    server.passTime(61_000)
    await person.does('sendCode', { purpose: 'proof' })
    return { auth_code: await codeTo(server, `${name}@example.com`) }
  }
  const closes = async (person: Caller, name: string) => person.asks('closeAccount', await proof(person, name))
  const reopens = (user: UserId, actor = CORA) =>
    server.context.closures.reopen({ user, actor, reason: 'the customer called' })

  test('is refused with the first obstacle, and each names itself', async () => {
    const ana = await richCustomer(server, 'ana', 500)
    const user = await userOf(ana)
    const payee = await bindTron(server, ana, 'ana')
    expect(await reasonsFor(ana)).toEqual(['closing_balance_left'])
    // The 500 USD can be withdrawn, so the screen must not say that fees use them up.
    expect((await ana.does('closingState', {})).owed).toBe('0.000000')
    const held = await ana.does('submit', order())
    const waits = await ana.does('submit', { ...order(), status: 0, target_price: '1.08000' })
    const drawn = await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number: '50' })
    const sent = await ana.does('chargeSubmit', { charge_id: 1, number: '60', proofImg: await picture(server, ana) })
    expect(await reasonsFor(ana)).toEqual(['closing_orders_open', 'closing_withdrawal_open', 'closing_deposit_open'])
    expect((await ana.does('closingState', {})).owed).toBe('0.000000')
    expect(await ana.reason('closeAccount', {})).toBe('closing_orders_open')
    expect(reasonOf(await byStaff(user))).toBe('closing_orders_open')
    await ana.does('close', { id: held.Id })
    expect(await ana.reason('closeAccount', {})).toBe('closing_orders_open')
    await ana.does('cancelTrade', { id: waits.Id })
    expect(await ana.reason('closeAccount', {})).toBe('closing_withdrawal_open')
    await ana.does('drawCancel', { id: drawn.id })
    expect(await ana.reason('closeAccount', {})).toBe('closing_deposit_open')
    const { review } = server.context.deposits
    expect(
      reasonOf(await review.reject({ deposit: sent.id, actor: FINN, reason: 'nothing came', remark: 'Nothing came' })),
    ).toBe('good')
    expect(await ana.reason('closeAccount', {})).toBe('closing_balance_left')
    const freeze = { user, actor: FINN, reason: 'asked by the bank', remark: 'We are checking' }
    expect(reasonOf(await server.context.freezes.freeze(freeze))).toBe('good')
    expect(await reasonsFor(ana)).toEqual(['account_frozen', 'closing_balance_left'])
    expect(reasonOf(await server.context.freezes.unfreeze(freeze))).toBe('good')
    const ben = await customer(server, 'ben')
    await ben.does('identitySubmit', await documents(server, ben))
    expect(await ben.reason('closeAccount', {})).toBe('closing_identity_waiting')
    expect([await stateOf(user), await frozenIn(user)]).toEqual([[], [false]])
  })

  furtherTest('without a channel of withdrawals any balance keeps the account; less than a cent does not', async () => {
    const name = nameOf()
    const person = await customer(server, name)
    await fund(server, person, 30)
    const book = async (amount: number) => {
      const ask = { user: await userOf(person), amount: amount as never, category: 'cost', remark: 'A test' } as const
      const asked = await server.context.corrections.request({ ...ask, actor: FINN, reason: 'for the test' })
      const correction = asked.ok ? asked.value.correction : 0
      expect(reasonOf(await server.context.corrections.approve({ correction, actor: GRETA, reason: 'seen' }))).toBe(
        'good',
      )
    }
    await book(-29_000_000)
    const all = server.context.settings.get('draw_currencies')
    // 1 USD is above the share of 1 %, and below the fixed fees.
    expect(await reasonsFor(person)).toEqual(['closing_balance_left'])
    await set(server, 'draw_currencies', [])
    expect(await reasonsFor(person)).toEqual(['closing_balance_left'])
    await openChannels(server)
    expect(server.context.settings.get('draw_currencies')).toEqual(all)
    await book(-990_001)
    expect(await reasonsFor(person)).toEqual([])
    expect((await person.does('closingState', {})).owed).toBe('0.000000')
  })

  test('ends everything with a fresh proof, and only the right password reads why', async () => {
    const name = nameOf()
    const email = `${name}@example.com`
    const person = await customer(server, name)
    const user = await userOf(person)
    const { invite_code } = await person.does('userInfo', {})
    const second = await signIn(server, email)
    const { query } = server.context.store
    const alert = { forex_id: 1, side: 'above', price: '1.20000', repeat: false, note: '' } as const
    await person.does('priceAlertAdd', alert)
    await person.does('followListed', { listed: true })
    await query(
      `insert into passkeys (passkey_id, user_id, credential_id, user_handle, public_key, counter, transports, rp_id,
         synced, name, created_at)
       values ($1, $2, $1, 'h', '\\x00', 0, '', 'localhost', 0, 'phone', 1)`,
      [`key of ${user}`, user],
    )
    await query(
      `insert into push_subscriptions (user_id, session, endpoint_hash, origin, service, encrypted, topics, details,
         language, created_at) select user_id, token_hash, $2, 'https://push.example', 'https://push.example', '\\x00',
         'orders', false, 'en', 1
       from sessions where user_id = $1 limit 1`,
      [user, `endpoint of ${user}`],
    )
    expect(await person.reason('closeAccount', {})).toBe('proof_needed')
    expect((await closes(person, name)).code).toBe(1)
    expect(await person.reason('userInfo', {})).toBe('session_ended')
    expect(await second.reason('userInfo', {})).toBe('session_ended')
    for (const table of ['passkeys', 'push_subscriptions', 'price_alerts', 'ranking_codes'])
      expect(await query(`select 1 from ${table} where user_id = $1`, [user]), table).toEqual([])
    const ended = `select listed, changed_at = closed_at as now from ranking_consents join closures using (user_id)
      where user_id = $1`
    expect(await query(ended, [user])).toEqual([{ listed: false, now: true }])
    expect(await frozenIn(user)).toEqual([true])
    const login = (password: string) => server.visitor.reason('loginForU', { account: email, password })
    expect([await login('not this one'), await login(PASSWORD)]).toEqual(['login_wrong', 'account_closed'])
    const told = (await mailsTo(server, email)).at(-1)
    expect(told?.subject).toBe('Your account was closed')
    // The address stays taken, and the invite code is unknown.
    expect(await server.visitor.reason('register', await form(server, email))).toBe('good')
    expect(await query('select 1 from users where email = $1', [email])).toHaveLength(1)
    const invited = await form(server, `${nameOf()}@example.com`, { invite_code })
    expect(await server.visitor.reason('register', invited)).toBe('invite_code_unknown')
  })

  /** A channel whose fee is above 50 USD: such a balance can be traded with, and nothing of it can be withdrawn. */
  const onlyDear = () => {
    const dear = { id: 3, type: 2, code: 'EUR', protocol: '', draw_rate: '60.000000', fee_type: 1 } as const
    return set(server, 'draw_currencies', [{ ...dear, usd_price: '1.083700', trial: true }])
  }

  test('an order and a closing at the same moment: no account is closed with an open position', async () => {
    await onlyDear()
    const { core, store } = server.context
    const closed: boolean[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const person = await customer(server, nameOf())
      const user = await userOf(person)
      await fund(server, person, 50)
      // Sent after the first look at the obstacles, in each round a little later: in the first round it is answered
      // before the closing goes on, in the last it is sent after the closing.
      let placing: ReturnType<typeof asks> | undefined
      const asks = async () => {
        if (round === ROUNDS - 1) await closing
        else await new Promise((resolve) => setTimeout(resolve, round * LATER_MS))
        return person.asks('submit', order())
      }
      const proves = async () => {
        placing = asks()
        if (round === 0) await placing
        return { ok: true } as const
      }
      const closing = server.context.closures.close({ user, actor: CORA, reason: 'letter of Tuesday', proves })
      const done = await closing
      const placed = await must(placing, 'it was sent')
      const [owned] = await accountsToShow(store.db, user)
      const view = must(await core.query({ kind: 'account', account: must(owned, 'one').account }), 'it is open')
      expect([done.ok, placed.code === 1], `${reasonOf(done)} ${placed.reason}`).toEqual([
        view.frozen && view.holdings === 0,
        view.holdings === 1,
      ])
      closed.push(done.ok)
    }
    await openChannels(server)
    expect([closed[0], closed.at(-1)]).toEqual([false, true])
  })

  /** Requested, and the process ended before the engine was told. */
  const requested = (user: UserId, state = 'closing') =>
    server.context.store.transaction(async (tx) => {
      const made = { user, requestedBy: `customer:${user}`, reason: '', requestedAt: 1 }
      const closure = await insertClosure(server.context, tx, made)
      if (state === 'closing') return
      await tx.query(`update closures set state = $2, refusal = 'closing_orders_open' where closure_id = $1`, [
        closure,
        state,
      ])
      await resealRecord(server.context, tx, { table: 'closures', id: closure })
    })

  test('a crash in between is finished at the next start: closed, or released where something was opened', async () => {
    const free = await customer(server, nameOf())
    const trader = await richCustomer(server, nameOf(), 100)
    await trader.does('submit', order())
    const [one, two] = [await userOf(free), await userOf(trader)]
    for (const user of [one, two]) await requested(user)
    expect(await trader.reason('drawTerms', {})).toBe('good')
    await server.context.closures.resumeIntents()
    expect([await stateOf(one), await frozenIn(one)]).toEqual([['closed'], [true]])
    expect([await stateOf(two), await frozenIn(two)]).toEqual([['refused'], [false]])
    expect(await free.reason('userInfo', {})).toBe('session_ended')
    expect(await trader.reason('submit', order())).toBe('good')
    // Refused, and the process ended before the engine released the account.
    await requested(two, 'refusing')
    await server.context.closures.resumeIntents()
    expect([await stateOf(two), await frozenIn(two)]).toEqual([['refused', 'refused'], [false]])
  })

  test('while a closing is decided, a sign-in, a deposit and a new account are refused', async () => {
    const name = nameOf()
    const person = await richCustomer(server, name, 100)
    const user = await userOf(person)
    const payee = await bindTron(server, person, name)
    await requested(user)
    const proofImg = await picture(server, person)
    expect(await person.reason('chargeSubmit', { charge_id: 1, number: '60', proofImg })).toBe('account_closed')
    expect(await person.reason('chargeCard', { number: '70' })).toBe('account_closed')
    expect(await person.reason('draw', { draw_currency_id: 1, draw_method_id: payee, number: '50' })).toBe(
      'account_closed',
    )
    const account = `${name}@example.com`
    expect(await server.visitor.reason('loginForU', { account, password: PASSWORD })).toBe('account_closed')
    const freeze = { user, actor: FINN, reason: 'asked by the bank', remark: 'We are checking' }
    expect(reasonOf(await server.context.freezes.freeze(freeze))).toBe('account_closed')
    await server.context.closures.resumeIntents()
    expect(await stateOf(user)).toEqual(['refused'])
  })

  test('staff carry out a written request and reopen it, each with a reason in the audit', async () => {
    const name = nameOf()
    const person = await customer(server, name)
    await verify(server, person)
    const user = await userOf(person)
    expect(reasonOf(await server.context.closures.reopen({ user, actor: CORA, reason: 'no closure' }))).toBe(
      'nothing_changes',
    )
    expect(await byStaff(user)).toMatchObject({ ok: true, value: { state: 'closed', requestedBy: 'staff:103' } })
    expect(reasonOf(await byStaff(user))).toBe('account_closed')
    expect(reasonOf(await reopens(user))).toBe('good')
    expect([await stateOf(user), await frozenIn(user)]).toEqual([['reopened'], [false]])
    const again = await signIn(server, `${name}@example.com`)
    expect(await again.reason('userInfo', {})).toBe('good')
    expect((await mailsTo(server, `${name}@example.com`)).map((each) => each.subject)).toContain(
      'Your account is open again',
    )
    const lines = await server.context.store.query(
      `select action, who, reason from audit where subject_kind = 'closure' and subject in (
         select closure_id::text from closures where user_id = $1) order by entry_id`,
      [user],
    )
    expect(lines).toEqual([
      { action: 'closure_request', who: 'staff:103', reason: 'letter of Tuesday' },
      { action: 'closure_close', who: 'ledger', reason: '' },
      { action: 'closure_reopen', who: 'staff:103', reason: 'the customer called' },
    ])
    expect((await closes(again, name)).code).toBe(1)
    expect(await stateOf(user)).toEqual(['reopened', 'closed'])
  })

  furtherTest('a correction that is asked for is in the way, and names itself', async () => {
    const person = await customer(server, nameOf())
    const user = await userOf(person)
    const { corrections } = server.context
    const ask = { user, amount: micros(5_000_000), category: 'platform_fault', remark: 'Our mistake' } as const
    const asked = await corrections.request({ ...ask, actor: FINN, reason: 'found in the books' })
    expect(await reasonsFor(person)).toEqual(['closing_booking_open'])
    expect(reasonOf(await byStaff(user))).toBe('closing_booking_open')
    const correction = asked.ok ? asked.value.correction : 0
    const no = { correction, actor: GRETA, reason: 'asked twice', ownOnly: false }
    expect(reasonOf(await corrections.reject(no))).toBe('good')
    expect(reasonOf(await byStaff(user))).toBe('good')
  })

  furtherTest('an obstacle names its account only where it is not the account of the session', async () => {
    const person = await richCustomer(server, nameOf(), 100)
    const first = await accountOf(server, person)
    const once = { key: 'a further account', content: 'real' }
    const made = await openFurtherAccount(server.context, { user: await userOf(person), kind: 'real', once })
    const second = must(made.ok ? made.value.account : undefined, 'it is opened')
    const obstacles = async () => (await person.does('closingState', {})).obstacles
    expect(await obstacles()).toEqual([{ reason: 'closing_balance_left', account: null }])
    await switchTo(server, person, second)
    expect(await obstacles()).toEqual([{ reason: 'closing_balance_left', account: first }])
  })

  furtherTest(
    'a request whose closure was finished by another, and reopened or erased meanwhile, is answered',
    async () => {
      const { store, closures } = server.context
      /** Requested by staff; `then` happens after the request is written and before it goes on. */
      const delayed = async (user: UserId, then: () => Promise<unknown>) => {
        const original = store.transaction.bind(store)
        let isDelayed = false
        const transaction = vi.spyOn(store, 'transaction').mockImplementation(async (work) => {
          const begun = await original(work)
          // Jobs of the server have transactions too.
          if (isDelayed || (await stateOf(user)).length === 0) return begun
          isDelayed = true
          await closures.resumeIntents()
          await then()
          return begun
        })
        const done = await byStaff(user)
        transaction.mockRestore()
        return done
      }
      const [one, two] = [
        await userOf(await customer(server, nameOf())),
        await userOf(await customer(server, nameOf())),
      ]
      expect(reasonOf(await delayed(one, () => reopens(one)))).toBe('record_decided')
      expect(await stateOf(one)).toEqual(['reopened'])
      const erase = () =>
        store.query(`update closures set state = 'erased', erased_at = closed_at where user_id = $1`, [two])
      expect(await delayed(two, erase)).toMatchObject({ ok: true, value: { state: 'erased' } })
    },
  )

  furtherTest('many requests at once close once', async () => {
    const person = await customer(server, nameOf())
    const user = await userOf(person)
    const done = await Promise.all(Array.from({ length: 20 }, () => byStaff(user)))
    expect(new Set(done.map(reasonOf))).toEqual(new Set(['good', 'account_closed']))
    expect(await stateOf(user)).toEqual(['closed'])
  })

  test('a closed inviter is paid no reward', async () => {
    const person = await customer(server, nameOf())
    const { invite_code } = await person.does('inviteInfo', {})
    const friend = await customer(server, nameOf(), { invite_code })
    const user = await userOf(person)
    const { store, invites } = server.context
    const [owned] = await accountsToShow(store.db, user)
    const [row] = await store.query<{ reward_id: number }>(
      `insert into invite_rewards (user_id, account_id, invited_id, step, amount, state, volume, net_deposit, flags,
         earned_at, review_until, decided_reason, remark, approved_by, approved_at)
       values ($1, $2, $3, 1, 30000000, 'approved', 1, 1, '', 5, 5, '', '', 'staff:1', 9007199254740991)
       returning reward_id`,
      [user, must(owned, 'an account').account, await userOf(friend)],
    )
    const { encryption } = server.context
    await resealRow({ query: store.query, encryption }, 'invite_rewards', must(row, 'a reward'))
    expect((await person.does('closingState', {})).rewards).toBe('30.000000')
    expect(reasonOf(await byStaff(user))).toBe('good')
    const paid = await invites.pay({ reward: must(row, 'a reward').reward_id, actor: GRETA, reason: 'all in order' })
    expect(reasonOf(paid)).toBe('account_closed')
  })
})
