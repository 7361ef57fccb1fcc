/**
 * Invite rewards through the calls of customers and the casework of staff: conditions at their borders, rings of one
 * person, two approvers, one booking, and everything that must not be paid.
 */
import { must, type UserId } from '@veritick/domain'
import {
  bindTron,
  booksProblems,
  changeCustomer,
  draws,
  FINN,
  fund,
  GRETA,
  set,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { mailsTo } from '@veritick/testing/people'
import { firstOf, furtherTest } from '@veritick/testing/quick'
import { separateJobs } from '@veritick/testing/test-jobs'
import { firstAdmin, staffed, staffMember } from '@veritick/testing/test-office'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '../../services/clock/index.ts'
import { openInvites as openFeature } from './invites.ts'
import {
  approve,
  balance,
  by,
  confirmed,
  decidedToPay,
  earned,
  elsewhere,
  type Friend,
  friendOf,
  inState,
  inviterOf,
  invites,
  later,
  newEmail,
  openInvites,
  pay,
  registers,
  resealed,
  rewardsOf,
  server,
  signsIn,
  trades,
  wordOf,
} from './invites-fixture.ts'

const SECOND = 1_000
/** More than three working days. */
const WEEK = 7 * DAY_MS

beforeAll(async () => {
  await openInvites()
  // The link of the first start would end while the clock moves.
  await firstAdmin(server)
})
afterAll(() => server.close())

describe('conditions', () => {
  test('a friend without a verified identity earns nothing, and all that was reached once verified', async () => {
    const inviter = await inviterOf()
    const email = newEmail()
    await registers(email, { invite_code: inviter.code })
    const caller = await signsIn(email)
    const friend = { name: email.split('@')[0] ?? '', caller, user: await userOf(caller) }
    await confirmed(friend.name)
    await fund(server, friend.caller, 310)
    await trades(friend.caller, '500.00')
    await later(3 * DAY_MS, friend, inviter)
    expect(await rewardsOf(friend)).toEqual([])
    await verify(server, friend.caller)
    expect(await rewardsOf(friend)).toMatchObject([{ state: 'held', step: 1, user: inviter.user }])
  })

  test('an inviter without a verified identity earns nothing, and all that was reached once verified', async () => {
    const inviter = await inviterOf({ verified: false })
    const friend = await friendOf(inviter.code)
    await fund(server, friend.caller, 310)
    await trades(friend.caller, '500.00')
    await later(3 * DAY_MS, friend, inviter)
    expect(await rewardsOf(friend)).toEqual([])
    await verify(server, inviter.caller)
    expect(await rewardsOf(friend)).toMatchObject([{ state: 'held', step: 1, user: inviter.user }])
  })

  test('500 of volume and 300 kept for 3 days earn 30 once; a cent or a second less earn nothing', async () => {
    const inviter = await inviterOf()
    const friend = await friendOf(inviter.code)
    await fund(server, friend.caller, 310)
    await trades(friend.caller, '499.99')
    await later(3 * DAY_MS, friend, inviter)
    expect(await rewardsOf(friend)).toEqual([])
    const before = await inviter.caller.does('inviteList', {})
    expect(before.data[0]).toMatchObject({ sign_in: 'done', volume_reached: 0, kept_days: 3, rewards: [] })
    for (let more = 0; more < 2; more++) await trades(friend.caller, '500.00')
    const [row, ...more] = await rewardsOf(friend)
    expect(row).toMatchObject({ state: 'held', step: 1, amount: 30_000_000, user: inviter.user, flags: '' })
    expect(row?.volume, 'all positions that have closed').toBe(1_499_990_000)
    expect(more).toEqual([])
    expect(await rewardsOf(friend)).toHaveLength(1)
    const { data, total } = await inviter.caller.does('inviteList', {})
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      number: 1,
      name: 'f***',
      counts: 1,
      volume_reached: 1,
      rewards: [{ step: 1, amount: '30.000000', state: 'held', from: row?.reviewUntil }],
    })
    expect(JSON.stringify(data)).not.toContain(friend.name)
    expect(await inviter.caller.does('inviteInfo', {})).toMatchObject({
      friends: 1,
      held: '30.000000',
      paid: '0.000000',
    })
  })

  furtherTest('a position that closes in parts counts its size once', async () => {
    const inviter = await inviterOf()
    const friend = await friendOf(inviter.code)
    await fund(server, friend.caller, 310)
    server.feed.say('AAPL', '499.95', '499.99')
    const terms = { forex_id: server.feed.id('AAPL'), type: 1, status: 1, multiple: 5, cont: '2' } as const
    const { Id: id } = await friend.caller.does('submit', terms)
    await friend.caller.does('closePart', { id, cont: '1' })
    await later(3 * DAY_MS, friend, inviter)
    expect(await rewardsOf(friend), 'half of it has closed').toEqual([])
    server.feed.say('AAPL', '499.95', '499.99')
    await friend.caller.does('close', { id })
    expect((await rewardsOf(friend)).map(({ volume }) => volume)).toEqual([999_980_000])
  })

  furtherTest('a second less than 3 days earns nothing, and a withdrawal begins anew', async () => {
    const inviter = await inviterOf()
    const friend = await friendOf(inviter.code)
    await fund(server, friend.caller, 310)
    await trades(friend.caller, '500.00')
    const deposited = () =>
      server.context.store.query<{ wall_time: number }>(
        `select l.wall_time from account_log l join accounts a on a.account_id = l.account
         where a.user_id = $1 and l.kind = 'deposit'`,
        [friend.user],
      )
    // The read tables follow the answers.
    await expect.poll(async () => (await deposited()).length).toBe(1)
    const since = must((await deposited())[0], 'the deposit is in the ledger').wall_time
    await later(since + 3 * DAY_MS - 60 * SECOND - server.context.runtime.now(), friend)
    expect(await rewardsOf(friend)).toEqual([])
    server.passWallTime(DAY_MS)
    expect(await rewardsOf(friend), 'the wall clock is ahead for a moment').toEqual([])
    server.passWallTime(-DAY_MS)
    const payee = await bindTron(server, friend.caller, friend.name)
    await draws(server, friend.caller, { draw_currency_id: 1, draw_method_id: payee, number: '20' })
    await later(61 * SECOND, friend)
    expect(await rewardsOf(friend)).toEqual([])
    await fund(server, friend.caller, 20)
    await later(3 * DAY_MS, friend)
    expect(await rewardsOf(friend)).toHaveLength(1)
  })

  furtherTest('larger deposits earn their rewards in addition', async () => {
    const inviter = await inviterOf()
    const friend = await friendOf(inviter.code)
    await fund(server, friend.caller, 100_000)
    await trades(friend.caller, '500.00')
    await later(3 * DAY_MS, friend)
    expect((await rewardsOf(friend)).map(({ step, amount }) => [step, amount / 1e6])).toEqual([
      [1, 30],
      [2, 500],
      [3, 1_000],
    ])
  })

  furtherTest('no sign-in within 7 days, an early registration, and no deposit earn nothing', async () => {
    const inviter = await inviterOf()
    const late = await friendOf(inviter.code)
    const early = await friendOf(inviter.code)
    for (const friend of [late, early]) {
      await fund(server, friend.caller, 310)
      await trades(friend.caller, '500.00')
    }
    await changeCustomer(server, `${late.name}@example.com`, `first_sign_in_at = created_at + ${7 * DAY_MS + 1}`)
    const effective = Date.parse('2025-02-25T16:00:00+08:00')
    const registered = (at: number) =>
      changeCustomer(server, `${early.name}@example.com`, `created_at = ${at}, first_sign_in_at = ${at}`)
    await registered(effective - 1)
    await later(3 * DAY_MS, inviter)
    expect([await rewardsOf(late), await rewardsOf(early)]).toEqual([[], []])
    const { data } = await inviter.caller.does('inviteList', {})
    expect(data.map(({ counts, sign_in: signedIn }) => [counts, signedIn])).toEqual([
      [1, 'missed'],
      [0, 'done'],
    ])
    await registered(effective)
    expect(await rewardsOf(early)).toHaveLength(1)
  })

  furtherTest('a country without the programme, and special accounts, earn nothing', async () => {
    const inviter = await inviterOf()
    const german = await friendOf(inviter.code, { country: 'DE' })
    const special = await friendOf(inviter.code)
    for (const friend of [german, special]) {
      await fund(server, friend.caller, 310)
      await trades(friend.caller, '500.00')
    }
    await later(3 * DAY_MS, german, special, inviter)
    const { uid } = await special.caller.does('userInfo', {})
    await set(server, 'invite_special_accounts', [uid])
    expect([await rewardsOf(german), await rewardsOf(special)]).toEqual([[], []])
    expect((await german.caller.does('inviteInfo', {})).state).toBe('country_off')
    expect((await special.caller.does('inviteInfo', {})).state).toBe('excluded')
    expect((await inviter.caller.does('inviteInfo', {})).state).toBe('open')
    expect((await inviter.caller.does('inviteList', {})).data.map(({ counts }) => counts)).toEqual([0, 0])
    await set(server, 'invite_special_accounts', [])
    await set(server, 'invite_off_countries', [])
    expect([(await rewardsOf(german)).length, (await rewardsOf(special)).length]).toEqual([1, 1])
    await set(server, 'invite_off_countries', ['DE'])
  })

  test('an inviter is bound once', async () => {
    const { user } = await friendOf((await inviterOf()).code)
    const other = (await inviterOf()).user
    const change = (to: UserId | null) =>
      server.context.store.query('update users set invited_by = $2 where user_id = $1', [user, to])
    await expect(change(other)).rejects.toThrow()
    await expect(change(null)).rejects.toThrow()
  })
})

