/**
 * The ranking over the real server: who is listed and how, that a consent ends at once, the figures beside a
 * recomputation from the ledger with fractions, and traders who try to look better than they are.
 */
import { accountId, must } from '@veritick/domain'
import { CORA, fund, userOf } from '@veritick/testing/customers'
import { furtherTest } from '@veritick/testing/quick'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/index.ts'
import { openFurtherAccount } from '../accounts/further-account.ts'
import { measureAccounts } from './measure.ts'
import {
  beginTest,
  buy,
  demo,
  list,
  listedDemo,
  nextDay,
  openRanking,
  rankEntryOf,
  real,
  say,
  server,
  stateOf,
  trade,
  trades,
} from './ranking-fixture.ts'

beforeAll(openRanking)
afterAll(() => server.close())
beforeEach(beginTest)

describe('consent', () => {
  test('off by default; listed after three weeks and ten positions; gone at once; another code later', async () => {
    const person = await demo()
    expect(await stateOf(person)).toBe('off')
    await nextDay()
    expect(await person.does('followListed', { listed: true })).toEqual({ listed: 1, state: 'too_new' })
    expect(await person.does('followOwn', {})).toMatchObject({ days_left: 21, entries: [] })
    await trades(person, 9)
    await nextDay(22)
    expect(await person.does('followOwn', {})).toMatchObject({ state: 'too_few_trades', trades_left: 1 })
    await trades(person, 1)
    expect(await stateOf(person)).toBe('below')
    await server.context.ranking.refresh()
    const entry = await rankEntryOf(person)
    expect(await stateOf(person)).toBe('listed')
    expect(entry).toMatchObject({ multiple: 30, total_trade_num: 10, variety: ['EUR/USD'], total_win: '100.00' })
    expect((await list('demo')).list).toContainEqual(entry)
    expect((await list('real')).list).toEqual([])
    expect(await person.does('followListed', { listed: false })).toEqual({ listed: 0, state: 'off' })
    // Before any job has run.
    expect((await list('demo')).list.map(({ code }) => code)).not.toContain(entry.code)
    await person.does('followListed', { listed: true })
    await server.context.ranking.refresh()
    const anew = await rankEntryOf(person)
    expect(anew.code).not.toBe(entry.code)
    expect(anew.total_rate).toBe(entry.total_rate)
    await person.does('followListed', { listed: false })
  })

  test('a consent that ends while the list is computed leaves neither entry nor code', async () => {
    const person = await listedDemo()
    const computing = server.context.ranking.refresh()
    await person.does('followListed', { listed: false })
    await computing
    const { account } = person
    const rows = await server.context.store.query(
      `select account_id from ranking_entries where account_id = $1
       union all select account_id from ranking_codes where account_id = $1`,
      [account],
    )
    // The job may have written before the end of the consent or after it, never past it.
    expect(rows).toEqual([])
  })

  test('a consent that stands keeps its time; repeats change nothing', async () => {
    const person = await demo()
    const times = () =>
      server.context.store.query<{ changed_at: number }>(
        'select changed_at from ranking_consents c join accounts a using (user_id) where a.account_id = $1',
        [person.account],
      )
    await person.does('followListed', { listed: true })
    const first = await times()
    server.passWallTime(1000)
    await person.does('followListed', { listed: true })
    expect(await times()).toEqual(first)
  })
})

