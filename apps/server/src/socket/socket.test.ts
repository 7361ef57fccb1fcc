/** The socket as a phone and as a stranger would use it: snapshot first, numbers without gaps, one's own things only, rubbish hurts nobody. */
import { type ForexClosed, type ForexNotice, type ForexTrade, type ServerMessages, SOCKET_LIMITS } from '@veritick/contract'
import { serverMessages } from '@veritick/contract/schemas'
import { must } from '@veritick/domain'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Caller, type Doors, openDoors } from '../../../../tools/doors.ts'

let doors: Doors
const phones: Phone[] = []
/** As many messages as the first of all prices has: one an instrument. */
let everything: number
/** Between two pushes of one instrument. */
const PACE = 1000 / SOCKET_LIMITS.pushesPerSecond
/** Long enough for the slowest machine; nothing waits for it where all is well. */
const SOON = { timeout: 20_000, interval: 20 }

beforeAll(async () => {
  doors = await openDoors({ config: { origins: ['https://trusted.example'], socketsPerAddress: 40 } })
  doors.feed.say('EURUSD', '1.08500', '1.08510')
  doors.feed.say('USDJPY', '150.000', '150.020')
  everything = (await doors.visitor.does('tradeList', {})).length
}, 60_000)
afterEach(() => {
  doors.steady.goOn()
  for (const phone of phones.splice(0)) phone.wire.terminate()
})
afterAll(() => doors.close(), 30_000)

type Heard = {
  readonly type: string
  readonly seq?: number
  readonly snapshot?: true
  readonly data?: unknown
  readonly code?: number
  readonly reason?: string
}

/** A client that keeps what it hears and checks it against the contract. */
class Phone {
  readonly wire: WebSocket
  readonly heard: Heard[] = []
  readonly texts: string[] = []
  readonly closed: Promise<number>
  #wakes: (() => void)[] = []