describe('a reward', () => {
  test('is approved by one, paid by another after the review, booked once, and told', async () => {
    const inviter = await inviterOf()
    const { row } = await earned(inviter)
    expect(wordOf(await pay(row))).toBe('second_person_needed')
    expect(await approve(row)).toMatchObject({ ok: true, value: { state: 'approved', approvedBy: 'staff:101' } })
    expect(wordOf(await pay(row))).toBe('reward_held')
    await later(row.reviewUntil - server.context.runtime.now() - 5 * SECOND, inviter)
    expect(wordOf(await pay(row))).toBe('reward_held')
    await later(6 * SECOND, inviter)
    expect(wordOf(await pay(row, FINN))).toBe('second_person_needed')
    expect(await balance(inviter)).toBe('0.000000')
    const all = await Promise.all(Array.from({ length: 20 }, () => pay(row)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await invites().find(row.reward)).toMatchObject({ state: 'paid', decidedBy: 'staff:102' })
    expect(await balance(inviter)).toBe('30.000000')
    const [line] = (await inviter.caller.does('forexChange', {})).list
    expect(line).toMatchObject({ Kind: 'reward', Value: '30.000000' })
    const mail = (await mailsTo(server, `${inviter.name}@example.com`)).at(-1)
    expect([mail?.subject, mail?.text.includes('30.00 USD')]).toEqual(['Your invite reward was paid', true])
    // As a crash between the booking and its mark would leave it.
    await server.context.store.query(
      `update invite_rewards set state = 'paying', ended_at = null where reward_id = $1`,
      [row.reward],
    )
    await resealed()
    await invites().resumeIntents()
    expect(await invites().find(row.reward)).toMatchObject({ state: 'paid' })
    expect(await balance(inviter)).toBe('30.000000')
    const audit = await server.context.store.query<{ who: string; action: string }>(
      `select who, action from audit where subject_kind = 'reward' and subject = $1 order by entry_id`,
      [String(row.reward)],
    )
    expect(audit.map(({ who, action }) => `${who} ${action}`)).toEqual([
      'staff:101 reward_approve',
      'staff:102 reward_pay',
    ])
    expect(await booksProblems(server)).toEqual([])
  })

  furtherTest('whose payment fails keeps neither the others nor the next start waiting', async () => {
    const inviter = await inviterOf()
    const rewards = [(await earned(inviter)).row.reward, (await earned(inviter)).row.reward]
    await server.context.store.query(
      `update invite_rewards set state = 'paying', approved_by = 'staff:101', approved_at = 5, decided_by = 'staff:102'
       where reward_id = any($1::int[])`,
      [rewards],
    )
    await resealed()
    for (const reward of rewards) await decidedToPay(reward)
    const { core } = server.context
    let calls = 0
    const submit: typeof core.submit = (call) => {
      calls += 1
      return calls === 1 ? Promise.reject(new Error('as a fault of ours would')) : core.submit(call)
    }
    const parts = { ...server.context, core: { ...core, submit }, jobs: separateJobs(), log: pino({ level: 'silent' }) }
    const opened = await openFeature(parts)
    onTestFinished(() => opened.stop())
    const states = () => Promise.all(rewards.map(async (reward) => (await invites().find(reward))?.state))
    expect((await states()).sort()).toEqual(['paid', 'paying'])
    await opened.resumeIntents()
    expect(await states()).toEqual(['paid', 'paid'])
    expect(await balance(inviter)).toBe('60.000000')
  })

  test('that is rejected is told with the message, and is never earned again', async () => {
    const inviter = await inviterOf()
    const { friend, row } = await earned(inviter)
    expect(wordOf(await invites().reject({ ...by(row), remark: ' ' }))).toBe('reason_missing')
    expect(await invites().reject({ ...by(row), remark: 'The two accounts are yours' })).toMatchObject({ ok: true })
    for (const done of [await approve(row), await pay(row)]) expect(wordOf(done)).toBe('record_decided')
    expect((await rewardsOf(friend)).map(({ state }) => state)).toEqual(['rejected'])
    const mail = (await mailsTo(server, `${inviter.name}@example.com`)).at(-1)
    expect(mail?.text).toContain('The two accounts are yours')
    expect(mail?.text).not.toContain('looked at the evidence')
  })

  test('is not paid while the inviter or the friend is frozen', async () => {
    const inviter = await inviterOf()
    const { friend, row } = await earned(inviter)
    await approve(row)
    await later(WEEK)
    const { freezes } = server.context
    for (const { user } of [inviter, friend]) {
      const freeze = { user, actor: FINN, reason: 'for the test' }
      await freezes.freeze({ ...freeze, remark: 'We are checking' })
      expect(wordOf(await pay(row))).toBe('account_frozen')
      await freezes.unfreeze(freeze)
    }
    expect(await pay(row)).toMatchObject({ ok: true, value: { state: 'paid' } })
  })

  test('is not paid to an inviter whose identity is not verified, and the evidence says so', async () => {
    const inviter = await inviterOf()
    const { row } = await earned(inviter)
    await approve(row)
    await later(WEEK)
    const finance = await staffed(server, 'finance')
    for (const [state, code, word] of [
      ['waiting', 1, 'reward_unverified'],
      ['verified', 2, 'good'],
    ] as const) {
      await inState(inviter, state)
      const { now } = await finance.does('rewardFind', { id: row.reward })
      expect(now).toMatchObject({ identity: 2, inviter_identity: code })
      expect(wordOf(await pay(row))).toBe(word)
    }
  })

  furtherTest('is not paid once one of the two is a special account', async () => {
    const inviter = await inviterOf()
    const { row } = await earned(inviter)
    await approve(row)
    await later(WEEK, inviter)
    await set(server, 'invite_special_accounts', [(await inviter.caller.does('userInfo', {})).uid])
    expect(wordOf(await pay(row))).toBe('reward_excluded')
    await set(server, 'invite_special_accounts', [])
    expect(wordOf(await pay(row))).toBe('good')
  })

  furtherTest('an approval counts no more once the access of its approver was changed', async () => {
    const { id } = await staffMember(server, 'finance')
    const { row } = await earned(await inviterOf())
    await approve(row, { ...FINN, who: `staff:${id}` })
    await later(WEEK)
    const admin = await staffMember(server, 'admin')
    await admin.caller.does('staffReset', { id, reason_text: 'for the test' })
    expect(wordOf(await pay(row))).toBe('second_person_needed')
    expect(await approve(row, GRETA)).toMatchObject({ ok: true, value: { approvedBy: 'staff:102' } })
    expect(wordOf(await pay(row, GRETA))).toBe('second_person_needed')
    expect(wordOf(await pay(row, FINN))).toBe('good')
  })
})

describe('one person behind two accounts', () => {
  const share = async (table: string, column: string, pair: { readonly from: Friend; readonly to: Friend }) => {
    await server.context.store.query(
      `update ${table} set ${column} = (select ${column} from ${table} where user_id = $1 limit 1) where user_id = $2`,
      [pair.from.user, pair.to.user],
    )
  }

  const signs = firstOf(1, ['document', 'person', 'payee', 'browser', 'network'] as const)
  test.each(signs)('is found by the %s', async (word) => {
    const inviter = await inviterOf()
    const { query } = server.context.store
    const { friend, row } = await earned(inviter)
    expect(row.flags).toBe('')
    if (word === 'document') {
      await share('identity_submissions', 'number_print', { from: friend, to: inviter })
    } else if (word === 'person') {
      await share('identity_submissions', 'person_print', { from: friend, to: inviter })
    } else if (word === 'payee') {
      // In one account after the other: a payee belongs to any number of customers.
      await bindTron(server, inviter.caller, inviter.name)
      await bindTron(server, friend.caller, friend.name)
    } else if (word === 'browser') {
      await query(`insert into known_browsers (owner, browser_hash, known_at, used_at)
        select 'customer ' || u, 'the same ${friend.user}', 1, 1 from unnest(array[${friend.user}, ${inviter.user}]) u`)
    } else {
      await query(`insert into user_networks (user_id, network_hash, used_at)
        select u, 'the same ${friend.user}', 1 from unnest(array[${friend.user}, ${inviter.user}]) u`)
    }
    expect(wordOf(await approve(row))).toBe('reward_suspicious')
    expect(await approve(row, FINN, true)).toMatchObject({ ok: true, value: { flags: word } })
  })

  test('is found among several friends too, and what is found after the approval stops the payment', async () => {
    const inviter = await inviterOf()
    const { friend, row } = await earned(inviter)
    await approve(row)
    const twin = await friendOf(inviter.code)
    await share('identity_submissions', 'number_print', { from: friend, to: twin })
    server.passTime(WEEK)
    expect(wordOf(await pay(row))).toBe('reward_suspicious')
    expect(wordOf(await approve(row, GRETA))).toBe('reward_suspicious')
    expect(wordOf(await approve(row, GRETA, true))).toBe('good')
    expect(wordOf(await pay(row, FINN))).toBe('good')
  })

  test('registering from one network is a sign that is stored as a hash only', async () => {
    const inviter = await inviterOf()
    const email = newEmail()
    await registers(email, { invite_code: inviter.code })
    const from = elsewhere()
    const caller = await signsIn(email, from)
    await signsIn(`${inviter.name}@example.com`, from)
    const rows = await server.context.store.query<{ network_hash: string }>(
      `select network_hash from user_networks where user_id = any($1::integer[])
       group by network_hash having count(*) = 2`,
      [[await userOf(caller), inviter.user]],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.network_hash).toMatch(/^[0-9a-f]{64}$/)
  })
})

test('demo customers have no programme, and the rules come with their numbers', async () => {
  const demo = await server.person()
  expect((await demo.asks('inviteInfo', {})).reason).toBe('real_account_only')
  expect((await demo.asks('inviteList', {})).reason).toBe('real_account_only')
  const { rules } = await (await inviterOf()).caller.does('inviteInfo', {})
  expect(rules).toEqual({
    sign_in_days: 7,
    volume: '500.000000',
    kept_days: 3,
    review_working_days: 3,
    effective_from: Date.UTC(2025, 1, 25, 8),
    steps: [
      { step: 1, net_deposit: '300.000000', reward: '30.000000' },
      { step: 2, net_deposit: '30000.000000', reward: '500.000000' },
      { step: 3, net_deposit: '100000.000000', reward: '1000.000000' },
    ],
  })
})
