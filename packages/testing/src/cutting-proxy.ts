/**
 * A TCP proxy that cuts its connections after a number of bytes in one direction, in the middle of a frame as well as
 * between two. A test says for each connection when and how it ends.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Cut = {
  readonly direction: 'up' | 'down'
  /** Bytes that pass before it. */
  readonly after: number
  /** The end of the stream, a reset, or silence: the connection stays open and nothing passes any more. */
  readonly how: 'end' | 'reset' | 'silence'
}

export type CuttingProxy = {
  readonly port: number
  /** Connections that were cut. */
  readonly cuts: () => number
  /** The number of cut connections that are silent. */
  readonly silences: () => number
  /** Resets the connections that are open now. */
  cutAll(): void
  close(): Promise<void>
}

/** `cutOf` is asked for each new connection; `undefined`: it is never cut. */
export async function cuttingProxy(port: number, cutOf: () => Cut | undefined): Promise<CuttingProxy> {
  const sockets = new Set<Socket>()
  const ends = new Set<(how: Cut['how']) => void>()
  let cuts = 0
  let silences = 0
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    const cut = cutOf()
    let isCut = false
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        ends.delete(end)
        client.destroy()
        upstream.destroy()
      })
    }
    ends.add(end)
    function end(how: Cut['how']): void {
      isCut = true
      cuts += 1
      ends.delete(end)
      if (how === 'reset') client.resetAndDestroy()
      else if (how === 'end') client.end()
      else silences += 1
      if (how !== 'silence') upstream.destroy()
    }
    const pass = (direction: Cut['direction'], from: Socket, to: Socket) => {
      let passed = 0
      from.on('data', (piece: Buffer) => {
        if (isCut) return
        const left = cut?.direction === direction ? cut.after - passed : piece.length
        passed += piece.length
        to.write(piece.subarray(0, Math.max(0, left)))
        if (cut !== undefined && left < piece.length) end(cut.how)
      })
    }
    pass('up', client, upstream)
    pass('down', upstream, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cuts: () => cuts,
    silences: () => silences,
    cutAll: () => {
      for (const end of ends) end('reset')
    },
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
