/**
 * An attacker with write access to the store deletes the row of an account while the server is stopped, so that its
 * owner has one account less. The start names the account.
 */
import { must } from '@veritick/domain'
import { accountOf, customer } from '@veritick/testing/customers'
import { startOn } from '@veritick/testing/server-on'
import { oneStoreKind, openLocation } from '@veritick/testing/stores'
import { expect, test } from 'vitest'
import { RowChanged } from '../services/seals/index.ts'
import { openStore } from '../store/store.ts'

const STARTS = 240_000

test(
  'a start is refused on a store in which the attacker has deleted the owner of an account, and names the account',
  async () => {
    const location = await openLocation(must(oneStoreKind()[0], 'a store'), ['simulated'])
    const server = await startOn(location)
    const account = await accountOf(server, await customer(server, 'friend'))
    await server.close()
    const sql = async (...statements: readonly string[]) => {
      const store = await openStore({ ...location, world: 'simulated' })
      await store.transaction(async ({ query }) => {
        await query('set local session_replication_role = replica')
        for (const statement of statements) await query(statement)
      })
      await store.close()
    }
    await sql(
      `create table deleted as select * from accounts where account_id = ${account}`,
      `delete from accounts where account_id = ${account}`,
    )
    const refused = await startOn(location).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RowChanged)
    expect(String(refused)).toContain(`table accounts, account_id ${account}: the ledger has this account`)
    await sql('insert into accounts select * from deleted', 'drop table deleted')
    await (await startOn(location)).close()
    await location.clean()
  },
  STARTS,
)
