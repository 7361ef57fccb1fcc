/**
 * How many connections one network address may hold. Each takes a file descriptor of the process, idle ones too, and
 * when these are used up no client at all can connect. A connection above the ceiling is refused before it is read.
 * Behind a trusted proxy all connections come from the proxy, which has to limit its clients itself.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../services/network/index.ts'
import { NetworkHolds } from '../services/rate-limits/index.ts'

const REFUSED = 'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * `max`: connections of one network at a time, those that became sockets included; wider networks of IPv6 have a
 * multiple. Before `server` listens.
 */
export function limitConnections(server: Server, max: number): void {
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

/** Nothing of it is read, so no request is begun. */
function refuse(socket: Socket): void {
  socket.on('error', () => {})
  socket.end(REFUSED, () => socket.destroy())
}
