/** A server on one of the two stores, for tests that must hold on both. Its `close` removes the store too. */
import type { Config } from '../../../apps/server/src/config/index.ts'
import { openLocation, type StoreKind, type StoreLocation } from './stores.ts'
import { openTestServer, type TestServer } from './test-server.ts'

export async function openServerOn(kind: StoreKind, asked: Partial<Config> = {}): Promise<TestServer> {
  const { dataDir, databaseUrl, clean } = await openLocation(kind, ['simulated'])
  const server = await openTestServer({ dataDir, config: { ...asked, databaseUrl }, patient: true }).catch(
    async (error: unknown) => {
      await clean()
      throw error
    },
  )
  const { close } = server
  return Object.assign(server, {
    close: async () => {
      try {
        await close()
      } finally {
        await clean()
      }
    },
  })
}

/** A start on a store that stands already; its `close` leaves the store, for a further start. */
export const startOn = ({ dataDir, databaseUrl }: StoreLocation, asked: Partial<Config> = {}): Promise<TestServer> =>
  openTestServer({ dataDir, config: { ...asked, databaseUrl }, patient: true })
