/** Attacks on the socket: invalid messages affect no other connection, and no client gets more than its share. */
import { PERIODS, SOCKET_CLOSE, SOCKET_LIMITS } from '@veritick/contract'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Phone, Phones } from '@veritick/testing/test-sockets'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { READ_BYTES_PER_SECOND } from './connection.ts'
import { FRAGMENTS_MAX } from './server.ts'
import { FLOOD_PER_SECOND } from './session.ts'

let server: TestServer
let phones: Phones
/** As many messages as the first of all prices has: one an instrument. */
let everything: number
/** Long enough for the slowest machine; nothing waits for it where all is well. */
const SOON = { timeout: 20_000, interval: 20 }

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
    const phone = await phones.open({ headers: { lang: 'en' } })
    phone.wire.send(message)
    await phone.until(() => phone.of('error').length === 1)
    expect(phone.of('error')[0]?.reason).toBe(reason)
    phone.say('ping')
    await phone.until(() => phone.texts.at(-1) === 'pong')
  })

  test('unreadable messages are refused once a second, and a readable one among them is acted on', async () => {
    server.steady.stop()
    const phone = await phones.open()
    for (const message of ['{"type":"zz"}', '7', '{"type":"sub"}', '{"type":']) phone.wire.send(message)
    phone.say({ type: 'sub', params: 'KLINE.EURUSD' })
    await phone.until(() => phone.of('KLINE.EURUSD').length > 0)
    await phone.caughtUp()
    expect(phone.of('error').map(({ reason }) => reason)).toEqual(['message_type_unknown'])
    server.steady.pass(1_000)
    phone.wire.send('7')
    await phone.until(() => phone.of('error').length === 2)
    expect(phone.of('error')[1]?.reason).toBe('message_malformed')
  })

  test('a list of unknown topics gets one refusal, and its known topics are joined', async () => {
    const phone = await phones.open()
    const unknown = Array.from({ length: SOCKET_LIMITS.topics - 1 }, (_, index) => String(index))
    phone.say({ type: 'sub', params: [...unknown, 'KLINE.EURUSD'] })
    await phone.until(() => phone.of('KLINE.EURUSD').length > 0)
    await phone.caughtUp()
    expect(phone.of('error')).toMatchObject([{ reason: 'topic_unknown', topic: '0' }])
  })

  test('more than 4 KiB closes the line', async () => {
    const phone = await phones.open()
    phone.wire.send(`{"type":"sub","params":"${'x'.repeat(4096)}"}`)
    expect(await phone.closed).toBe(1009)
  })

  test('a text that is no message closes the connection, and no other client notices', async () => {
    const [phone, other] = [await phones.open(), await phones.open()]
    const socket = (phone.wire as unknown as { _socket: import('node:net').Socket })._socket
    socket.write(Buffer.from([0xf1, 0xff, 0xff, 0xff, 0xff]))
    await phone.closed
    other.say('ping')
    await other.until(() => other.texts.at(-1) === 'pong')
  })

  test('more than ten messages a second are ignored and said once, a flood is cut', async () => {
    const phone = await phones.open()
    const pongs = () => phone.texts.filter((text) => text === 'pong').length
    server.steady.stop()
    for (let count = 0; count < 30; count++) phone.say('ping')
    await phone.caughtUp()
    expect(pongs()).toBe(SOCKET_LIMITS.messagesPerSecond)
    expect(phone.of('error').map((message) => message.reason)).toEqual(['too_many_messages'])
    server.steady.pass(1000)
    phone.say('ping')
    await phone.caughtUp()
    expect(pongs()).toBe(SOCKET_LIMITS.messagesPerSecond + 1)
    for (let count = 0; count < 300; count++) phone.say('ping')
    expect(await phone.closed).toBe(1008)
  })

  /** The stream under a client, for bytes that no client library would send. */
  const streamOf = (phone: Phone) => (phone.wire as unknown as { _socket: import('node:net').Socket })._socket
  /** Another connection is not touched. */
  const isAnswered = async (other: Phone) => {
    other.say('ping')
    await other.until(() => other.texts.at(-1) === 'pong')
  }

  test.each<[string, () => Buffer, number]>([
    [
      'a length of four exabytes',
      () => Buffer.from([0x81, 0xff, 0x3f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
      1009,
    ],
    ['a frame without a mask', () => Buffer.from([0x81, 0x01, 0x41]), 1002],
    ['a message in more pieces than its limit', () => pieces(FRAGMENTS_MAX + 1), 1008],
  ])('%s closes the socket', async (_name, bytes, code) => {
    const [phone, other] = [await phones.open(), await phones.open()]
    streamOf(phone).write(bytes())
    expect(await phone.closed).toBe(code)
    await isAnswered(other)
  })

  test('a message in as many pieces as its limit is one message', async () => {
    const phone = await phones.open()
    streamOf(phone).write(pieces(FRAGMENTS_MAX))
    await phone.until(() => phone.of('error').length === 1)
    expect(phone.of('error')[0]?.reason).toBe('message_malformed')
    await isAnswered(phone)
  })

  test('a reset in the middle of a frame ends one socket and no other', async () => {
    const [phone, other] = [await phones.open(), await phones.open()]
    for (const each of [phone, other]) each.say({ type: 'sub', params: 'DAY_MARKET' })
    await other.until(() => other.of('DAY_MARKET').length >= everything)
    const { connections } = server.hub.stats()
    streamOf(phone).write(Buffer.from([0x81, 0xfe, 0x01]))
    streamOf(phone).resetAndDestroy()
    server.feed.say('EURUSD', '1.08530', '1.08540')
    await other.until(() => other.pushed('EURUSD').at(-1)?.data.quotation.bid === '1.08530')
    await expect.poll(() => server.hub.stats().connections, SOON).toBe(connections - 1)
  })

  test('pings of the protocol are answered up to a limit, a flood of them closes the socket', async () => {
    const [phone, other] = [await phones.open(), await phones.open()]
    server.steady.stop()
    for (let count = 0; count < FLOOD_PER_SECOND; count += 1) await phone.caughtUp()
    server.steady.pass(1000)
    for (let count = 0; count <= FLOOD_PER_SECOND; count += 1) phone.wire.pong()
    expect(await phone.closed).toBe(SOCKET_CLOSE.policy)
    await isAnswered(other)
  })

  test('more bytes than its limit close the socket, although the messages are few', async () => {
    server.steady.stop()
    const [phone, other] = [await phones.open(), await phones.open()]
    const large = JSON.stringify({ type: 'sub', params: 'x'.repeat(SOCKET_LIMITS.messageBytes - 100) })
    const count = Math.ceil((2 * READ_BYTES_PER_SECOND) / large.length)
    expect(count).toBeLessThan(FLOOD_PER_SECOND)
    for (let sent = 0; sent < count; sent += 1) phone.say(large)
    expect(await phone.closed).toBe(SOCKET_CLOSE.policy)
    await isAnswered(other)
  })

  test('wrong logins close the socket at the fifth, also those that a later login has replaced', async () => {
    const phone = await phones.open()
    for (let count = 1; count < SOCKET_LIMITS.loginsWrong; count++)
      phone.say({ type: 'login', params: `wrong ${count}` })
    await phone.until(() => phone.of('login_result').length > 0)
    expect(phone.of('login_result').every(({ code, reason }) => code === 999 && reason === 'session_ended')).toBe(true)
    const ana = await server.person()
    phone.say({ type: 'login', params: ana.token })
    await phone.until(() => phone.of('login_result').at(-1)?.code === 1)
    phone.say({ type: 'login', params: 'wrong at last' })
    expect(await phone.closed).toBe(SOCKET_CLOSE.loginsWrong)
  })

  test('one address has so many sockets and no more; one closed makes room for another', async () => {
    const open = () =>
      phones.open().then(
        (phone) => phone,
        (error: Error) => error.message,
      )
    // The connections of earlier tests may still be closing.
    await expect.poll(() => server.hub.stats().connections, SOON).toBe(0)
    const opened = await Promise.all(Array.from({ length: 43 }, open))
    expect(opened.filter((each) => each === 'Unexpected server response: 429')).toHaveLength(3)
    phones.all.find((phone) => phone.wire.readyState === WebSocket.OPEN)?.wire.close()
    await expect.poll(() => server.hub.stats().connections, SOON).toBe(39)
    expect(await open()).toBeInstanceOf(Phone)
    expect(await open()).toBe('Unexpected server response: 429')
  })

  test('asked for the same topic over and over, it gives one snapshot a second', async () => {
    const phone = await phones.open()
    const snapshots = (topic: string) => phone.of(topic).filter((message) => message.snapshot).length
    const again = (topic: string) => {
      phone.say({ type: 'unsub', params: topic })
      phone.say({ type: 'sub', params: topic })
    }
    server.steady.stop()
    // The candles were asked for a little sooner: that they come again says that the hub has looked who waits for what.
    for (let time = 0; time < 2; time++) again('KLINE.EURUSD')
    await phone.caughtUp()
    server.steady.pass(1)
    for (let time = 0; time < 3; time++) again('DAY_MARKET')
    await phone.caughtUp()
    expect(snapshots('DAY_MARKET')).toBe(everything)
    server.steady.pass(999)
    await phone.until(() => snapshots('KLINE.EURUSD') === 2 * PERIODS.length)
    await phone.caughtUp()
    expect(snapshots('DAY_MARKET')).toBe(everything)
    // The last one asked for comes when its time has come.
    server.steady.pass(1)
    await phone.until(() => snapshots('DAY_MARKET') === 2 * everything)

    // And none after it.
    server.steady.pass(5000)
    for (let time = 0; time < 2; time++) again('KLINE.EURUSD')
    await phone.caughtUp()
    server.steady.pass(1000)
    await phone.until(() => snapshots('KLINE.EURUSD') === 4 * PERIODS.length)
    await phone.caughtUp()
    expect(snapshots('DAY_MARKET')).toBe(2 * everything)
  })

  test.each(['add', 'join'] as const)(
    'a fault of ours while one client is served (%s) cuts its socket alone',
    async (step) => {
      const other = await phones.open()
      const fault = vi.spyOn(server.hub, step).mockImplementation(() => {
        throw new Error('a promise was broken')
      })
      const served = async () => {
        const phone = await phones.open()
        phone.say({ type: 'sub', params: 'DAY_MARKET' })
        return phone.closed
      }
      // A socket that is cut at once may not open at the client at all.
      expect(await served().catch(() => 1006)).toBe(1006)
      fault.mockRestore()
      await isAnswered(other)
      await isAnswered(await phones.open())
    },
  )

  test('a foreign page is refused at the upgrade, our own and a trusted one are not', async () => {
    const opened = (origin: string) =>
      phones.open({ headers: { origin } }).then(
        () => 'open',
        (error: Error) => error.message,
      )
    expect(await opened('https://evil.example')).toBe('Unexpected server response: 403')
    expect(await opened('null')).toBe('Unexpected server response: 403')
    expect(await opened(`http://127.0.0.1:${server.port}`)).toBe('open')
    expect(await opened('https://trusted.example')).toBe('open')
    const elsewhere = new WebSocket(`ws://127.0.0.1:${server.port}/v1/other`)
    const message = await new Promise((resolve) => elsewhere.on('error', (error) => resolve(error.message)))
    expect(message).toBe('Unexpected server response: 404')
  })
})

/** A text message in so many frames of one byte. */
function pieces(count: number): Buffer {
  const frame = (place: number) => {
    const opcode = (place === 0 ? 0x01 : 0x00) | (place === count - 1 ? 0x80 : 0x00)
    return Buffer.from([opcode, 0x81, 0, 0, 0, 0, 0x78])
  }
  return Buffer.concat(Array.from({ length: count }, (_, place) => frame(place)))
}