describe('the accounts that are listed', () => {
  test('names, codes and figures say nothing about the customer', async () => {
    const person = await real('masked.person', 900)
    await nextDay()
    await person.does('followListed', { listed: true })
    await trades(person)
    await nextDay(22)
    const shown = await list('real')
    const entry = await rankEntryOf(person)
    expect(shown.list).toEqual([entry])
    expect(entry.user).toMatch(/^tr\*\*\*[0-9A-Z]$/)
    expect(entry.code).toMatch(/^[0-9A-Z]{6}$/)
    expect(entry.since % DAY_MS).toBe(0)
    const { uid, invite_code } = await person.does('userInfo', {})
    const said = JSON.stringify(shown)
    const private_ = [uid, invite_code, 'masked', String(await userOf(person.caller)), String(person.account)]
    expect(private_.filter((mark) => said.includes(mark))).toEqual([])
    // A freeze hides it at once, its end shows it at the next computation.
    const decision = { user: await userOf(person.caller), actor: CORA, reason: 'a question about it', remark: 'we ask' }
    await server.context.freezes.freeze(decision)
    expect([(await list('real')).total, await stateOf(person)]).toEqual([0, 'frozen'])
    await server.context.ranking.refresh()
    await server.context.freezes.unfreeze(decision)
    expect((await list('real')).total).toBe(0)
    await server.context.ranking.refresh()
    expect((await list('real')).total).toBe(1)
    await person.does('followListed', { listed: false })
  })

  test('a real account without a verified identity is not', async () => {
    const person = await real('unverified', 100, false)
    await person.does('followListed', { listed: true })
    await nextDay()
    await trades(person)
    await nextDay(22)
    expect(await stateOf(person)).toBe('unverified')
    expect((await list('real')).total).toBe(0)
  })

  test('all real accounts of a customer together, so that the best of them is not chosen', async () => {
    const person = await real('two.accounts', 900)
    const once = { key: 'second', content: '' }
    const made = await openFurtherAccount(server.context, { user: await userOf(person.caller), kind: 'real', once })
    if (!made.ok) throw new Error(made.reason)
    await nextDay()
    await trades(person)
    person.account = made.value.account
    await person.signIn()
    await fund(server, person.caller, 600)
    await nextDay()
    await trades(person, 10, -30)
    await person.does('followListed', { listed: true })
    await nextDay(22)
    const { entries } = await person.does('followOwn', { sort: 'total_rate' })
    expect(entries.map(({ rank, total_trade_num }) => [rank, total_trade_num])).toEqual([
      [1, 10],
      [2, 10],
    ])
    expect(entries.map(({ total_win }) => total_win)).toEqual(['100.00', '0.00'])
  })
})

describe('figures', () => {
  test('agree with a recomputation from what happened, to the last digit', async () => {
    const person = await real('figures', 900)
    const { account } = person
    await person.does('followListed', { listed: true })
    await nextDay()
    // Exact fractions of the text of docs/domain/ranking.md, rounded only where it says so.
    let index = 1_000_000_000n
    let peak = index
    let worst = 0n
    let equity = 900_000_000n
    let profit = 0n
    const weeks: { index: bigint; profit: bigint }[] = []
    const period = (end: bigint, capitals: readonly bigint[], moved: bigint) => {
      const result = end - equity - moved
      const able = capitals.filter((each) => each + result >= 0n)
      const chosen = result > 0n ? [...capitals, 500_000_000n] : able
      const capital = chosen.reduce((a, b) => (result > 0n === b > a ? b : a))
      if (result !== 0n) index = (index * (capital + result)) / capital
      profit += result
      equity = end
      if (index > peak) peak = index
      const fall = ((peak - index) * 1_000_000n + peak - 1n) / peak
      if (fall > worst) worst = fall
    }
    const now = async () =>
      BigInt(must(await server.context.core.query({ kind: 'account', account }), 'it exists').equity)
    const moves = [30, -45, 12, 7, -80, 33, 5, -2, 64, -21, 18, 40, -9, 27, -60, 11, 3, 22, -14, 35, 8, -5, 16, 29, -33]
    for (const [day, points] of moves.entries()) {
      let capitals = [equity]
      let moved = 0n
      await trade(person, points, '0.20')
      if (day === 4) {
        // Money without an open position: the sub-period ends exactly here.
        period(await now(), capitals, moved)
        await fund(server, person.caller, 300)
        equity = await now()
        capitals = [equity]
      }
      if (day === 9 || day === 15) {
        const { Id } = await buy(person, '0.30')
        say(1.085 + points / 100_000)
        await fund(server, person.caller, 250)
        moved = 250_000_000n
        capitals.push(equity + moved)
        say(1.085 - points / 100_000)
        await person.does('close', { id: Id })
      }
      const held = day % 3 === 0 ? await buy(person, '0.10') : undefined
      say(1.085 + points / 200_000)
      const end = await now()
      await nextDay()
      period(end, capitals, moved)
      weeks.push({ index, profit })
      if (held !== undefined) await person.does('close', { id: held.Id })
    }
    const entry = await rankEntryOf(person)
    const start = must(weeks.at(-22), 'a day three weeks ago')
    // The screen's figures are of the moment of the list: closings after the last measurement are in none of them.
    const percent = (hundredths: bigint) => (Number(hundredths) / 100).toFixed(2)
    const floor = (a: bigint, b: bigint) => (a < 0n ? (a - b + 1n) / b : a / b)
    const micro = (amount: bigint) => (Number(amount) / 1_000_000).toFixed(6)
    expect({
      total: entry.total_rate,
      weeks: entry.three_week_rate,
      profit: entry.three_week_profit,
      drawdown: entry.drawdown,
    }).toEqual({
      total: percent(floor((index - 1_000_000_000n) * 10_000n, 1_000_000_000n)),
      weeks: percent(floor((index - start.index) * 10_000n, start.index)),
      profit: micro(profit - start.profit),
      drawdown: percent((worst + 99n) / 100n),
    })
    expect(entry.curve.length).toBe(27)
    expect(entry.curve.slice(1, -1)).toEqual(
      weeks.map((each) => percent(floor((each.index - 1_000_000_000n) * 10_000n, 1_000_000_000n))),
    )
  })

  test('are sorted by the choice of the visitor, 20 a page', async () => {
    const { list: rows } = await server.visitor.does('followList', { kind: 'real', sort: 'three_week_profit' })
    const profits = rows.map(({ three_week_profit }) => Number(three_week_profit))
    expect(profits.length).toBeGreaterThan(1)
    expect(profits).toEqual([...profits].sort((a, b) => b - a))
    expect(rows.map(({ rank }) => rank)).toEqual(rows.map((_, place) => place + 1))
    expect((await server.visitor.does('followList', { kind: 'real', page: 2 })).list).toEqual([])
    expect(await server.visitor.reason('followList', { sort: 'balance' })).toBe('parameter_not_allowed')
    expect(await server.visitor.reason('followList', { page: 0 })).toBe('number_out_of_range')
  })
})

