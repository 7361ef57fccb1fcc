/**
 * What a socket's owner says, one message at a time: subscriptions, sign-in, heartbeat. Whatever cannot be read is answered with
 * its word and hurts nobody else.
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

/** Messages in one second after which the line is cut instead of answered. */
const FLOOD_PER_SECOND = 10 * SOCKET_LIMITS.messagesPerSecond
const SECOND = 1000

export type Listener = { readonly heard: (text: string | undefined) => void }

/** `heard` takes the text of a message, or `undefined` for one that is not text. */
export function listen(options: {
  readonly connection: Connection
  readonly hub: Hub
  readonly sessions: Sessions
  /** The network that it comes from. */
  readonly from: string
  /** Milliseconds that only grow. */
  readonly clock: () => number
  readonly log: Logger
}): Listener {
  const { connection, hub, sessions, from, clock, log } = options
  let second = 0
  let heardInSecond = 0
  /** Sign-ins in their order: the last one said is the one that counts. */
  let signIns = 0
  let loginsWrong = 0

  function refuse(reason: Reason, topic?: string): void {
    const { language } = connection
    connection.say({ type: 'error', code: ERROR_CODES[reason], reason, msg: say(language, `refusals.${reason}`), topic })
  }

  /** False: too many, and said so once a second. */
  function withinLimits(): boolean {
    const now = Math.floor(clock() / SECOND)
    if (now !== second) {
      second = now
      heardInSecond = 0
    }
    heardInSecond += 1
    if (heardInSecond > FLOOD_PER_SECOND) connection.close(SOCKET_CLOSE.policy, 'too many messages')
    else if (heardInSecond === SOCKET_LIMITS.messagesPerSecond + 1) refuse('too_many_messages')
    return heardInSecond <= SOCKET_LIMITS.messagesPerSecond
  }

  function join(topic: string, symbols: readonly string[] | undefined): void {
    const joined = hub.join(connection, topic, symbols)
    if (joined === 'unknown') refuse('topic_unknown', topic)
    if (joined === 'full') refuse('too_many_topics', topic)
  }

  async function signIn(token: string): Promise<void> {
    signIns += 1
    const turn = signIns
    const session = await sessions.findFor(token, () => from)
    // Also one that a later login has replaced: it was tried.
    if (typeof session === 'string') loginsWrong += 1
    if (turn === signIns && typeof session === 'string') {
      hub.signOut(connection)
      connection.say(loginRefused(connection, session))
    }
    if (loginsWrong >= SOCKET_LIMITS.loginsWrong) connection.close(SOCKET_CLOSE.loginsWrong, 'too many wrong logins')
    if (turn !== signIns || typeof session === 'string') return
    connection.say({ type: 'login_result', code: CODE_SUCCESS, msg: '' })
    hub.signIn(connection, session)
  }

  function act(text: string): void {
    const read = clientMessage.safeParse(parse(text))
    if (!read.success) {
      refuse(isTyped(text) ? 'message_type_unknown' : 'message_malformed')
      return
    }
    const message = read.data
    switch (message.type) {
      case 'sub':
        for (const topic of topicsOf(message.params)) join(topic, message.symbols)
        return
      case 'unsub':
        for (const topic of topicsOf(message.params)) hub.leave(connection, topic)
        return
      case 'login':
        if (message.lang !== undefined) connection.language = languageOfHeader(message.lang)
        signIn(message.params).catch((error: unknown) => {
          log.error({ err: error }, 'a socket sign-in failed')
          refuse('internal_error')
        })
        return
      case 'batch':
        connection.batch(message.params)
        return
      case 'logout':
        signIns += 1
        hub.signOut(connection)
        return
      default:
        unreachable(message)
    }
  }

  return {
    heard: (text) => {
      if (!withinLimits()) return
      if (text === PING) connection.write(PONG)
      else if (text === undefined) refuse('message_malformed')
      else act(text)
    },
  }
}

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(clientMessage.options.map((option) => option.shape.type.value))

/** True when the message is an object with a type that we do not know: a newer client, not a broken one. */
function isTyped(text: string): boolean {
  const parsed = parse(text)
  return (
    typeof parsed === 'object' && parsed !== null && 'type' in parsed && typeof parsed.type === 'string' && !KNOWN_TYPES.has(parsed.type)
  )
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