  constructor(wire: WebSocket) {
    this.wire = wire
    phones.push(this)
    wire.on('message', (data) => {
      this.texts.push(String(data))
      if (String(data) !== 'pong') this.heard.push(checked(String(data)))
      for (const wake of this.#wakes.splice(0)) wake()
    })
    this.closed = new Promise((resolve) => wire.on('close', resolve))
  }

  static async open(options: { readonly headers?: Record<string, string> } = {}): Promise<Phone> {
    const wire = new WebSocket(`ws://127.0.0.1:${doors.port}/v1/ws`, options)
    const phone = new Phone(wire)
    await new Promise((resolve, reject) => wire.on('open', resolve).on('error', reject))
    return phone
  }

  say(message: unknown): void {
    this.wire.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  of(type: string): Heard[] {
    return this.heard.filter((message) => message.type === type)
  }

  /** Waits until something has been heard. */
  async until(what: () => boolean): Promise<void> {
    const late = Date.now() + SOON.timeout
    while (!what()) {
      if (Date.now() > late) throw new Error(`not heard in time; the last was ${this.texts.at(-1)}`)
      await new Promise<void>((resolve) => {
        this.#wakes.push(resolve)
        setTimeout(resolve, 100)
      })
    }
  }

  /** What was said until now has been read, and what was sent to it has been heard: one line keeps its order. Counts as no message. */
  async caughtUp(): Promise<void> {
    const answered = new Promise((resolve) => this.wire.once('pong', resolve))
    this.wire.ping()
    await answered
  }

  /** Prices of an instrument that came after the snapshot. */
  pushed(symbol: string): ServerMessages['DAY_MARKET'][] {
    const prices = this.of('DAY_MARKET') as ServerMessages['DAY_MARKET'][]
    return prices.filter((message) => message.snapshot === undefined && message.data.symbol === symbol)
  }

  async signIn(person: Caller, topics: readonly string[]): Promise<void> {
    this.say({ type: 'login', params: person.token, lang: 'en' })
    this.say({ type: 'sub', params: topics })
    await this.until(() => topics.every((topic) => this.of(topic).length > 0))
  }
}

function checked(text: string): Heard {
  const message: Heard = JSON.parse(text)
  const name = message.type.startsWith('KLINE.') ? 'KLINE' : message.type
  const schema = must(Object.entries(serverMessages).find(([each]) => each === name)?.[1], `${name} is in the contract`)
  schema.parse(message)
  return message
}

const buy = { forex_id: 1, type: 1, status: 1, cont: '0.10', multiple: 30 } as const

describe('prices', () => {
  test('the first messages are a snapshot of every instrument, then what changes, numbered without a gap', async () => {
    const phone = await Phone.open()
    phone.say({ type: 'sub', params: 'DAY_MARKET' })
    await phone.until(() => phone.of('DAY_MARKET').length >= everything)
    const first = phone.of('DAY_MARKET').slice(0, everything) as ServerMessages['DAY_MARKET'][]
    expect(first.every((message) => message.snapshot)).toBe(true)
    expect(new Set(first.map((message) => message.data.symbol)).size).toBe(everything)
    doors.feed.say('EURUSD', '1.08520', '1.08530')
    const last = () => phone.pushed('EURUSD').at(-1)?.data
    await phone.until(() => last()?.quotation.bid === '1.08520')
    expect(last()).toMatchObject({
      symbol: 'EURUSD',
      quotation: { open: '1.08500', close: '1.08520', change: '0.02', bid: '1.08520', ask: '1.08530', status: 1 },
    })
    expect(phone.of('DAY_MARKET').map((message) => message.seq)).toEqual(phone.of('DAY_MARKET').map((_, index) => index + 1))
  })

  test('a flood of quotes becomes at most four messages a second, the newest last', async () => {
    const phone = await Phone.open()
    phone.say({ type: 'sub', params: 'DAY_MARKET' })
    await phone.caughtUp()
    const bids = (symbol: string) => phone.pushed(symbol).map((message) => message.data.quotation.bid)
    doors.steady.stop()
    doors.steady.pass(PACE)
    // What the tests before left is out, and the next of each may be said at once.
    doors.feed.say('EURUSD', '1.08500', '1.08510')
    doors.feed.say('USDJPY', '150.000', '150.020')
    doors.steady.pass(PACE)
    await phone.until(() => bids('EURUSD').at(-1) === '1.08500' && bids('USDJPY').at(-1) === '150.000')
    doors.steady.pass(PACE)
    const [eur, jpy] = [bids('EURUSD').length, bids('USDJPY').length]
    const since = () => [bids('EURUSD').slice(eur), bids('USDJPY').slice(jpy)]

    doors.feed.say('USDJPY', '150.001', '150.021')
    doors.steady.pass(PACE - 1)
    for (let step = 1; step <= 100; step++) doors.feed.say('EURUSD', `1.08${String(500 + step)}`, `1.08${String(510 + step)}`)
    doors.feed.say('USDJPY', '150.002', '150.022')
    await phone.caughtUp()
    expect(since()).toEqual([['1.08501'], ['150.001']])
    // That of USDJPY says that the hub has looked: it is due, EURUSD is not for as long as the flood came after it.
    doors.steady.pass(1)
    await phone.until(() => since()[1]?.length === 2)
    await phone.caughtUp()
    expect(since()).toEqual([['1.08501'], ['150.001', '150.002']])
    doors.steady.pass(PACE - 1)
    await phone.until(() => since()[0]?.length === 2)
    expect(since()).toEqual([
      ['1.08501', '1.08600'],
      ['150.001', '150.002'],
    ])

    // And nothing after it, though time passes and the hub looks.
    doors.steady.pass(PACE)
    for (const bid of ['150.003', '150.004']) doors.feed.say('USDJPY', bid, '150.022')
    doors.steady.pass(PACE)
    await phone.until(() => since()[1]?.length === 4)
    await phone.caughtUp()
    expect(since()[0]).toEqual(['1.08501', '1.08600'])
  })

  test('six open candles of one instrument', async () => {
    const phone = await Phone.open()
    phone.say({ type: 'sub', params: ['KLINE.EURUSD', 'DAY_MARKET'] })
    const candles = () => phone.of('KLINE.EURUSD') as ServerMessages['KLINE'][]
    await phone.until(() => candles().length >= 6)
    const first = candles().slice(0, 6)
    expect(first.map((message) => message.data.kline.Period)).toEqual(['1min', '5min', '15min', '30min', '60min', '1day'])
    expect(first.every((message) => message.snapshot)).toBe(true)
    doors.feed.say('EURUSD', '1.08400', '1.08410')
    const day = () => candles().findLast((message) => message.data.kline.Period === '1day')?.data.kline
    await phone.until(() => day()?.Close === '1.08400')
    expect(day()).toMatchObject({ Open: '1.08500', Low: '1.08400' })
    phone.say({ type: 'unsub', params: 'KLINE.EURUSD' })
    await phone.caughtUp()
    const count = candles().length
    doors.feed.say('EURUSD', '1.08500', '1.08510')
    // A price and its candles leave together.
    await phone.until(() => phone.pushed('EURUSD').at(-1)?.data.quotation.bid === '1.08500')
    await phone.caughtUp()
    expect(candles()).toHaveLength(count)
  })
})

describe("one's own things", () => {
  test('profit of the own holdings moves with the price; a stranger hears nothing', async () => {
    const [ana, ben] = [await doors.person(), await doors.person()]
    const [phone, other] = [await Phone.open(), await Phone.open()]
    await phone.signIn(ana, ['FOREX_TRADE', 'FOREX_CLOSED'])
    await other.signIn(ben, ['FOREX_TRADE', 'FOREX_CLOSED'])
    expect(phone.of('login_result')).toEqual([{ type: 'login_result', code: 1, msg: '' }])
    expect(phone.of('FOREX_TRADE')[0]).toMatchObject({
      snapshot: true,
      seq: 1,
      data: { Balance: '100000.000000', TransOrder: [], HazardRate: '0.00' },
    })
    const { Id } = await ana.does('submit', buy)
    doors.feed.say('EURUSD', '1.08610', '1.08620')
    const trade = () => phone.of('FOREX_TRADE').at(-1)?.data as ForexTrade
    await phone.until(() => trade().ProfitsTotal === '10.000000')
    expect(trade()).toEqual({
      ProfitsTotal: '10.000000',
      HazardRate: '0.18',
      CautionMoneyAll: '361.666667',
      Balance: '99999.650000',
      Equity: '100009.650000',
      FreeMargin: '99647.983333',
      MarginLevel: '27652.43',
      TransOrder: [{ Id, UpdatePrice: '1.08610', FactProfits: '10.000000' }],
    })
    await ana.does('close', { id: Id })
    await phone.until(() => phone.of('FOREX_CLOSED').length === 2)
    expect(phone.of('FOREX_CLOSED')[1]).toEqual({ type: 'FOREX_CLOSED', seq: 2, data: { ids: [Id], reasons: ['user'] } })
    await other.caughtUp()
    expect([other.of('FOREX_CLOSED').length, other.of('FOREX_TRADE').length]).toEqual([1, 1])
    doors.feed.say('EURUSD', '1.08500', '1.08510')
  })

  test('a stop-loss, a filled pending order and a cancelled one are told, in words of the own language', async () => {
    const cara = await doors.person()
    const phone = await Phone.open()
    await phone.signIn(cara, ['FOREX_CLOSED', 'FOREX_NOTICE'])
    const stopped = await cara.does('submit', { ...buy, stop_loss_price: '1.08400' })
    const pending = await cara.does('submit', { ...buy, status: 0, target_price: '1.08405', stop_loss_price: '1.08000' })
    doors.feed.say('EURUSD', '1.08390', '1.08400')
    await phone.until(() => phone.of('FOREX_CLOSED').length === 2 && phone.of('FOREX_NOTICE').length === 2)
    expect(phone.of('FOREX_CLOSED')[1]?.data as ForexClosed).toEqual({ ids: [stopped.Id], reasons: ['stop_loss'] })
    const notice = phone.of('FOREX_NOTICE')[1]?.data as ForexNotice
    expect(notice).toMatchObject({
      kind: 'order_opened',
      order: pending.Id,
      words: `Pending order #${pending.Id} EURUSD was filled at 1.08400.`,
    })
    doors.feed.say('EURUSD', '1.08500', '1.08510')
  })

  test('a browser sends no header: what is told is in the language of its last sign-in, and changes with it', async () => {
    const ida = await doors.person()
    const phone = await Phone.open()
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
    const dan = await doors.person()
    const phone = await Phone.open()
    await phone.signIn(dan, ['FOREX_CLOSED', 'FOREX_NOTICE'])
    const big = await dan.does('submit', { ...buy, cont: '20' })
    const waiting = await dan.does('submit', { ...buy, status: 0, target_price: '1.05000' })
    doors.feed.say('EURUSD', '1.06500', '1.06510')
    doors.feed.say('EURUSD', '1.05300', '1.05310')
    await phone.until(() => phone.of('FOREX_CLOSED').length === 2 && phone.of('FOREX_NOTICE').length >= 5)
    expect(phone.of('FOREX_CLOSED')[1]?.data).toEqual({ ids: [waiting.Id, big.Id], reasons: ['stop_out', 'stop_out'] })
    expect(phone.of('FOREX_NOTICE').map((message) => (message.data as ForexNotice | null)?.kind)).toEqual([
      undefined,
      'margin_call',
      'margin_warning',
      'stopped_out',
      'order_cancelled',
    ])
    const [last] = (await dan.does('myDeal', { status: 3 })).data
    expect(last).toMatchObject({ Id: big.Id, CloseReason: 'stop_out', StopOut: { margin_level: expect.stringMatching(/^\d+\.\d\d$/) } })
    doors.feed.say('EURUSD', '1.08500', '1.08510')
  })

  test('without a sign-in private topics are silent; signing in starts them', async () => {
    const eva = await doors.person()
    const phone = await Phone.open()
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
    const [fay, hal] = [await doors.person(), await doors.person()]
    const [phone, other] = [await Phone.open(), await Phone.open()]
    await phone.signIn(fay, ['FOREX_TRADE'])
    await other.signIn(hal, ['FOREX_TRADE'])
    for (const person of [fay, hal]) await person.does('submit', buy)
    await fay.does('logout', {})
    await phone.until(() => phone.of('login_result').length === 2)
    expect(phone.of('login_result')[1]).toMatchObject({ code: 999 })
    const count = phone.of('FOREX_TRADE').length
    doors.feed.say('EURUSD', '1.08550', '1.08560')
    // Everybody's profit is pushed together.
    await other.until(() => (other.of('FOREX_TRADE').at(-1)?.data as ForexTrade | undefined)?.ProfitsTotal === '4.000000')
    await phone.caughtUp()
    expect(phone.of('FOREX_TRADE').length).toBe(count)
    doors.feed.say('EURUSD', '1.08500', '1.08510')
  })

  test('signing out by message does the same', async () => {
    const gil = await doors.person()
    const [phone, other] = [await Phone.open(), await Phone.open()]
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

describe('what a stranger may send', () => {
  test.each<[string, string | Buffer, string]>([
    ['no JSON', '{"type":', 'message_malformed'],
    ['a number', '7', 'message_malformed'],
    ['nothing', '', 'message_malformed'],
    ['a binary frame', Buffer.from([0, 1, 2]), 'message_malformed'],
    ['no type', '{"params":"DAY_MARKET"}', 'message_malformed'],
    ['an unknown type', '{"type":"shout"}', 'message_type_unknown'],
    ['a sub of nothing', '{"type":"sub"}', 'message_malformed'],
    ['a sub of a number', '{"type":"sub","params":[1]}', 'message_malformed'],
    ['an unknown topic', '{"type":"sub","params":"NEWS"}', 'topic_unknown'],
    ['an unknown code', '{"type":"sub","params":"KLINE.NOPE"}', 'topic_unknown'],
    ['a name every object has', '{"type":"sub","params":"__proto__"}', 'topic_unknown'],
    ['a token that is none', '{"type":"login","params":{"$ne":""}}', 'message_malformed'],
  ])('%s is answered with its word, and the line lives', async (_name, message, reason) => {
    const phone = await Phone.open({ headers: { lang: 'en' } })
    phone.wire.send(message)
    await phone.until(() => phone.of('error').length === 1)
    expect(phone.of('error')[0]?.reason).toBe(reason)
    phone.say('ping')
    await phone.until(() => phone.texts.at(-1) === 'pong')
  })

  test('more than 4 KiB closes the line', async () => {
    const phone = await Phone.open()
    phone.wire.send(`{"type":"sub","params":"${'x'.repeat(4096)}"}`)
    expect(await phone.closed).toBe(1009)
  })

  test('text that is none closes the line, and nobody else notices', async () => {
    const [phone, other] = [await Phone.open(), await Phone.open()]
    const socket = (phone.wire as unknown as { _socket: import('node:net').Socket })._socket
    socket.write(Buffer.from([0xf1, 0xff, 0xff, 0xff, 0xff]))
    await phone.closed
    other.say('ping')
    await other.until(() => other.texts.at(-1) === 'pong')
  })

  test('more than ten messages a second are ignored and said once, a flood is cut', async () => {
    const phone = await Phone.open()
    const pongs = () => phone.texts.filter((text) => text === 'pong').length
    doors.steady.stop()
    for (let count = 0; count < 30; count++) phone.say('ping')
    await phone.caughtUp()
    expect(pongs()).toBe(SOCKET_LIMITS.messagesPerSecond)
    expect(phone.of('error').map((message) => message.reason)).toEqual(['too_many_messages'])
    doors.steady.pass(1000)
    phone.say('ping')
    await phone.caughtUp()
    expect(pongs()).toBe(SOCKET_LIMITS.messagesPerSecond + 1)
    for (let count = 0; count < 300; count++) phone.say('ping')
    expect(await phone.closed).toBe(1008)
  })

  test('one address has so many sockets and no more; one closed makes room for another', async () => {
    const open = () =>
      Phone.open().then(
        (phone) => phone,
        (error: Error) => error.message,
      )
    // Those of the tests before may still be on their way out.
    await expect.poll(() => doors.hub.stats().connections, SOON).toBe(0)
    const opened = await Promise.all(Array.from({ length: 43 }, open))
    expect(opened.filter((each) => each === 'Unexpected server response: 429')).toHaveLength(3)
    phones.find((phone) => phone.wire.readyState === WebSocket.OPEN)?.wire.close()
    await expect.poll(() => doors.hub.stats().connections, SOON).toBe(39)
    expect(await open()).toBeInstanceOf(Phone)
    expect(await open()).toBe('Unexpected server response: 429')
  })

  test('asked for the same topic over and over, it gives one snapshot a second', async () => {
    const phone = await Phone.open()
    const snapshots = (topic: string) => phone.of(topic).filter((message) => message.snapshot).length
    const again = (topic: string) => {
      phone.say({ type: 'unsub', params: topic })
      phone.say({ type: 'sub', params: topic })
    }
    doors.steady.stop()
    // The candles were asked for a little sooner: that they come again says that the hub has looked who waits for what.
    for (let time = 0; time < 2; time++) again('KLINE.EURUSD')
    await phone.caughtUp()
    doors.steady.pass(1)
    for (let time = 0; time < 3; time++) again('DAY_MARKET')
    await phone.caughtUp()
    expect(snapshots('DAY_MARKET')).toBe(everything)
    doors.steady.pass(999)
    await phone.until(() => snapshots('KLINE.EURUSD') === 12)
    await phone.caughtUp()
    expect(snapshots('DAY_MARKET')).toBe(everything)
    // The last one asked for comes when its time has come.
    doors.steady.pass(1)
    await phone.until(() => snapshots('DAY_MARKET') === 2 * everything)

    // And none after it.
    doors.steady.pass(5000)
    for (let time = 0; time < 2; time++) again('KLINE.EURUSD')
    await phone.caughtUp()
    doors.steady.pass(1000)
    await phone.until(() => snapshots('KLINE.EURUSD') === 24)
    await phone.caughtUp()
    expect(snapshots('DAY_MARKET')).toBe(2 * everything)
  })

  test('a foreign page is refused at the upgrade, our own and a trusted one are not', async () => {
    const opened = (origin: string) =>
      Phone.open({ headers: { origin } }).then(
        () => 'open',
        (error: Error) => error.message,
      )
    expect(await opened('https://evil.example')).toBe('Unexpected server response: 403')
    expect(await opened('null')).toBe('Unexpected server response: 403')
    expect(await opened(`http://127.0.0.1:${doors.port}`)).toBe('open')
    expect(await opened('https://trusted.example')).toBe('open')
    const elsewhere = new WebSocket(`ws://127.0.0.1:${doors.port}/v1/other`)
    const message = await new Promise((resolve) => elsewhere.on('error', (error) => resolve(error.message)))
    expect(message).toBe('Unexpected server response: 404')
  })
})