describe('a trader who tries to look better', () => {
  test('hides a loser by leaving it open: it counts', async () => {
    const person = await listedDemo()
    const before = await rankEntryOf(person)
    await buy(person, '10')
    say(1.075)
    await server.context.ranking.refresh()
    const after = await rankEntryOf(person)
    // 10 lots lose 10,010 of some 100,000 USD.
    expect([Number(before.total_rate) >= 0, after.total_win]).toEqual([true, '100.00'])
    expect(Number(after.total_rate)).toBeLessThan(-9.9)
    expect(Number(after.drawdown)).toBeGreaterThan(9.9)
  })

  test('closes one winner in ten parts: it is one trade, won by the sum, once the rest has closed', async () => {
    const person = await demo()
    await nextDay()
    await person.does('followListed', { listed: true })
    await trades(person, 9, -20)
    const { Id: id } = await buy(person, '0.10')
    say(1.086)
    for (let part = 0; part < 9; part++) await person.does('closePart', { id, cont: '0.01' })
    await nextDay(22)
    expect(await person.does('followOwn', {})).toMatchObject({ state: 'too_few_trades', trades_left: 1 })
    // The parts have earned 8.91 USD, the rest loses more.
    say(1.074)
    await person.does('close', { id })
    await server.context.ranking.refresh()
    const lost = await rankEntryOf(person)
    expect(lost).toMatchObject({ total_trade_num: 10, total_win: '0.00', three_week_win: '0.00', multiple: 30 })
    say(1.085)
    const { Id: other } = await buy(person, '0.10')
    say(1.086)
    for (const cont of ['0.04', '0.05', '0.01']) await person.does('closePart', { id: other, cont })
    await server.context.ranking.refresh()
    expect(await rankEntryOf(person)).toMatchObject({ total_trade_num: 11, total_win: '9.09' })
  })

  test('resets a demo account after a loss: the record begins anew, and is too new', async () => {
    const person = await listedDemo()
    await trade(person, -500, '10')
    await person.does('resetForexDemoAccount', {})
    await server.context.ranking.refresh()
    expect((await person.does('followOwn', {})).entries).toEqual([])
    await nextDay()
    expect(await person.does('followOwn', {})).toMatchObject({ state: 'too_new', days_left: 21 })
  })

  test('agrees only after a good week: the record goes back to the first money', async () => {
    const person = await demo()
    await nextDay()
    await trade(person, -1000, '10')
    await nextDay(22)
    await trades(person, 10, 100)
    await person.does('followListed', { listed: true })
    await server.context.ranking.refresh()
    const entry = await rankEntryOf(person)
    expect(Number(entry.total_rate)).toBeLessThan(-9)
    expect(Number(entry.drawdown)).toBeGreaterThan(9.9)
  })

  furtherTest('pays in before a loss is closed: it counts on what was there before', async () => {
    const person = await real('dilutes', 600)
    await nextDay()
    await person.does('followListed', { listed: true })
    await trades(person, 9)
    const { Id } = await buy(person, '0.15')
    say(1.065)
    await fund(server, person.caller, 6000)
    await person.does('close', { id: Id })
    await nextDay(22)
    // 300 of some 600 USD, not of 6600.
    expect(Number((await rankEntryOf(person)).total_rate)).toBeLessThan(-45)
  })

  furtherTest('doubles a few dollars: the gain counts on 500 USD', async () => {
    const person = await real('tiny', 100)
    await nextDay()
    await person.does('followListed', { listed: true })
    await trades(person, 9, 1)
    await trade(person, 2500, '0.02')
    await nextDay(22)
    const rate = Number((await rankEntryOf(person)).total_rate)
    expect(rate).toBeGreaterThan(9)
    expect(rate).toBeLessThan(11)
  })
})

