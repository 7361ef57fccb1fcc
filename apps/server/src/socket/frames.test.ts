/** Shared bytes are what `ws` would have sent: a client of `ws` reads them, at every form of length. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Connection } from './connection.ts'
import { type SharedMessage, Turn, textFrame, topicText } from './frames.ts'

let server: WebSocketServer
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
})
afterAll(() => server.close())

async function pair() {
  const reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const texts: string[] = []
  reader.on('message', (data) => texts.push(String(data)))
  const [wire, request] = (await once(server, 'connection')) as [WebSocket, IncomingMessage]
  if (reader.readyState !== WebSocket.OPEN) await once(reader, 'open')
  return {
    reader,
    texts,
    wire,
    stream: request.socket,
    connection: new Connection(wire, request.socket, { language: 'en', address: '127.0.0.1' }),
  }
}

const message = (seq: number, symbol = 'EURUSD'): SharedMessage => ({
  slot: symbol,
  seq,
  data: `{"symbol":"${symbol}","n":${seq}}`,
  symbol,
})
const seqs = (texts: readonly string[]) =>
  texts.flatMap((text) => {
    const read: unknown = JSON.parse(text)
    return (Array.isArray(read) ? read : [read]).map(({ seq, from, snapshot }) => [seq, from, snapshot])
  })
const some = (turn: readonly number[]) =>
  new Turn(
    'DAY_MARKET',
    turn.map((seq) => message(seq)),
  )
const snapshotAt = (seq: number) => new Turn('DAY_MARKET', [message(seq), message(seq, 'USDJPY')], true)

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])(
  'a text of %i bytes, before and after what ws sends',
  async (length) => {
    const { reader, texts, wire, stream } = await pair()
    const text = `${'ä'.repeat(Math.floor(length / 2))}${length % 2 === 1 ? 'x' : ''}`
    wire.send('before')
    stream.write(textFrame(text))
    wire.send('after')
    await expect.poll(() => texts).toEqual(['before', text, 'after'])
    reader.terminate()
  },
)

test('the text of a message names its number, the first that it stands for, and a snapshot', () => {
  const topic = 'DAY_MARKET'
  expect(topicText({ topic, seq: 7, data: '{}' })).toBe('{"type":"DAY_MARKET","seq":7,"data":{}}')
  expect(topicText({ topic, seq: 7, from: 7, data: '{}' })).toBe('{"type":"DAY_MARKET","seq":7,"data":{}}')
  expect(topicText({ topic, seq: 7, from: 5, isSnapshot: true, data: '{}' })).toBe(
    '{"type":"DAY_MARKET","seq":7,"from":5,"snapshot":true,"data":{}}',
  )
})

test('a connection that joined while a turn was written gets none of it: its snapshot has all of it', async () => {
  const { reader, texts, connection } = await pair()
  connection.join('DAY_MARKET')
  connection.begin(snapshotAt(9))
  connection.share(some([8, 9]))
  connection.share(some([10]))
  await expect
    .poll(() => seqs(texts))
    .toEqual([
      [9, undefined, true],
      [9, undefined, true],
      [10, undefined, undefined],
    ])
  reader.terminate()
})

test('the same messages in one frame for a client that asked for it, after what waits for it', async () => {
  const { reader, texts, connection } = await pair()
  connection.batch(true)
  connection.join('DAY_MARKET')
  connection.begin(snapshotAt(3))
  connection.say({ type: 'login_result', code: 1, msg: '' })
  connection.share(some([4, 5]))
  await expect.poll(() => texts.length).toBe(3)
  expect(texts[1]).toBe('[{"type":"login_result","code":1,"msg":""}]')
  expect(seqs([texts[0] ?? '', texts[2] ?? ''])).toEqual([
    [3, undefined, true],
    [3, undefined, true],
    [4, undefined, undefined],
    [5, undefined, undefined],
  ])
  reader.terminate()
})

test('before its snapshot a connection gets a first message that says it is one', async () => {
  const { reader, texts, connection } = await pair()
  connection.join('DAY_MARKET')
  connection.share(some([4, 5]))
  await expect
    .poll(() => seqs(texts))
    .toEqual([
      [4, undefined, true],
      [5, undefined, undefined],
    ])
  reader.terminate()
})
