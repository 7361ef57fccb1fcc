/**
 * Ends a connection without reading on. When a socket is destroyed, Node still calls JavaScript for each request and
 * each chunk in the 64 KiB that it has read: 12 ms of the main thread, which a client could ask for with each new
 * connection.
 */
import type { Socket } from 'node:net'

/** One of Node's parsers. It calls the functions under these numbers, and does without one that is missing. */
type Parser = { [number: number]: unknown } & { readonly constructor: { readonly [name: string]: unknown } }
const CALLED = ['kOnHeaders', 'kOnHeadersComplete', 'kOnBody', 'kOnMessageComplete']

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * Nothing more of what the client sends is handed over. The caller ends the connection. Node gives the parser to
 * another connection then, so its functions are put back.
 */
export function stopReading(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: Parser | null }
  if (parser === undefined || parser === null) return
  for (const name of CALLED) {
    const at = parser.constructor[name]
    const called = typeof at === 'number' ? parser[at] : undefined
    if (typeof at !== 'number' || typeof called !== 'function') continue
    parser[at] = undefined
    socket.once('close', () => {
      parser[at] = called
    })
  }
}

/** Without an answer. */
export function hangUp(socket: Socket): void {
  stopReading(socket)
  socket.destroy()
}

/** With the answer 400, which must be the first of the request. */
export function refuseToRead(socket: Socket): void {
  stopReading(socket)
  socket.end(BAD_REQUEST, () => socket.destroy())
}
