/** The server of the tests of closures, a closing by staff, and the states of a customer's closures. */
import type { UserId } from '@veritick/domain'
import { CORA, openChannels } from '@veritick/testing/customers'
import { openServerOn } from '@veritick/testing/server-on'
import type { StoreKind } from '@veritick/testing/stores'
import type { TestServer } from '@veritick/testing/test-server'

export async function openClosingServer(kind: StoreKind): Promise<TestServer> {
  const server = await openServerOn(kind)
  await openChannels(server, { card_provider: 'sandbox' })
  server.feed.say('EURUSD', '1.08500', '1.08510')
  return server
}

/** The helpers of a server that opens later. */
export const closingOf = (server: () => TestServer) => ({
  byStaff: (user: UserId, actor = CORA) =>
    server().context.closures.close({ user, actor, reason: 'letter of Tuesday' }),
  /** The oldest first. */
  stateOf: async (user: UserId): Promise<readonly string[]> => {
    const rows = await server().context.store.query<{ state: string }>(
      'select state from closures where user_id = $1 order by closure_id',
      [user],
    )
    return rows.map((row) => row.state)
  },
})
