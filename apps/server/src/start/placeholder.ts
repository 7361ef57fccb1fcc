/**
 * Holds the ports from the first moment of a start. A port that is taken stops the start before a store is made, and a
 * load balancer that asks meanwhile reads 503 with the reason instead of a refused connection.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

export type StartPhase = 'starting' | 'store_unreachable'

export type Placeholder = {
  /** What `/healthz` says from now on. */
  say(phase: StartPhase): void
  /** Lets the ports go for the real servers. Later calls do nothing. */
  release(): Promise<void>
}

/** `port` 0 asks the system for any port, so nothing can be taken. Throws the error of the listener. */
export async function holdPorts(
  places: readonly { readonly host: string; readonly port: number | undefined }[],
): Promise<Placeholder> {
  let phase: StartPhase = 'starting'
  const servers: Server[] = []
  const release = async () => {
    await Promise.all(
      servers.splice(0).map(async (server) => {
        const closed = once(server, 'close')
        server.close()
        server.closeAllConnections()
        await closed
      }),
    )
  }
  try {
    for (const { host, port } of places) {
      if (port === undefined || port === 0) continue
      const server = createServer((_request, response) => {
        const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' }
        response
          .writeHead(503, headers)
          .end(JSON.stringify({ status: 'starting', ...(phase === 'starting' ? {} : { reason: phase }) }))
      })
      const listening = once(server, 'listening')
      server.listen({ host, port })
      await listening
      servers.push(server)
    }
  } catch (error) {
    await release()
    throw error
  }
  return {
    say: (next) => {
      phase = next
    },
    release,
  }
}
