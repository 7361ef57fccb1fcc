/**
 * Listens on a port, or goes on listening where another server of this process already does: the page of a starting
 * process holds the ports, and a client must never find one closed between the two.
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Connections that the system holds until the process takes them; Linux allows as many (`net.core.somaxconn`). With
 * Node's 511 a reconnect of 5,000 clients at once overflowed them, and clients waited for the system's next tries.
 */
const CONNECTIONS_WAITING_MAX = 4_096

/** The server that holds this address, to be taken over; `undefined`: none does. Each can be taken once. */
export type HeldPorts = (place: { readonly host: string; readonly port: number }) => Server | undefined

/** Resolves when clients reach `app` there. Rejects with the error of the listener. */
export async function listenOn(
  app: FastifyInstance,
  place: { readonly host: string; readonly port: number },
  held: HeldPorts = () => undefined,
): Promise<void> {
  await app.ready()
  const holder = held(place)
  // That name stands for two addresses, and one socket has one.
  if (holder !== undefined && place.host === 'localhost') await closed(holder)
  if (holder === undefined || place.host === 'localhost') {
    await app.listen({ ...place, backlog: CONNECTIONS_WAITING_MAX })
    return
  }
  const listening = once(app.server, 'listening')
  // On the same socket of the system: from here on its connections go to `app`, those in its queue too.
  app.server.listen(holder, CONNECTIONS_WAITING_MAX)
  await listening
}

async function closed(server: Server): Promise<void> {
  const closing = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closing
}
