/**
 * One socket: its topics, the numbers on its messages, and the handling of a slow reader. A slow reader gets the newest
 * value of a topic instead of a backlog. Messages that must not be lost are always queued, until the limit closes the
 * connection. The messages of public topics come with their bytes (frames.ts) and go directly to the stream under the
 * WebSocket. This is safe because `ws` writes whole frames at once as long as nothing is compressed.
 */
import type { Socket } from 'node:net'
import { SOCKET_CLOSE, SOCKET_LIMITS } from '@veritick/contract'
import { must } from '@veritick/domain'
import { type Language, languageOfHeader } from '@veritick/locales'
import type { WebSocket } from 'ws'
import type { Session } from '../calls/index.ts'
import { Allowance } from './allowance.ts'
import { type Turn, textFrame, topicText } from './frames.ts'

/** Unsent bytes from which a reader counts as behind: newer values replace older ones from here on. */
export const BEHIND_BYTES = 65_536
/**
 * A client must answer the close within this time, or the socket is cut: a client that does not read never sees the
 * close message.
 */
export const CLOSING_MILLIS = 2000
/** The same snapshot again no sooner than this. */
const SNAPSHOT_EVERY_MILLIS = 1000
/** Snapshots of one connection in a second: more topics than a screen shows. */
export const SNAPSHOTS_PER_CONNECTION = 20
/**
 * Bytes that a client may send in a second. Ten messages of the largest size are 40 KiB; frames that are no messages
 * count here alone.
 */
export const READ_BYTES_PER_SECOND = 65_536

/** The newest value of a slot while the reader is behind; `seq` when its topic numbers it for all sockets. */
type Held = { readonly topic: string; readonly data: string; readonly seq: number | undefined }

export class Connection {
  readonly #wire: WebSocket
  readonly #stream: Socket
  readonly #topics = new Set<string>()
  /** Last number sent, per topic; that of a private topic goes on when the topic is left and joined again. */
  readonly #numbers = new Map<string, number>()
  /** Topics whose snapshot is still to come. */
  readonly #fresh = new Set<string>()
  /** Newest value per slot while the reader is behind, the oldest first. */
  readonly #held = new Map<string, Held>()
  /** When a topic's snapshot was last asked for, whether it was left since or not. */
  readonly #begun = new Map<string, number>()
  readonly #snapshots = new Allowance(SNAPSHOTS_PER_CONNECTION)
  #behindSince: number | undefined
  /** Bytes read, and when, at the last look. */
  #read: { readonly bytes: number; readonly at: number | undefined }
  #closing = false
  #isBatching = false
  /** Messages of this turn that go out together, and their length. */
  #turn: string[] = []
  #turnLength = 0
  /** Frames that go out in one write, counted in `#turnLength`; `undefined`: a message is a write of its own. */
  #gathered: Buffer[] | undefined
  /** Codes that DAY_MARKET is narrowed to; `undefined`: every instrument. */
  symbols: ReadonlySet<string> | undefined
  session: Session | undefined
  language: Language
  /** The network that it comes from. */
  readonly address: string

  /** `stream`: the one that `wire` writes to. */
  constructor(
    wire: WebSocket,
    stream: Socket,
    client: { readonly language: string | undefined; readonly address: string },
  ) {
    this.#wire = wire
    this.#stream = stream
    // A proxy keeps its connections: this one may have carried calls before.
    this.#read = { bytes: stream.bytesRead, at: undefined }
    this.address = client.address
    this.language = languageOfHeader(client.language)
  }

  get topics(): ReadonlySet<string> {
    return this.#topics
  }

  get behind(): boolean {
    return this.#behindSince !== undefined
  }

  listens(topic: string): boolean {
    return this.#topics.has(topic)
  }

  /** True: the topic's next message is its first. */
  awaits(topic: string): boolean {
    return this.#fresh.has(topic)
  }

