/**
 * Holds the ports from the first moment of a start until the real servers take them over, without a moment in which
 * they are closed. A port that is taken stops the start before a store is made, and a
 * load balancer that asks meanwhile reads 503 with the reason instead of a refused connection.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type ConnectionLimits, limitClients, PATIENCE } from '../http/index.ts'

export type StartPhase = 'starting' | 'store_unreachable'

export type Placeholder = {
  /** Sets the phase that `/healthz` names from now on. */
  say(phase: StartPhase): void
  /**
   * The server that listens there, for the real one to go on with its socket; `undefined`: none does. It still answers
   * the connections that it has, and is given once.
   */
  handOver(place: Place): Server | undefined
  /** Lets the ports go that were not handed over. Later calls do nothing. */
  release(): Promise<void>
}

const RETRY_SECONDS = 2

/** For a browser that opens the site meanwhile. English, because no dictionary is loaded yet. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>Veritick</title>
<p>Veritick is starting. This page reloads by itself.</p>
</html>
`

type Place = { readonly host: string; readonly port: number | undefined }

/** `port` 0 asks the system for any port, so nothing can be taken. Throws the error of the listener. */
export async function holdPorts(places: readonly Place[], limits: ConnectionLimits): Promise<Placeholder> {
  let phase: StartPhase = 'starting'
  const servers = new Map<string, Server>()
  const release = async () => {
    await Promise.all(
      [...servers].map(async ([name, server]) => {
        servers.delete(name)
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
      const server = pageServer(() => phase)
      limitClients(server, limits)
      const listening = once(server, 'listening')
      server.listen({ host, port })
      await listening
      servers.set(nameOf({ host, port }), server)
    }
  } catch (error) {
    await release()
    throw error
  }
  return {
    say: (next) => {
      phase = next
    },
    handOver: (place) => {
      const server = servers.get(nameOf(place))
      servers.delete(nameOf(place))
      return server
    },
    release,
  }
}

/** Answers everything with the page or the state. A connection ends with its answer. */
function pageServer(phase: () => StartPhase): Server {
  return createServer(PATIENCE, ({ headers: { accept = '' } }, response) => {
    const forPeople = accept.includes('text/html')
    const headers = {
      'content-type': forPeople ? 'text/html; charset=utf-8' : 'application/json',
      'cache-control': 'no-store',
      'retry-after': String(RETRY_SECONDS),
      connection: 'close',
    }
    const reason = phase()
    const state = { status: 'starting', ...(reason === 'starting' ? {} : { reason }) }
    response.writeHead(503, headers).end(forPeople ? PAGE : JSON.stringify(state))
  })
}

const nameOf = ({ host, port }: Place) => `${host} ${port}`
