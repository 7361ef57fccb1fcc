/**
 * The live connection: one socket, subscriptions counted by their users, the heartbeat of the specification, figures
 * that count as old after a silence, and reconnection after a drop (with growing pauses), after more than two
 * unanswered pings, after sleep and after a gap in a topic's numbers. It sends a failed login again; until the server
 * confirms one, the connection is not live. It requests the messages of a turn in one frame. It is independent of
 * prices and screens. The socket is a parameter, so that tests use a real one.
 */
import { CODE_SUCCESS, HEARTBEAT_MILLIS, PING, PONG } from '@veritick/contract'

/** The common part of the browser's WebSocket and `ws`. */
export type Wire = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onclose' | 'onerror' | 'onmessage'>

/**
 * `live`: the server answers, and has confirmed the login if there is a token. `lost`: the connection should be live
 * and is not, so shown figures may be old.
 */
export type Connection = 'connecting' | 'live' | 'lost'

export type Message = { readonly topic: string; readonly data: unknown; readonly snapshot: boolean }

export type SocketOptions = {
  readonly connect: () => Wire
  readonly onMessage: (message: Message) => void
  readonly onConnection: (connection: Connection) => void
  /** Called when messages of a topic were missed: its data must be read again. */
  readonly onGap: (topic: string) => void
  /** `code` 1 confirms; 999: the session has ended. */
  readonly onLogin: (code: number) => void
  /** From 0 to 1. Spreads the reconnects of many clients. */
  readonly chance: () => number
}

export const CONNECT_TIMEOUT_MILLIS = 5000
/** With more unanswered pings than this the connection counts as lost. */
export const UNANSWERED_MAX = 2
/**
 * After this time without any message the figures count as old, before the connection itself counts as lost: at most
 * 10 seconds after the last one. A heartbeat with an answer that takes 3 seconds is no silence.
 */
export const SILENCE_MILLIS = 8000
/** Time in which the connection must answer after sleep. */
export const WAKE_TIMEOUT_MILLIS = 2000
/** Time in which the server must answer a login; then it is sent again. */
export const LOGIN_TIMEOUT_MILLIS = 5000
const PAUSE_FIRST_MILLIS = 500
const PAUSE_MAX_MILLIS = 15_000
const OPEN = 1

