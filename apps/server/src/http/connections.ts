/**
 * How many connections one network address may hold, how many unanswered requests one connection, and how much of its
 * answers may stay unread (unread-answers.ts). Each connection takes a file descriptor of the process, idle ones too,
 * and when these are used up no client at all can connect. A connection above the ceiling is refused before it is read.
 * Behind a trusted proxy all connections come from the proxy, which has to limit its clients itself.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../services/network/index.ts'
import { NetworkHolds } from '../services/rate-limits/index.ts'
import { limitBody } from './bodies.ts'
import type { Context } from './context.ts'
import { hangUp, refuseToRead } from './hang-up.ts'
import { limitUnread, UNREAD } from './unread-answers.ts'

export type ConnectionLimits = Pick<Context['config'], 'trustProxy' | 'socketsPerAddress' | 'connectionsPerAddress'>

/** How long a client may take, in milliseconds, as Node's servers name it. */
export const PATIENCE = {
  /** A client that stops sending is cut off, sooner while it has not even said what it wants. */
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  /** How often that is looked at; Node's own 30 s would let a client have twice the time. */
  connectionsCheckingInterval: 5_000,
} as const

const REFUSED = 'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** All limits of connections, for each server of the process before it listens. */
export function limitClients(server: Server, limits: ConnectionLimits): void {
  const { trustProxy, socketsPerAddress, connectionsPerAddress } = limits
  if (!trustProxy) limitConnections(server, socketsPerAddress + connectionsPerAddress)
  // All connections are the proxy's, which keeps the answers for its clients itself.
  const bytesOfNetworkMax = trustProxy ? UNREAD.bytesMax : UNREAD.bytesOfNetworkMax
  limitPipelining(server, limitUnread(server, { ...UNREAD, bytesOfNetworkMax }))
}

/**
 * `max`: connections of one network at a time, those that became sockets included; wider networks of IPv6 have a
 * multiple.
 */
function limitConnections(server: Server, max: number): void {
  const open = new NetworkHolds(max)
  const accepting = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress)
    if (!open.hasRoom(network)) {
      refuse(socket)
      return
    }
    socket.on('close', open.take(network))
    for (const accept of accepting) accept.call(server, socket)
  })
}

/**
 * A connection has one unanswered request at a time. A client that sends the next one sooner is cut off. Node would
 * hand over all requests of a piece of 64 KiB in one turn of the event loop, and orders would wait for them. The
 * answers wait for one another in Node; when the connection closes, those that wait never end and keep their files
 * open.
 */
function limitPipelining(server: Server, watchUnread: (response: ServerResponse) => void): void {
  const unanswered = new WeakSet<Socket>()
  const handling = server.listeners('request')
  server.removeAllListeners('request')
  const admit = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    // Node goes on reading the piece that it has.
    if (socket.destroyed) return
    if (unanswered.has(socket)) {
      hangUp(socket)
      return
    }
    unanswered.add(socket)
    response.once('close', () => unanswered.delete(socket))
    watchUnread(response)
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      refuseToRead(socket)
      return
    }
    limitBody(request, response)
    for (const handle of handling) handle.call(server, request, response)
  }
  server.on('request', admit)
  // Node would answer a request without a host itself, and read its body.
  Object.assign(server, { requireHostHeader: false })
  // Node would answer an `Expect` that it does not know itself, any number of times. The header is ignored instead.
  server.on('checkExpectation', admit)
}

/** Nothing of it is read, so no request is begun. */
function refuse(socket: Socket): void {
  socket.on('error', () => {})
  socket.end(REFUSED, () => socket.destroy())
}
