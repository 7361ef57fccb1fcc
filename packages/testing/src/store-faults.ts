/**
 * Faults of a real PostgreSQL server, made from a connection of their own: a table that another transaction has locked,
 * a backend that stands still, a disk without room.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import pg from 'pg'

export type StoreFaults = {
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  /** Locks tables of the world for every other transaction; gives what lets them go. */
  lock(...tables: string[]): Promise<() => Promise<void>>
  /** Process numbers of the server's backends for a lane of the world's connections. */
  backends(lane: string): Promise<readonly number[]>
  /** Stops the backends of a lane as a hung disk would; gives what lets them go on. */
  freeze(lane: string): Promise<() => void>
  end(): Promise<void>
}

/** `world`: as `openStore` was given it. */
export async function storeFaults(databaseUrl: string, world: string): Promise<StoreFaults> {
  const schema = `veritick_${world.replaceAll('-', '_')}`
  const client = new pg.Client({ connectionString: databaseUrl, options: `-c search_path=${schema}` })
  await client.connect()
  const query = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
  const backends = async (lane: string) => {
    const rows = await client.query<{ pid: number }>('select pid from pg_stat_activity where application_name = $1', [
      `veritick ${world} ${lane}`,
    ])
    return rows.rows.map(({ pid }) => pid)
  }
  return {
    query,
    lock: async (...tables) => {
      await lockAll(query, tables)
      return async () => void (await query('rollback'))
    },
    backends,
    freeze: async (lane) => {
      const pids = await backends(lane)
      must(pids[0], `${lane} has a backend`)
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      return () => {
        for (const pid of pids) process.kill(pid, 'SIGCONT')
      }
    },
    end: () => client.end(),
  }
}

/** The projector may hold one table and want another: the server ends such a deadlock, and asking again is right. */
async function lockAll(query: StoreFaults['query'], tables: readonly string[]): Promise<void> {
  for (;;) {
    await query('begin')
    try {
      await query(`lock table ${tables.join(', ')} in access exclusive mode`)
      return
    } catch (error) {
      await query('rollback')
      if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK) throw error
    }
  }
}

const DEADLOCK = '40P01'

export type SmallDisk = { readonly folder: string; remove(): void }

/**
 * A file system of its own, which the scratch server may write to; `undefined` where none can be made: that needs root.
 */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'veritick-disk-'))
  try {
    const id = (flag: string) => execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim()
    const options = `size=${megabytes}m,uid=${id('-u')},gid=${id('-g')},mode=700`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  return {
    folder,
    remove: () => {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
