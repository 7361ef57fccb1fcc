/** An attacker with write access to the store changes a row while the server runs, and puts it back later. */
import type { TestServer } from './test-server.ts'

/**
 * `row`: table and condition, as "users where user_id = 7". `changes`: SQL by column. The columns are put back as they
 * were once `look` has ended.
 */
export const changing =
  (server: () => TestServer) =>
  async (row: string, changes: Readonly<Record<string, string>>, look: () => Promise<void>): Promise<void> => {
    const { query } = server().context.store
    const [table, where] = row.split(' where ')
    const columns = Object.keys(changes).join(', ')
    const assignments = Object.entries(changes).map(([column, value]) => `${column} = ${value}`)
    await query(`create table kept as select ${columns} from ${table} where ${where}`)
    await query(`update ${table} set ${assignments.join(', ')} where ${where}`)
    try {
      await look()
    } finally {
      await query(`update ${table} set (${columns}) = (select ${columns} from kept) where ${where}`)
      await query('drop table kept')
    }
  }