export class LiveSocket {
  readonly #options: SocketOptions
  readonly #topics = new Topics()
  /** The last number of each topic on this connection. */
  readonly #seen = new Map<string, number>()
  readonly #timers = {
    connect: new Timer(),
    heartbeat: new Timer(),
    silence: new Timer(),
    retry: new Timer(),
    wake: new Timer(),
    login: new Timer(),
  }
  #wire: Wire | undefined
  #token: string | undefined
  #language: string | undefined
  #started = false
  #waking = false
  /** False: a login was sent on this connection and is not confirmed. */
  #signedIn = true
  /** Failed connections and logins in a row. */
  #failures = 0
  #unanswered = 0

  constructor(options: SocketOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#started) return
    this.#started = true
    this.#options.onConnection('connecting')
    this.#connect()
  }

  stop(): void {
    this.#started = false
    if (this.#wire) this.#forget(this.#wire)
    this.#timers.retry.stop()
  }

  /** The first user of a topic subscribes it, the last one unsubscribes it. */
  subscribe(topic: string): () => void {
    if (this.#topics.join(topic)) this.#plan()
    let left = false
    return () => {
      if (!left && this.#topics.leave(topic)) this.#plan()
      left = true
    }
  }

  /** Signs the connection in; `undefined` signs it out. */
  setToken(token: string | undefined): void {
    if (token === this.#token) return
    this.#token = token
    if (token === undefined) this.#logout()
    else this.#login(token)
  }

  /**
   * Language of pushed sentences. A browser cannot send it as a header, so the login message carries it, again at each
   * change.
   */
  setLanguage(language: string): void {
    if (language === this.#language) return
    this.#language = language
    if (this.#token !== undefined) this.#login(this.#token)
  }

  /** The device slept or changed networks. The figures count as old until the server answers. */
  wake(): void {
    if (!this.#started) return
    const wire = this.#wire
    this.#failures = 0
    this.#options.onConnection('lost')
    if (wire?.readyState !== OPEN) {
      if (wire) this.#forget(wire)
      this.#connect()
      return
    }
    this.#waking = true
    this.#unanswered = 0
    this.#beat()
    this.#timers.wake.start(() => this.#drop(wire), WAKE_TIMEOUT_MILLIS)
  }

  #connect(): void {
    this.#timers.retry.stop()
    const wire = this.#options.connect()
    this.#wire = wire
    this.#timers.connect.start(() => this.#drop(wire), CONNECT_TIMEOUT_MILLIS)
    wire.onopen = () => this.#opened()
    wire.onmessage = (event) => {
      if (typeof event.data === 'string') this.#hear(event.data)
    }
    wire.onclose = () => this.#drop(wire)
    wire.onerror = () => this.#drop(wire)
  }

  #opened(): void {
    this.#timers.connect.stop()
    this.#unanswered = 0
    this.#signedIn = this.#token === undefined
    // One frame for all quotes of a moment, because each frame costs the page a task.
    this.#say({ type: 'batch', params: true })
    if (this.#token !== undefined) this.#login(this.#token)
    const topics = this.#topics.all()
    if (topics.length > 0) this.#say({ type: 'sub', params: topics })
    this.#beat()
  }

  /**
   * Drops the connection and plans the next attempt. The pause grows and is randomised, so that clients do not
   * reconnect at once.
   */
  #drop(wire: Wire): void {
    if (this.#wire !== wire) return
    this.#forget(wire)
    this.#options.onConnection('lost')
    this.#timers.retry.start(() => this.#connect(), this.#nextPause())
  }

  #nextPause(): number {
    const pause = Math.min(PAUSE_FIRST_MILLIS * 2 ** this.#failures, PAUSE_MAX_MILLIS)
    this.#failures += 1
    return pause * (0.5 + this.#options.chance() / 2)
  }

  #forget(wire: Wire): void {
    this.#wire = undefined
    this.#waking = false
    this.#seen.clear()
    wire.onopen = wire.onmessage = wire.onclose = null
    wire.onerror = () => undefined
    wire.close()
    for (const name of ['connect', 'heartbeat', 'silence', 'wake', 'login'] as const) this.#timers[name].stop()
  }

  #beat(): void {
    const wire = this.#wire
    if (wire?.readyState !== OPEN) return
    if (this.#unanswered > UNANSWERED_MAX) {
      this.#drop(wire)
      return
    }
    this.#unanswered += 1
    wire.send(PING)
    this.#timers.heartbeat.start(() => this.#beat(), HEARTBEAT_MILLIS)
  }

  #hear(text: string): void {
    this.#timers.silence.start(() => this.#options.onConnection('lost'), SILENCE_MILLIS)
    if (text === PONG) {
      this.#unanswered = 0
      this.#waking = false
      this.#alive()
      return
    }
    const wire = this.#wire
    for (const message of messagesOf(text)) {
      // A message may open a new connection; the rest of the old connection is then ignored.
      if (this.#wire !== wire) return
      if (message.kind === 'login') this.#takeLogin(message.code)
      else this.#take(message)
    }
  }

  #take(message: TopicMessage): void {
    const { topic, seq, from, data, snapshot } = message
    const last = this.#seen.get(topic)
    this.#seen.set(topic, seq)
    this.#alive()
    if (last !== undefined && !snapshot && (seq <= last || from > last + 1)) this.#resync(topic)
    this.#options.onMessage({ topic, data, snapshot })
  }

  #alive(): void {
    if (this.#waking) return
    this.#timers.wake.stop()
    if (!this.#signedIn) return
    this.#failures = 0
    this.#options.onConnection('live')
  }

  #resync(topic: string): void {
    this.#options.onGap(topic)
    if (!this.#topics.has(topic)) return
    this.#seen.delete(topic)
    this.#say({ type: 'unsub', params: topic })
    this.#say({ type: 'sub', params: topic })
  }

  /** Subscribes and unsubscribes of one tick go out in one message: the server limits messages, not topics. */
  #plan(): void {
    this.#topics.whenSettled(({ joined, left }) => {
      for (const topic of left) this.#seen.delete(topic)
      if (left.length > 0) this.#say({ type: 'unsub', params: left })
      if (joined.length > 0) this.#say({ type: 'sub', params: joined })
    })
  }

  /** A live connection stays live until the answer: the app has removed the figures of another account. */
  #login(token: string): void {
    if (this.#wire?.readyState !== OPEN) return
    this.#signedIn = false
    this.#say({ type: 'login', params: token, ...(this.#language !== undefined && { lang: this.#language }) })
    this.#timers.login.start(() => this.#loginFailed(token), LOGIN_TIMEOUT_MILLIS)
  }

  #logout(): void {
    this.#timers.login.stop()
    this.#say({ type: 'logout' })
    if (this.#signedIn) return
    this.#signedIn = true
    // The answer makes the connection live.
    this.#beat()
  }

  #takeLogin(code: number): void {
    const token = this.#token
    if (token !== undefined && code === CODE_SUCCESS) {
      this.#timers.login.stop()
      this.#signedIn = true
      this.#alive()
    }
    this.#options.onLogin(code)
    if (token !== undefined && token === this.#token && code !== CODE_SUCCESS) this.#loginFailed(token)
  }

  /** Quotes still arrive, but figures of the account do not. */
  #loginFailed(token: string): void {
    this.#options.onConnection('lost')
    this.#timers.login.start(() => this.#login(token), this.#nextPause())
  }

  #say(message: object): void {
    if (this.#wire?.readyState === OPEN) this.#wire.send(JSON.stringify(message))
  }
}

