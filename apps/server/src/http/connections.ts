/**
 * How many connections one network address may hold. Each takes a file descriptor of the process, idle ones too, and
 * when these are used up no client at all can connect. A connection above the ceiling is refused before it is read.
 * Behind a trusted proxy all connections come from the proxy, which has to limit its clients itself.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../services/network/index.ts'
import { networkScopes } from '../services/rate-limits/index.ts'

const REFUSED = 'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * `max`: connections of one network at a time, those that became sockets included; wider networks of IPv6 have a
 * multiple. Before `server` listens.
 */
export function limitConnections(server: Server, max: number): void {
  const open = new Map<string, number>()
  const accepting = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const scopes = networkScopes(networkOf(socket.remoteAddress))
    if (scopes.some(({ network, times }) => (open.get(network) ?? 0) >= max * times)) {
      refuse(socket)
      return
    }
    for (const { network } of scopes) open.set(network, (open.get(network) ?? 0) + 1)
    socket.on('close', () => {
      for (const { network } of scopes) {
        const left = (open.get(network) ?? 0) - 1
        if (left > 0) open.set(network, left)
        else open.delete(network)
      }
    })
    for (const accept of accepting) accept.call(server, socket)
  })
}

/** Nothing of it is read, so no request is begun. */
function refuse(socket: Socket): void {
  socket.on('error', () => {})
  socket.end(REFUSED, () => socket.destroy())
}
