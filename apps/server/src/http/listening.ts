/**
 * Listens on a port, or goes on listening where another server of this process already does: the page of a starting
 * process holds the ports, and a client must never find one closed between the two.
 */
import { promises as dns } from 'node:dns'
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Connections that the system holds until the process takes them; Linux allows as many (`net.core.somaxconn`). With
 * Node's 511 a reconnect of 5,000 clients at once overflowed them, and clients waited for the system's next tries.
 */
const CONNECTIONS_WAITING_MAX = 4_096

/** The server that holds this address, to be taken over; `undefined`: none does. Each can be taken once. */
export type HeldPorts = (place: { readonly host: string; readonly port: number }) => HttpServer | undefined

/** This name stands for the two loopback addresses where the machine has both; any other host is one address. */
const TWO_ADDRESSES = 'localhost'

/** Resolves when clients reach `app` there. Rejects with the error of the listener. Before `app` is ready. */
export async function listenOn(
  app: FastifyInstance,
  place: { readonly host: string; readonly port: number },
  held: HeldPorts = () => undefined,
): Promise<void> {
  const addresses = place.host === TWO_ADDRESSES ? await dns.lookup(place.host, { all: true }) : []
  const [first = place.host] = addresses.map(({ address }) => address)
  const beside: Server[] = []
  app.addHook('preClose', async () => {
    for (const server of beside) server.close()
  })
  await app.ready()
  const holder = held(place)
  if (holder === undefined) await app.listen({ host: first, port: place.port, backlog: CONNECTIONS_WAITING_MAX })
  else {
    const listening = once(app.server, 'listening')
    // On the same socket of the system: from here on its connections go to `app`, those in its queue too.
    app.server.listen(holder, CONNECTIONS_WAITING_MAX)
    await listening
  }
  const taken = app.server.address() as AddressInfo
  for (const { address } of addresses) {
    if (address === taken.address) continue
    const server = feeding(app.server)
    beside.push(server)
    await listenBeside(server, { app, address, port: taken.port })
  }
}

/**
 * A listener whose connections `server` treats as its own, so that the limits count them together. Fastify would open
 * a second HTTP server for the second address, which no limit reaches.
 */
function feeding(server: HttpServer): Server {
  // As Node's own HTTP server listens.
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit('connection', socket))
}

type Beside = { readonly app: FastifyInstance; readonly address: string; readonly port: number }

/** A machine without IPv6 may still name its address: the app is then reached at the other one alone. */
async function listenBeside(server: Server, { app, address, port }: Beside): Promise<void> {
  try {
    const listening = once(server, 'listening')
    server.listen({ host: address, port, backlog: CONNECTIONS_WAITING_MAX })
    await listening
  } catch (error) {
    app.log.warn({ err: error, address }, 'the server does not listen on one address of localhost')
  }
}