describe('a measurement', () => {
  test('is of one moment: money that comes while the engine is asked is no gain', async () => {
    const person = await real('moving', 700)
    const { core, store } = server.context
    let deposits = 0
    const query: typeof core.query = async (question) => {
      const answer = await core.query(question)
      // After the engine was asked, before the ledger is read.
      if (question.kind === 'live' && deposits < 1) {
        deposits += 1
        await fund(server, person.caller, 50)
      }
      return answer
    }
    const [measured] = await measureAccounts({ store, core: { ...core, query } }, [person.account])
    expect(measured).toMatchObject({ growth: { equity: 750_000_000, profit: 0, index: 1_000_000_000 } })
    expect(deposits).toBe(1)
  })

  furtherTest('leaves an account out whose money moves each time', async () => {
    const person = await real('restless', 100)
    const { core, store } = server.context
    const query: typeof core.query = async (question) => {
      const answer = await core.query(question)
      if (question.kind === 'live') await fund(server, person.caller, 20)
      return answer
    }
    expect(await measureAccounts({ store, core: { ...core, query } }, [person.account])).toEqual([])
  })

  test('is made once a day, for all accounts with money, listed or not', async () => {
    const person = await demo()
    const days = () =>
      server.context.store.query<{ day: number; equity: number }>(
        'select day, equity from equity_days where account_id = $1 order by day',
        [person.account],
      )
    await nextDay()
    await server.context.ranking.refresh()
    expect(await days()).toHaveLength(1)
    // Nothing changed.
    await nextDay()
    expect(await days()).toHaveLength(1)
    await buy(person, '1')
    await nextDay()
    say(1.084)
    await nextDay()
    const kept = await days()
    expect(kept).toHaveLength(3)
    expect(must(kept[2], 'the third').equity).toBeLessThan(must(kept[1], 'the second').equity)
  })
})

test('an account that never had money is not measured', async () => {
  const rows = await server.context.store.query('select account_id from equity_days where account_id = $1', [
    accountId(123_456_789),
  ])
  expect(rows).toEqual([])
})

test('a wall clock that is ahead for a moment measures no day that has not come', async () => {
  const measured = () => server.context.store.query('select day from ranking_progress')
  await nextDay()
  const before = await measured()
  server.passWallTime(40 * DAY_MS)
  await server.context.ranking.refresh()
  server.passWallTime(-40 * DAY_MS)
  expect(await measured()).toEqual(before)
})
