/**
 * How many connections one network address may hold. Each takes a file descriptor of the process, idle ones too, and
 * when these are used up no client at all can connect. A connection above the ceiling is refused before it is read.
 * Behind a trusted proxy all connections come from the proxy, which has to limit its clients itself.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../services/network/index.ts'

const REFUSED = 'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** `max`: connections of one network at a time, those that became sockets included. Before `server` listens. */
export function limitConnections(server: Server, max: number): void {
  const open = new Map<string, number>()
  const accepting = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const from = networkOf(socket.remoteAddress)
    const held = open.get(from) ?? 0
    if (held >= max) {
      refuse(socket)
      return
    }
    open.set(from, held + 1)
    socket.on('close', () => {
      const left = (open.get(from) ?? 0) - 1
      if (left > 0) open.set(from, left)
      else open.delete(from)
    })
    for (const accept of accepting) accept.call(server, socket)
  })
}

/** Nothing of it is read, so no request is begun. */
function refuse(socket: Socket): void {
  socket.on('error', () => {})
  socket.end(REFUSED, () => socket.destroy())
}
