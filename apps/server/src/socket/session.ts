/**
 * The messages of one socket's client, one at a time: subscriptions, sign-in, heartbeat. A message that cannot be read
 * is refused with its reason and affects no other connection.
 */
import { CODE_SUCCESS, ERROR_CODES, PING, PONG, type Reason, SOCKET_CLOSE, SOCKET_LIMITS } from '@veritick/contract'
import { clientMessage } from '@veritick/contract/schemas'
import { unreachable } from '@veritick/domain'
import { languageOfHeader } from '@veritick/locales'
import type { Logger } from 'pino'
import { say } from '../calls/index.ts'
import type { Sessions } from '../features/sessions/index.ts'
import type { Connection } from './connection.ts'
import type { Hub } from './hub.ts'
import { loginRefused } from './login-refusal.ts'
import type { MessageBytes } from './message-bytes.ts'

/** Messages in one second, or pings and pongs, after which the connection is closed instead of answered. */
export const FLOOD_PER_SECOND = 4 * SOCKET_LIMITS.messagesPerSecond
const SECOND = 1000

type Parts = {
  readonly connection: Connection
  readonly hub: Hub
  readonly sessions: Sessions
  /** The network that it comes from. */
  readonly from: string
  readonly messageBytes: MessageBytes
  /** Milliseconds that only grow. */
  readonly clock: () => number
  readonly log: Logger
}

export class Listener {
  readonly #parts: Parts
  #second = 0
  #receivedInSecond = 0
  #controlInSecond = 0
  #isRefusedInSecond = false
  #isUnreadableInSecond = false
  /** Sign-ins in their order: the newest one counts. */
  #signIns = 0
  #loginsWrong = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** `text`: a message, or `undefined` for one that is not text. */
  receive(text: string | undefined): void {
    if (!this.#withinLimits()) return
    if (text === PING) this.#parts.connection.write(PONG)
    else if (text === undefined) this.#refuseUnreadable('message_malformed')
    else if (this.#mayRead(text)) this.#act(text)
  }

  /** False: the message is refused, once a second, and not read. */
  #mayRead(text: string): boolean {
    const { messageBytes, connection, from } = this.#parts
    if (messageBytes.take(connection, from, Buffer.byteLength(text))) return true
    if (!this.#isRefusedInSecond) this.#refuse('too_many_messages')
    this.#isRefusedInSecond = true
    return false
  }

  /** A ping or a pong of the protocol. They have a limit of their own in each second, because `ws` answers them. */
  receiveControl(): void {
    this.#startSecond()
    this.#controlInSecond += 1
    if (this.#controlInSecond > FLOOD_PER_SECOND) {
      this.#parts.connection.close(SOCKET_CLOSE.policy, 'too many control frames')
    }
  }

  #startSecond(): void {
    const now = Math.floor(this.#parts.clock() / SECOND)
    if (now === this.#second) return
    this.#second = now
    this.#receivedInSecond = 0
    this.#controlInSecond = 0
    this.#isRefusedInSecond = false
    this.#isUnreadableInSecond = false
  }

  /** False: too many messages. The client gets this refusal once a second. */
  #withinLimits(): boolean {
    this.#startSecond()
    this.#receivedInSecond += 1
    const received = this.#receivedInSecond
    if (received > FLOOD_PER_SECOND) this.#parts.connection.close(SOCKET_CLOSE.policy, 'too many messages')
    else if (received === SOCKET_LIMITS.messagesPerSecond + 1) this.#refuse('too_many_messages')
    return received <= SOCKET_LIMITS.messagesPerSecond
  }

  #act(text: string): void {
    const { connection, hub } = this.#parts
    const sent = parse(text)
    const type = typeOf(sent)
    // Without a known type there is nothing to check, and a fault of the schema would cost far more than the look.
    const read = type !== undefined && KNOWN_TYPES.has(type) ? clientMessage.safeParse(sent) : undefined
    if (read?.success !== true) {
      this.#refuseUnreadable(type === undefined || read !== undefined ? 'message_malformed' : 'message_type_unknown')
      return
    }
    const message = read.data
    switch (message.type) {
      case 'sub':
        this.#join(topicsOf(message.params), message.symbols)
        return
      case 'unsub':
        for (const topic of topicsOf(message.params)) hub.leave(connection, topic)
        return
      case 'login':
        if (message.lang !== undefined) connection.language = languageOfHeader(message.lang)
        this.#signIn(message.params).catch((error: unknown) => {
          this.#parts.log.error({ err: error }, 'a socket sign-in failed')
          this.#refuse('internal_error')
        })
        return
      case 'batch':
        connection.batch(message.params)
        return
      case 'logout':
        this.#signIns += 1
        hub.signOut(connection)
        return
      default:
        unreachable(message)
    }
  }

  /** One refusal names the first refused topic: one for each would cost far more than the message. */
  #join(topics: readonly string[], symbols: readonly string[] | undefined): void {
    const { connection, hub } = this.#parts
    const answers = topics.map((topic) => ({ topic, joined: hub.join(connection, topic, symbols) }))
    const refused = answers.find(({ joined }) => joined !== 'joined')
    if (refused !== undefined) {
      this.#refuse(refused.joined === 'full' ? 'too_many_topics' : 'topic_unknown', refused.topic)
    }
  }

  async #signIn(token: string): Promise<void> {
    const { connection, hub, sessions, from } = this.#parts
    this.#signIns += 1
    const turn = this.#signIns
    const session = await sessions.findFor(token, () => from)
    // A wrong token counts also when a later login has replaced it.
    if (typeof session === 'string') this.#loginsWrong += 1
    const isNewest = turn === this.#signIns
    if (isNewest && typeof session === 'string') {
      hub.signOut(connection)
      connection.say(loginRefused(connection, session))
    }
    if (this.#loginsWrong >= SOCKET_LIMITS.loginsWrong) {
      connection.close(SOCKET_CLOSE.loginsWrong, 'too many wrong logins')
    }
    if (!isNewest || typeof session === 'string') return
    connection.say({ type: 'login_result', code: CODE_SUCCESS, msg: '' })
    hub.signIn(connection, session)
  }

  /** Once a second: a refusal costs far more than the few bytes of such a message. */
  #refuseUnreadable(reason: 'message_malformed' | 'message_type_unknown'): void {
    if (!this.#isUnreadableInSecond) this.#refuse(reason)
    this.#isUnreadableInSecond = true
  }

  #refuse(reason: Reason, topic?: string): void {
    const { connection } = this.#parts
    const msg = say(connection.language, `refusals.${reason}`)
    connection.say({ type: 'error', code: ERROR_CODES[reason], reason, msg, topic })
  }
}

const KNOWN_TYPES: ReadonlySet<string> = new Set(clientMessage.options.map((option) => option.shape.type.value))

/** A type that we do not know is that of a newer client; `undefined`: a broken message. */
function typeOf(sent: unknown): string | undefined {
  const isTyped = typeof sent === 'object' && sent !== null && 'type' in sent && typeof sent.type === 'string'
  return isTyped ? (sent.type as string) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function topicsOf(params: string | readonly string[]): readonly string[] {
  return typeof params === 'string' ? [params] : [...new Set(params)]
}
