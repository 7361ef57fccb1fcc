/**
 * Closes a server of the process although a client holds a request that has begun. Node ends its timeouts of requests
 * when a server closes, so half a header, or a download that its client does not read, would keep it open for ever.
 */
import type { FastifyInstance } from 'fastify'

/**
 * How long requests that have begun may go on, from the moment at which the server takes no more. The app and then the
 * office are closed, and a stop has 9 s for all parts (start/stop-signals.ts).
 */
const CLOSING_GRACE_MS = 2_000

/** Resolves when no connection is left. After the grace, the server cuts off the rest. */
export async function closeWithin(app: FastifyInstance, graceMs: number = CLOSING_GRACE_MS): Promise<void> {
  const grace = setTimeout(() => app.server.closeAllConnections(), graceMs)
  try {
    await app.close()
  } finally {
    clearTimeout(grace)
  }
}
