/**
 * Thousands of clients on the home list over plain TCP: each shakes hands, asks for every price, and counts bytes. One
 * in twenty-five reads its frames and notes when each quote came, so that reading costs little beside the servers.
 */
import { connect, type Socket } from 'node:net'
import { assert } from '@veritick/domain'
import { type Stamp, serve, sharedMicros } from './part.ts'

const SAMPLED_EVERY = 25
/** Handshakes that are open at a time. */
const OPENING_MAX = 100
/** Less than the first messages of the home list have. */
const SNAPSHOT_BYTES = 10_000
/** The end of the handshake's answer. */
const HANDSHAKE_END = '\r\n\r\n'
const QUOTE = /"symbol":"([^"]+)".*?"seq":(\d+)/g
/** Marks a snapshot. Messages without it are pushes. */
const SNAPSHOT = '"snapshot":true'

class Client {
  readonly socket: Socket
  bytes = 0
  readonly #isSampled: boolean
  #isOpen = false
  #unread: Buffer = Buffer.alloc(0)

  constructor(options: { readonly port: number; readonly isSampled: boolean; readonly opened: () => void }) {
    this.#isSampled = options.isSampled
    const callback = (length: number, buffer: Uint8Array): boolean => {
      this.bytes += length
      let piece: Buffer | undefined = this.#isSampled ? Buffer.from(buffer.subarray(0, length)) : undefined
      if (!this.#isOpen) {
        this.#isOpen = true
        options.opened()
        piece = piece?.subarray(piece.indexOf(HANDSHAKE_END) + HANDSHAKE_END.length)
      }
      if (piece !== undefined) this.#read(piece)
      return true
    }
    this.socket = connect({ port: options.port, host: '127.0.0.1', onread: { buffer: shared, callback } })
    this.socket.on('error', (error) => failures.push(error.message))
    this.socket.on('close', () => {
      if (clients.includes(this)) failures.push('a socket was closed')
    })
    this.socket.write(
      `GET /v1/ws HTTP/1.1\r\nHost: 127.0.0.1:${options.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    )
  }

  say(text: string): void {
    this.socket.write(maskedFrame(text))
  }

  #read(piece: Buffer): void {
    const now = sharedMicros()
    const bytes = this.#unread.length === 0 ? piece : Buffer.concat([this.#unread, piece])
    let at = 0
    for (;;) {
      const frame = frameAt(bytes, at)
      if (frame === undefined) break
      at = frame.end
      for (const text of frame.text.split('},{"type"')) {
        if (text.includes(SNAPSHOT)) continue
        for (const [, symbol = '', number] of text.matchAll(QUOTE)) received.push([symbol, Number(number), now])
      }
    }
    this.#unread = bytes.subarray(at)
  }
}

type Opening = {
  readonly port: number
  readonly count: number
  readonly says: readonly string[]
  readonly openingMax?: number
}

const shared = Buffer.alloc(65_536)
const failures: string[] = []
let clients: Client[] = []
let received: Stamp[] = []

/** Pongs that no ping asked for: the server closes a connection that sends nothing for a minute. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const PONG_SECONDS = 10
let second = 0
setInterval(() => {
  second += 1
  for (let place = second % PONG_SECONDS; place < clients.length; place += PONG_SECONDS)
    clients[place]?.socket.write(PONG)
}, 1000).unref()

serve({
  open,
  /** Waits until nothing has come for a moment, then forgets what came. */
  settle: async () => {
    let before = -1
    for (;;) {
      const bytes = clients.reduce((sum, client) => sum + client.bytes, 0)
      if (bytes === before) break
      before = bytes
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    received = []
    for (const client of clients) client.bytes = 0
  },
  /** The quotes of the sampled sockets, and the bytes of an average socket by those of the first. */
  take: () => {
    const bytes = clients.map((client) => client.bytes)
    const sampled = Math.ceil(clients.length / SAMPLED_EVERY)
    const total = bytes.reduce((sum, each) => sum + each, 0)
    return { sampled, received, failures, share: total / bytes.length / Math.max(1, bytes[0] ?? 1) }
  },
  /** Reconnects all clients at once, again and again for `seconds`. Returns how often. */
  storm: async ({ seconds, ...opening }: Opening & { readonly seconds: number }) => {
    const until = performance.now() + seconds * 1000
    let storms = 0
    for (; performance.now() < until; storms += 1) {
      await close()
      await open({ ...opening, openingMax: opening.count })
      while (clients.some(({ bytes }) => bytes < SNAPSHOT_BYTES)) {
        await pauseOrThrow(10)
      }
    }
    return storms
  },
  close,
})

/** Opens the sockets, `openingMax` of them at a time; `says` is said by each of them. */
async function open({ port, count, says, openingMax = OPENING_MAX }: Opening): Promise<void> {
  let opening = 0
  for (let place = 0; place < count; place += 1) {
    while (opening >= openingMax) await pauseOrThrow(1)
    opening += 1
    const opened = () => {
      opening -= 1
    }
    const client = new Client({ port, isSampled: place % SAMPLED_EVERY === 0, opened })
    clients.push(client)
    for (const text of says) client.say(text)
  }
  while (opening > 0) await pauseOrThrow(5)
}

/** A socket that fails ends the measurement. */
async function pauseOrThrow(milliseconds: number): Promise<void> {
  assert(failures.length === 0, failures[0] ?? '')
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function close(): Promise<void> {
  const closing = clients.filter(({ socket }) => !socket.closed)
  const ends = closing.map(({ socket }) => new Promise((resolve) => socket.on('close', resolve)))
  clients = []
  for (const { socket } of closing) socket.destroy()
  await Promise.all(ends)
}

function frameAt(bytes: Buffer, at: number): { readonly text: string; readonly end: number } | undefined {
  if (bytes.length < at + 2) return undefined
  const short = bytes.readUInt8(at + 1)
  const head = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < at + head) return undefined
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
  const end = at + head + length
  return bytes.length < end ? undefined : { text: bytes.toString('utf8', at + head, end), end }
}

/** With a mask of zeros, which leaves the bytes as they are. */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 + payload.length, 0, 0, 0, 0]), payload])
}
