/** The socket as a client uses it: snapshot first, numbers without gaps, one's own things only. */
import {
  type ForexClosed,
  type ForexNotice,
  type ForexTrade,
  PERIODS,
  type ServerMessages,
  SOCKET_LIMITS,
} from '@veritick/contract'
import { must } from '@veritick/domain'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { type Phone, Phones } from '@veritick/testing/test-sockets'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let phones: Phones
/** As many messages as the first of all prices has: one an instrument. */
let everything: number
/** Between two pushes of one instrument. */
const PACE = 1000 / SOCKET_LIMITS.pushesPerSecond

beforeAll(async () => {
  server = await openTestServer({ config: { origins: ['https://trusted.example'], socketsPerAddress: 40 } })
  phones = new Phones(server)
  server.feed.say('EURUSD', '1.08500', '1.08510')
  server.feed.say('USDJPY', '150.000', '150.020')
  everything = (await server.visitor.does('tradeList', {})).length
})
afterEach(() => {
  server.steady.goOn()
  phones.hangUp()
})
afterAll(() => server.close())

const buy = { forex_id: 1, type: 1, status: 1, cont: '0.10', multiple: 30 } as const

describe('prices', () => {
  test('the first messages are a snapshot of every instrument, then what changes, numbered without a gap', async () => {
    const phone = await phones.open()
    phone.say({ type: 'sub', params: 'DAY_MARKET' })
    await phone.until(() => phone.of('DAY_MARKET').length >= everything)
    const first = phone.of('DAY_MARKET').slice(0, everything) as ServerMessages['DAY_MARKET'][]
    expect(first.every((message) => message.snapshot)).toBe(true)
    expect(new Set(first.map((message) => message.data.symbol)).size).toBe(everything)
    server.feed.say('EURUSD', '1.08520', '1.08530')
    const last = () => phone.pushed('EURUSD').at(-1)?.data
    await phone.until(() => last()?.quotation.bid === '1.08520')
    expect(last()).toMatchObject({
      symbol: 'EURUSD',
      quotation: { open: '1.08500', close: '1.08520', change: '0.02', bid: '1.08520', ask: '1.08530', status: 1 },
    })
    const stand = must(first[0], 'the snapshot has messages').seq
    expect(new Set(first.map((message) => message.seq))).toEqual(new Set([stand]))
    const pushed = phone.of('DAY_MARKET').slice(everything)
    expect(pushed.map((message) => message.seq)).toEqual(pushed.map((_, index) => stand + index + 1))
  })

  test('the numbers of a public topic are the same for every connection, whenever it joined', async () => {
    const [early, late] = [await phones.open(), await phones.open()]
    early.say({ type: 'sub', params: 'DAY_MARKET' })
    await early.until(() => early.of('DAY_MARKET').length >= everything)
    const bids = (phone: Phone) => phone.pushed('EURUSD').map((message) => message.data.quotation.bid)
    server.feed.say('EURUSD', '1.08521', '1.08531')
    await early.until(() => bids(early).at(-1) === '1.08521')
    late.say({ type: 'sub', params: 'DAY_MARKET' })
    await late.until(() => late.of('DAY_MARKET').length >= everything)
    expect(late.of('DAY_MARKET')[0]?.seq).toBe(early.of('DAY_MARKET').at(-1)?.seq)
    server.feed.say('EURUSD', '1.08522', '1.08532')
    for (const phone of [early, late]) await phone.until(() => bids(phone).at(-1) === '1.08522')
    expect(late.pushed('EURUSD').at(-1)).toEqual(early.pushed('EURUSD').at(-1))
  })

  test('narrowed to what is on the screen, and widened again', async () => {
    const phone = await phones.open()
    const codesOf = (messages: readonly unknown[]) => messages as ServerMessages['DAY_MARKET'][]
    const symbols = (messages: readonly unknown[]) => codesOf(messages).map(({ data }) => data.symbol)
    phone.say({ type: 'sub', params: ['DAY_MARKET'], symbols: ['USDJPY'] })
    await phone.until(() => phone.of('DAY_MARKET').length > 0)
    server.feed.say('EURUSD', '1.08540', '1.08550')
    server.feed.say('USDJPY', '150.040', '150.060')
    await phone.until(() => phone.pushed('USDJPY').at(-1)?.data.quotation.bid === '150.040')
    await phone.caughtUp()
    expect(new Set(symbols(phone.of('DAY_MARKET')))).toEqual(new Set(['USDJPY']))
    phone.say({ type: 'sub', params: 'DAY_MARKET', symbols: ['USDJPY', 'NOPE'] })
    await phone.until(() => phone.of('error').length > 0)
    expect(phone.of('error')).toMatchObject([{ reason: 'topic_unknown', topic: 'DAY_MARKET' }])
    phone.say({ type: 'sub', params: 'DAY_MARKET' })
    await phone.until(() => symbols(phone.of('DAY_MARKET')).includes('EURUSD'))
  })

  test('a narrowed topic says which numbers each message stands for, so that nothing looks missed', async () => {
    const phone = await phones.open()
    phone.say({ type: 'sub', params: 'DAY_MARKET', symbols: ['USDJPY'] })
    await phone.until(() => phone.of('DAY_MARKET').length > 0)
    for (const [eur, jpy] of [
      ['1.08541', '150.041'],
      ['1.08542', '150.042'],
    ] as const) {
      server.feed.say('EURUSD', eur, '1.08560')
      server.feed.say('USDJPY', jpy, '150.062')
      await phone.until(() => phone.pushed('USDJPY').at(-1)?.data.quotation.bid === jpy)
    }
    const heard = phone.of('DAY_MARKET') as ServerMessages['DAY_MARKET'][]
    const [snapshot, ...pushed] = heard
    let last = must(snapshot, 'the first message').seq
    for (const { seq, from = seq } of pushed) {
      expect(from).toBe(last + 1)
      last = seq
    }
    expect(pushed.some(({ seq, from = seq }) => from < seq)).toBe(true)
  })

  test('in batches: the messages of a turn come as one frame with a list, until it is switched off', async () => {
    const phone = await phones.open()
    phone.say({ type: 'batch', params: true })
    phone.say({ type: 'sub', params: ['DAY_MARKET', 'NOPE'] })
    await phone.until(() => phone.of('DAY_MARKET').length >= everything && phone.of('error').length > 0)
    expect(phone.texts.every((text) => text.startsWith('['))).toBe(true)
    expect(phone.texts.length).toBeLessThan(10)
    phone.say('ping')
    await phone.until(() => phone.texts.at(-1) === 'pong')
    phone.say({ type: 'batch', params: false })
    phone.say({ type: 'sub', params: 'NOPE' })
    await phone.until(() => phone.of('error').length > 1)
    expect(phone.texts.at(-1)).toMatch(/^\{"type":"error"/)
    phone.say({ type: 'batch', params: 'yes' })
    await phone.until(() => phone.of('error').length > 2)
    expect(phone.of('error').at(-1)).toMatchObject({ reason: 'message_malformed' })
  })

  test('a flood of quotes becomes at most four messages a second, the newest last', async () => {
    const phone = await phones.open()
    phone.say({ type: 'sub', params: 'DAY_MARKET' })
    await phone.caughtUp()
    const bids = (symbol: string) => phone.pushed(symbol).map((message) => message.data.quotation.bid)
    server.steady.stop()
    server.steady.pass(PACE)
    // The prices of earlier tests are sent first, so that the next of each may be sent at once.
    server.feed.say('EURUSD', '1.08500', '1.08510')
    server.feed.say('USDJPY', '150.000', '150.020')
    server.steady.pass(PACE)
    await phone.until(() => bids('EURUSD').at(-1) === '1.08500' && bids('USDJPY').at(-1) === '150.000')
    server.steady.pass(PACE)
    const [eur, jpy] = [bids('EURUSD').length, bids('USDJPY').length]
    const since = () => [bids('EURUSD').slice(eur), bids('USDJPY').slice(jpy)]

    server.feed.say('USDJPY', '150.001', '150.021')
    server.steady.pass(PACE - 1)
    server.feed.say('EURUSD', '1.08501', '1.08511')
    await phone.caughtUp()
    for (let step = 2; step <= 100; step++)
      server.feed.say('EURUSD', `1.08${String(500 + step)}`, `1.08${String(510 + step)}`)
    server.feed.say('USDJPY', '150.002', '150.022')
    await phone.caughtUp()
    expect(since()).toEqual([['1.08501'], ['150.001']])
    // That of USDJPY says that the hub has looked: it is due, EURUSD is not for as long as the flood came after it.
    server.steady.pass(1)
    await phone.until(() => since()[1]?.length === 2)
    await phone.caughtUp()
    expect(since()).toEqual([['1.08501'], ['150.001', '150.002']])
    server.steady.pass(PACE - 1)
    await phone.until(() => since()[0]?.length === 2)
    expect(since()).toEqual([
      ['1.08501', '1.08600'],
      ['150.001', '150.002'],
    ])

    // And nothing after it, though time passes and the hub looks.
    server.steady.pass(PACE)
    for (const bid of ['150.003', '150.004']) {
      server.feed.say('USDJPY', bid, '150.022')
      await phone.caughtUp()
    }
    server.steady.pass(PACE)
    await phone.until(() => since()[1]?.length === 4)
    await phone.caughtUp()
    expect(since()[0]).toEqual(['1.08501', '1.08600'])
  })

  test('an open candle of every period of one instrument', async () => {
    const phone = await phones.open()
    phone.say({ type: 'sub', params: ['KLINE.EURUSD', 'DAY_MARKET'] })
    const candles = () => phone.of('KLINE.EURUSD') as ServerMessages['KLINE'][]
    await phone.until(() => candles().length >= PERIODS.length)
    const first = candles().slice(0, PERIODS.length)
    expect(first.map((message) => message.data.kline.Period)).toEqual(PERIODS)
    expect(first.every((message) => message.snapshot)).toBe(true)
    server.feed.say('EURUSD', '1.08400', '1.08410')
    const day = () => candles().findLast((message) => message.data.kline.Period === '1day')?.data.kline
    await phone.until(() => day()?.Close === '1.08400')
    expect(day()).toMatchObject({ Open: '1.08500', Low: '1.08400' })
    phone.say({ type: 'unsub', params: 'KLINE.EURUSD' })
    await phone.caughtUp()
    const count = candles().length
    server.feed.say('EURUSD', '1.08500', '1.08510')
    // A price and its candles leave together.
    await phone.until(() => phone.pushed('EURUSD').at(-1)?.data.quotation.bid === '1.08500')
    await phone.caughtUp()
    expect(candles()).toHaveLength(count)
  })
})

describe("one's own things", () => {
  test('profit of the own holdings moves with the price; a stranger hears nothing', async () => {
    const [ana, ben] = [await server.person(), await server.person()]
    const [phone, other] = [await phones.open(), await phones.open()]
    await phone.signIn(ana, ['FOREX_TRADE', 'FOREX_CLOSED'])
    await other.signIn(ben, ['FOREX_TRADE', 'FOREX_CLOSED'])
    expect(phone.of('login_result')).toEqual([{ type: 'login_result', code: 1, msg: '' }])
    expect(phone.of('FOREX_TRADE')[0]).toMatchObject({
      snapshot: true,
      seq: 1,
      data: { Balance: '100000.000000', TransOrder: [], HazardRate: '0.00' },
    })
    const { Id } = await ana.does('submit', buy)
    server.feed.say('EURUSD', '1.08610', '1.08620')
    const trade = () => phone.of('FOREX_TRADE').at(-1)?.data as ForexTrade
    await phone.until(() => trade().ProfitsTotal === '10.000000')
    expect(trade()).toEqual({
      ProfitsTotal: '10.000000',
      HazardRate: '0.19',
      CautionMoneyAll: '361.666667',
      Balance: '99999.650000',
      Equity: '100009.650000',
      FreeMargin: '99647.983333',
      MarginLevel: '27652.43',
      TransOrder: [{ Id, UpdatePrice: '1.08610', FactProfits: '10.000000' }],
      OrderChanges: 1,
    })
    await ana.does('close', { id: Id })
    await phone.until(() => phone.of('FOREX_CLOSED').length === 2)
    expect(phone.of('FOREX_CLOSED')[1]).toEqual({
      type: 'FOREX_CLOSED',
      seq: 2,
      data: { ids: [Id], reasons: ['user'] },
    })
    await other.caughtUp()
    expect([other.of('FOREX_CLOSED').length, other.of('FOREX_TRADE').length]).toEqual([1, 1])
    server.feed.say('EURUSD', '1.08500', '1.08510')
  })

  test('a pending order that another device places, changes or cancels is told, though no figure moves', async () => {
    const ana = await server.person()
    const phone = await phones.open()
    await phone.signIn(ana, ['FOREX_TRADE'])
    const changes = () => (phone.of('FOREX_TRADE').at(-1)?.data as ForexTrade | undefined)?.OrderChanges
    await phone.until(() => changes() === 0)
    const { Id } = await ana.does('submit', { ...buy, status: 0, target_price: '1.05000' })
    await phone.until(() => changes() === 1)
    await ana.does('setStopPrice', { id: Id, stop_loss_price: '1.04000', target_profit_price: '0' })
    await phone.until(() => changes() === 2)
    await ana.does('cancelTrade', { id: Id })
    await phone.until(() => changes() === 3)
  })

  test('a stop-loss, a filled pending order and a cancelled one are told, in words of the own language', async () => {
    const cara = await server.person()
    const phone = await phones.open()
    await phone.signIn(cara, ['FOREX_CLOSED', 'FOREX_NOTICE'])
    const stopped = await cara.does('submit', { ...buy, stop_loss_price: '1.08400' })
    const pending = await cara.does('submit', {
      ...buy,
      status: 0,
      target_price: '1.08405',
      stop_loss_price: '1.08000',
    })
    server.feed.say('EURUSD', '1.08390', '1.08400')
    await phone.until(() => phone.of('FOREX_CLOSED').length === 2 && phone.of('FOREX_NOTICE').length === 3)
    expect(phone.of('FOREX_CLOSED')[1]?.data as ForexClosed).toEqual({ ids: [stopped.Id], reasons: ['stop_loss'] })
    const [, closed, notice] = phone.of('FOREX_NOTICE').map(({ data }) => data as ForexNotice)
    expect(closed).toMatchObject({
      kind: 'order_closed',
      order: stopped.Id,
      reason: 'stop_loss',
      words: `Position #${stopped.Id} EUR/USD was closed by its stop-loss at 1.08390.`,
    })
    expect(notice).toMatchObject({
      kind: 'order_opened',
      order: pending.Id,
      words: `Pending order #${pending.Id} EUR/USD was filled at 1.08400.`,
    })
    server.feed.say('EURUSD', '1.08500', '1.08510')
  })

  test('a browser sends no header: what is told is in the language of its last sign-in, and changes with it', async () => {
    const ida = await server.person()
    const phone = await phones.open()
    phone.say({ type: 'sub', params: 'FOREX_NOTICE' })
    const told = async (login: object) => {
      const before = phone.of('FOREX_NOTICE').length
      phone.say({ type: 'login', params: ida.token, ...login })
      await phone.until(() => phone.of('FOREX_NOTICE').length === before + 1)
      await ida.does('resetForexDemoAccount', {})
      await phone.until(() => phone.of('FOREX_NOTICE').length === before + 2)
      const notice = must(phone.of('FOREX_NOTICE').at(-1), 'the reset was told').data as ForexNotice
      return notice.words
    }
    expect([await told({ lang: 'en' }), await told({ lang: 'ar' }), await told({})]).toEqual([
      'Your demo account was reset.',
      'أُعيد ضبط حسابك التجريبي.',
      'أُعيد ضبط حسابك التجريبي.',
    ])
  })

  test('a stop-out tells its numbers and every order it ended', async () => {
    const dan = await server.person()
    const phone = await phones.open()
    await phone.signIn(dan, ['FOREX_CLOSED', 'FOREX_NOTICE'])
    const big = await dan.does('submit', { ...buy, cont: '20' })
    const waiting = await dan.does('submit', { ...buy, status: 0, target_price: '1.05000' })
    server.feed.say('EURUSD', '1.06500', '1.06510')
    server.feed.say('EURUSD', '1.05300', '1.05310')
    await phone.until(() => phone.of('FOREX_CLOSED').length === 2 && phone.of('FOREX_NOTICE').length >= 4)
    expect(phone.of('FOREX_CLOSED')[1]?.data).toEqual({ ids: [waiting.Id, big.Id], reasons: ['stop_out', 'stop_out'] })
    expect(phone.of('FOREX_NOTICE').map((message) => (message.data as ForexNotice | null)?.kind)).toEqual([
      undefined,
      'margin_call',
      'margin_warning',
      'stopped_out',
    ])
    const [last] = (await dan.does('myDeal', { status: 3 })).data
    expect(last).toMatchObject({
      Id: big.Id,
      CloseReason: 'stop_out',
      StopOut: { margin_level: expect.stringMatching(/^\d+\.\d\d$/) },
    })
    server.feed.say('EURUSD', '1.08500', '1.08510')
  })

  test('without a sign-in private topics are silent; signing in starts them', async () => {
    const eva = await server.person()
    const phone = await phones.open()
    phone.say({ type: 'sub', params: ['FOREX_TRADE', 'FOREX_CLOSED'] })
    phone.say({ type: 'login', params: 'no-such-token' })
    await phone.until(() => phone.of('login_result').length === 1)
    expect(phone.of('login_result')[0]).toMatchObject({ code: 999, reason: 'session_ended' })
    expect(phone.of('FOREX_TRADE')).toEqual([])
    phone.say({ type: 'login', params: eva.token })
    await phone.until(() => phone.of('FOREX_TRADE').length === 1)
    expect(phone.of('FOREX_TRADE')[0]?.snapshot).toBe(true)
  })

  test('a session that ends takes its private topics with it within a second', async () => {
    const [fay, hal] = [await server.person(), await server.person()]
    const [phone, other] = [await phones.open(), await phones.open()]
    await phone.signIn(fay, ['FOREX_TRADE'])
    await other.signIn(hal, ['FOREX_TRADE'])
    for (const person of [fay, hal]) await person.does('submit', buy)
    await fay.does('logout', {})
    await phone.until(() => phone.of('login_result').length === 2)
    expect(phone.of('login_result')[1]).toMatchObject({ code: 999 })
    const count = phone.of('FOREX_TRADE').length
    server.feed.say('EURUSD', '1.08550', '1.08560')
    // The profits of all accounts are pushed together.
    await other.until(
      () => (other.of('FOREX_TRADE').at(-1)?.data as ForexTrade | undefined)?.ProfitsTotal === '4.000000',
    )
    await phone.caughtUp()
    expect(phone.of('FOREX_TRADE').length).toBe(count)
    server.feed.say('EURUSD', '1.08500', '1.08510')
  })

  test('signing out by message does the same', async () => {
    const gil = await server.person()
    const [phone, other] = [await phones.open(), await phones.open()]
    for (const each of [phone, other]) await each.signIn(gil, ['FOREX_CLOSED'])
    phone.say({ type: 'logout' })
    // The order goes another way in: it must not overtake the logout.
    await phone.caughtUp()
    const { Id } = await gil.does('submit', buy)
    await gil.does('close', { id: Id })
    await other.until(() => other.of('FOREX_CLOSED').length === 2)
    await phone.caughtUp()
    expect(phone.of('FOREX_CLOSED')).toHaveLength(1)
  })
})