/** Users of each topic, and the changes since the last message. */
class Topics {
  readonly #users = new Map<string, number>()
  readonly #sent = new Set<string>()
  readonly #changed = new Set<string>()
  #planned = false

  has = (topic: string): boolean => this.#users.has(topic)

  /** All wanted topics, for a new connection. */
  all(): string[] {
    this.#changed.clear()
    this.#sent.clear()
    for (const topic of this.#users.keys()) this.#sent.add(topic)
    return [...this.#sent]
  }

  /** True for the first user. */
  join(topic: string): boolean {
    const users = this.#users.get(topic) ?? 0
    this.#users.set(topic, users + 1)
    this.#changed.add(topic)
    return users === 0
  }

  /** True for the last user. */
  leave(topic: string): boolean {
    const rest = (this.#users.get(topic) ?? 1) - 1
    this.#changed.add(topic)
    if (rest > 0) this.#users.set(topic, rest)
    else this.#users.delete(topic)
    return rest === 0
  }

  whenSettled(tell: (change: { readonly joined: string[]; readonly left: string[] }) => void): void {
    if (this.#planned) return
    this.#planned = true
    queueMicrotask(() => {
      this.#planned = false
      const changed = [...this.#changed]
      this.#changed.clear()
      const joined = changed.filter((topic) => this.#users.has(topic) && !this.#sent.has(topic))
      const left = changed.filter((topic) => !this.#users.has(topic) && this.#sent.has(topic))
      for (const topic of joined) this.#sent.add(topic)
      for (const topic of left) this.#sent.delete(topic)
      tell({ joined, left })
    })
  }
}

class Timer {
  #running: ReturnType<typeof setTimeout> | undefined

  start(work: () => void, millis: number): void {
    clearTimeout(this.#running)
    this.#running = setTimeout(work, millis)
  }

  stop(): void {
    clearTimeout(this.#running)
  }
}

type TopicMessage = {
  readonly kind: 'topic'
  readonly topic: string
  readonly seq: number
  /** The first number that the message covers: newer values replaced the values between. */
  readonly from: number
  readonly data: unknown
  readonly snapshot: boolean
}
type LoginMessage = { readonly kind: 'login'; readonly code: number }

/** A frame is a message or a list of them. Omits an `error`, and text that is no message. */
function messagesOf(text: string): readonly (TopicMessage | LoginMessage)[] {
  const read = json(text)
  return (Array.isArray(read) ? read : [read]).flatMap((each) => messageOf(each) ?? [])
}

function messageOf(message: unknown): TopicMessage | LoginMessage | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message) || typeof message.type !== 'string')
    return undefined
  if (message.type === 'login_result')
    return 'code' in message && typeof message.code === 'number' ? { kind: 'login', code: message.code } : undefined
  if (!('seq' in message) || typeof message.seq !== 'number' || !('data' in message)) return undefined
  const { type: topic, seq, data } = message
  const from = 'from' in message && typeof message.from === 'number' ? message.from : seq
  return { kind: 'topic', topic, seq, from, data, snapshot: 'snapshot' in message }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