  join(topic: string): 'joined' | 'already' | 'full' {
    if (this.#topics.has(topic)) return 'already'
    if (this.#topics.size >= SOCKET_LIMITS.topics) return 'full'
    this.#topics.add(topic)
    this.#fresh.add(topic)
    return 'joined'
  }

  leave(topic: string): void {
    this.#fresh.delete(topic)
    this.#release(topic)
    this.#topics.delete(topic)
  }

  /**
   * Voids the earlier state of the topic: messages that were held back are never sent, and the next message says again
   * that it is a snapshot.
   */
  renew(topic: string): void {
    this.#release(topic)
    if (this.#topics.has(topic)) this.#fresh.add(topic)
  }

  /** True: its snapshot may be sent now, and counts as sent. `now` in milliseconds of any monotonic clock. */
  mayBegin(topic: string, now: number): boolean {
    const last = this.#begun.get(topic)
    if (last !== undefined && now - last < SNAPSHOT_EVERY_MILLIS) return false
    if (!this.#snapshots.has(now)) return false
    this.#snapshots.spend()
    this.#begun.set(topic, now)
    return true
  }

  /** Sends what the first messages of a private topic are made of, each marked as a snapshot. */
  snapshot(topic: string, parts: readonly string[]): void {
    if (!this.#topics.has(topic) || parts.length === 0) return
    this.#fresh.delete(topic)
    for (const data of parts) {
      const seq = (this.#numbers.get(topic) ?? 0) + 1
      this.#numbers.set(topic, seq)
      this.#line(topicText({ topic, seq, isSnapshot: true, data }))
    }
  }

  /** The first messages of a public topic: what every instrument stands at. */
  begin(snapshot: Turn): void {
    const { topic, last } = snapshot
    if (!this.#topics.has(topic) || snapshot.messages.length === 0) return
    this.#fresh.delete(topic)
    this.#release(topic)
    this.#numbers.set(topic, last)
    this.#pour(snapshot)
  }

  /**
   * Messages of a public topic. A reader that is behind, or narrowed the topic, gets its own instead of the shared.
   * Returns the number of its own.
   */
  share(turn: Turn): number {
    const { topic } = turn
    const next = (this.#numbers.get(topic) ?? 0) + 1
    // Its snapshot was made after these messages.
    if (next > turn.last) return 0
    const isNarrowed = topic === 'DAY_MARKET' && this.symbols !== undefined
    const isOwn = next !== turn.first || isNarrowed || this.#fresh.has(topic)
    if (isOwn || this.#isHolding()) return this.#shareOwn(turn)
    this.#numbers.set(topic, turn.last)
    this.#pour(turn)
    return 0
  }

  /** A value that a newer one of the same slot replaces. `data` is JSON. */
  push(topic: string, slot: string, data: string): void {
    if (this.#isHolding()) this.#hold(slot, { topic, data, seq: undefined })
    else this.#send({ topic, data, seq: undefined })
  }

  /** A message that is never dropped. */
  tell(topic: string, data: string): void {
    this.#send({ topic, data, seq: undefined })
  }

  /** Anything without a topic: answers to what was said. */
  say(message: object): void {
    this.#line(JSON.stringify(message))
  }

  /** True: the messages of one turn of the event loop go out as one frame with a list. */
  batch(isBatching: boolean): void {
    this.#flush()
    this.#isBatching = isBatching
  }

  /** True when this connection gets the price of this instrument. */
  shows(code: string): boolean {
    return this.symbols === undefined || this.symbols.has(code)
  }

  /** Any text, after what was said before it. */
  write(text: string): void {
    this.#flush()
    this.#put(text)
  }

  #put(text: string): void {
    if (this.#wire.readyState === this.#wire.OPEN) this.#wire.send(text)
  }

  /**
   * Now and then: sends what was held back, or gives up on a reader or a flood. `now` in milliseconds of any steady
   * clock. Returns the number of messages that it sent.
   */
  checkConnection(now: number): number {
    this.#limitRead(now)
    const unsent = this.#unsent()
    if (unsent <= BEHIND_BYTES) return this.#catchUp()
    this.#behindSince ??= now
    const tooLate = now - this.#behindSince >= SOCKET_LIMITS.unsentMillis
    if (unsent > SOCKET_LIMITS.unsentBytes || tooLate) this.close(SOCKET_CLOSE.slowReader, 'slow reader')
    return 0
  }

  close(code: number, why: string): void {
    if (this.#closing) return
    this.#closing = true
    this.#held.clear()
    this.#flush()
    this.#wire.close(code, why)
    setTimeout(() => this.#wire.terminate(), CLOSING_MILLIS).unref()
  }

  #release(topic: string): void {
    for (const [slot, held] of this.#held) if (held.topic === topic) this.#held.delete(slot)
  }

  #limitRead(now: number): void {
    const bytes = this.#stream.bytesRead
    const { at = now } = this.#read
    const seconds = Math.max(1, (now - at) / 1000)
    if (bytes - this.#read.bytes > READ_BYTES_PER_SECOND * seconds) {
      this.close(SOCKET_CLOSE.policy, 'too many bytes')
    }
    this.#read = { bytes, at: now }
  }

  #isHolding(): boolean {
    return this.#held.size > 0 || this.#unsent() > BEHIND_BYTES
  }

  /** The newest goes to the end, so that numbers rise when the values are sent. */
  #hold(slot: string, value: Held): void {
    this.#held.delete(slot)
    this.#held.set(slot, value)
  }

  #catchUp(): number {
    this.#behindSince = undefined
    const before = this.#held.size
    this.#together(() => {
      for (const [slot, value] of this.#held) {
        if (this.#unsent() > BEHIND_BYTES) return
        this.#held.delete(slot)
        this.#send(value)
      }
    })
    return before - this.#held.size
  }

  /** In one write; a message that stands for no other one is that of all sockets. */
  #shareOwn(turn: Turn): number {
    const { topic } = turn
    let own = 0
    this.#together(() => {
      for (const [at, { slot, seq, data, symbol }] of turn.messages.entries()) {
        if (symbol !== undefined && !this.shows(symbol)) continue
        own += 1
        const isNext = seq === (this.#numbers.get(topic) ?? 0) + 1
        if (this.#isHolding()) this.#hold(slot, { topic, data, seq })
        else if (isNext && !this.#isBatching && !this.#fresh.has(topic)) {
          this.#numbers.set(topic, seq)
          this.#gather(must(turn.frames[at], 'each message has a frame'))
        } else this.#send({ topic, data, seq })
      }
    })
    return own
  }

  /** A message with a number of its topic says from which number on it stands for those that were not sent. */
  #send({ topic, data, seq }: Held): void {
    const next = (this.#numbers.get(topic) ?? 0) + 1
    const isSnapshot = this.#fresh.delete(topic)
    this.#numbers.set(topic, seq ?? next)
    this.#line(topicText({ topic, seq: seq ?? next, from: isSnapshot ? undefined : next, isSnapshot, data }))
    if (this.#unsent() > SOCKET_LIMITS.unsentBytes) this.close(SOCKET_CLOSE.slowReader, 'slow reader')
  }

  #unsent(): number {
    return this.#stream.writableLength + this.#turnLength
  }

  #line(text: string): void {
    if (!this.#isBatching) {
      if (this.#gathered === undefined) this.#put(text)
      else this.#gather(textFrame(text))
      return
    }
    if (this.#turn.length === 0) setImmediate(() => this.#flush())
    this.#turn.push(text)
    this.#turnLength += text.length
  }

  #flush(): void {
    if (this.#turn.length === 0) return
    const text = `[${this.#turn.join(',')}]`
    this.#turn = []
    this.#turnLength = 0
    this.#put(text)
  }

  /** The messages that `send` sends go out in one write, because each write is a call of the system. */
  #together(send: () => void): void {
    this.#gathered = this.#isBatching ? undefined : []
    send()
    const frames = this.#gathered ?? []
    this.#gathered = undefined
    if (frames.length === 0) return
    this.#turnLength = 0
    if (this.#wire.readyState === this.#wire.OPEN) this.#stream.write(Buffer.concat(frames))
  }

  #gather(frame: Buffer): void {
    this.#gathered?.push(frame)
    this.#turnLength += frame.length
  }

  /** Shared bytes, after what was said before them. */
  #pour(turn: Turn): void {
    this.#flush()
    if (this.#wire.readyState !== this.#wire.OPEN) return
    this.#stream.write(this.#isBatching ? turn.list : turn.plain)
  }
}
