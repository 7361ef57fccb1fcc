/**
 * Accepts sockets: on the right path, from our own pages or from programs, within the limits on connections. The
 * messages of an accepted socket go to its Listener.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { HEADER_LANGUAGE, SOCKET_LIMITS, SOCKET_PATH } from '@veritick/contract'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import { isOwnOrigin } from '../http/index.ts'
import { type Hosts, networkOf } from '../services/network/index.ts'
import { NetworkHolds } from '../services/rate-limits/index.ts'
import { Connection } from './connection.ts'
import type { Context } from './context.ts'
import type { Hub } from './hub.ts'
import { MessageBytes } from './message-bytes.ts'
import { BEAT_MILLIS, Pulse } from './pulse.ts'
import { Listener } from './session.ts'

/** Sockets of one process: each costs about 6 kB, beside the buffers of the system. */
export const CONNECTIONS_MAX = 20_000
/** Pieces of one message, at most: a message has 4 KiB. */
export const FRAGMENTS_MAX = 64

type Refused = { readonly status: string }

type Options = {
  readonly server: Server
  readonly hub: Hub
  readonly context: Pick<Context, 'sessions' | 'log' | 'config' | 'monotonicClock'>
  readonly hosts: Hosts
}

export function openSocketServer(options: Options): { stop(): void } {
  const { server, hub, context, hosts } = options
  const log = context.log.child({ part: 'socket' })
  const wires = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_LIMITS.messageBytes,
    perMessageDeflate: false,
    clientTracking: true,
    maxFragments: FRAGMENTS_MAX,
  })
  const pulse = new Pulse(wires.clients)
  const open = new NetworkHolds(context.config.socketsPerAddress)
  const messageBytes = new MessageBytes(context.monotonicClock)
  const parts = { hub, context, log, pulse, open, messageBytes }

  function admit(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origins } = context.config
    const greedy = !open.hasRoom(addressOf(request, context.config))
    const known = { origins, hosts, full: wires.clients.size >= CONNECTIONS_MAX, greedy }
    const refused = refusalOf(request, known)
    if (refused !== undefined) {
      refuse(socket, refused)
      return
    }
    wires.handleUpgrade(request, socket, head, (wire) => guarded(wire, log, () => serve(wire, request, parts)))
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    try {
      admit(request, socket, head)
    } catch (error) {
      log.error({ err: error }, 'a socket was refused: its request could not be checked')
      refuse(socket, { status: '500 Internal Server Error' })
    }
  }

  const timer = setInterval(() => pulse.beat(), BEAT_MILLIS)
  server.on('upgrade', upgrade)
  return {
    stop: () => {
      clearInterval(timer)
      server.off('upgrade', upgrade)
      hub.stop()
      wires.close()
    },
  }
}

function refuse(socket: Duplex, { status }: Refused): void {
  socket.on('error', () => {})
  // The client's half would otherwise stay open for as long as the client likes.
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}

/** Begins with a socket that was accepted. */
function serve(
  wire: WebSocket,
  request: IncomingMessage,
  parts: Pick<Options, 'hub' | 'context'> & {
    readonly log: Logger
    readonly pulse: Pulse
    readonly open: NetworkHolds
    readonly messageBytes: MessageBytes
  },
): void {
  const { hub, context, log, pulse, open, messageBytes } = parts
  const from = addressOf(request, context.config)
  const leave = open.take(from)
  wire.on('close', leave)
  const language = request.headers[HEADER_LANGUAGE]
  const connection = new Connection(wire, request.socket, {
    language: typeof language === 'string' ? language : undefined,
    address: from,
  })
  const listener = new Listener({
    connection,
    hub,
    sessions: context.sessions,
    from,
    messageBytes,
    clock: context.monotonicClock,
    log,
  })
  wire.on('close', () => {
    hub.remove(connection)
    pulse.answered(wire)
  })
  hub.add(connection)
  receiveFrom(wire, { listener, pulse, log })
}

/** An exception ends the socket whose client caused it, not the process. */
function guarded(wire: WebSocket, log: Logger, work: () => void): void {
  try {
    work()
  } catch (error) {
    log.error({ err: error }, 'a socket failed and was cut')
    wire.terminate()
  }
}

/** Hands what a client sends to the listener of its socket. */
function receiveFrom(
  wire: WebSocket,
  parts: { readonly listener: Listener; readonly pulse: Pulse; readonly log: Logger },
): void {
  const { listener, pulse, log } = parts
  wire.on('message', (data, isBinary) =>
    guarded(wire, log, () => listener.receive(isBinary ? undefined : String(data))),
  )
  wire.on('ping', () => guarded(wire, log, () => listener.receiveControl()))
  wire.on('pong', () => {
    pulse.answered(wire)
    guarded(wire, log, () => listener.receiveControl())
  })
  // Too large, not UTF-8, broken frames: ws closes the socket with the right code; no further answer is needed.
  wire.on('error', () => {})
}

/** A browser sends the page's origin: it must be ours or one that the operator trusts. Other programs send none. */
function refusalOf(
  request: IncomingMessage,
  known: {
    readonly origins: readonly string[]
    readonly hosts: Hosts
    readonly full: boolean
    readonly greedy: boolean
  },
): Refused | undefined {
  if (!known.hosts.accepts(request)) return { status: '421 Misdirected Request' }
  const [path] = (request.url ?? '').split('?')
  if (path !== SOCKET_PATH) return { status: '404 Not Found' }
  if (known.full) return { status: '503 Service Unavailable' }
  if (known.greedy) return { status: '429 Too Many Requests' }
  const { origin, host } = request.headers
  if (origin === undefined) return undefined
  return isOwnOrigin(origin, host) || known.origins.includes(origin) ? undefined : { status: '403 Forbidden' }
}

/** The network address, as for HTTP calls: behind a proxy the last address that the proxy names. */
function addressOf(request: IncomingMessage, config: Pick<Context['config'], 'trustProxy'>): string {
  // The last address is the one that our proxy saw; a client may have written those before it.
  const last = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
  const named = config.trustProxy ? last?.trim() : undefined
  return networkOf(named || (request.socket.remoteAddress ?? ''))
}
