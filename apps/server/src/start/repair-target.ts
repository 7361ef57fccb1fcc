/**
 * The options of repair are for a store that exists. Typed without the server's settings they would make a new, empty
 * store and look like a success, so a start with such an option refuses to make one.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { connectTo } from '../backup/index.ts'
import type { Config } from '../config/index.ts'
import { StoreRefused, schemaOf } from '../store/index.ts'

type RepairConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'world' | 'tasks' | 'resetAdmin' | 'isClockTrusted'>

/** Throws StoreRefused when an option of repair stands after the command and there is no store. */
export async function checkRepairTarget(config: RepairConfig): Promise<void> {
  const option = repairOption(config)
  if (option === undefined) return
  const { dataDir, databaseUrl, world } = config
  const isThere =
    databaseUrl === undefined
      ? existsSync(join(dataDir, world, 'pg'))
      : await hasSchema({ databaseUrl, schema: schemaOf(world) })
  if (isThere) return
  throw new StoreRefused(
    `${option}: there is no store ${placeOf(config)}, and this option never makes one: ` +
      "run the command with the server's settings (docs/operating.md, Commands)",
  )
}

/** Where the store of these settings is, for sentences; without a password. */
export function placeOf({
  dataDir,
  databaseUrl,
  world,
}: Pick<RepairConfig, 'dataDir' | 'databaseUrl' | 'world'>): string {
  if (databaseUrl === undefined)
    return `in ${join(dataDir, world)} (embedded store: DATABASE_URL names no PostgreSQL server)`
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl)
  const host = decodeURIComponent(hostname) || searchParams.get('host') || 'this machine'
  return (
    `in schema ${schemaOf(world)} of database ${decodeURIComponent(pathname.slice(1))} at ` +
    `${host}${port === '' ? '' : `:${port}`}`
  )
}

function repairOption({ tasks, resetAdmin, isClockTrusted }: RepairConfig): string | undefined {
  if (isClockTrusted) return '--trust-clock'
  if (resetAdmin !== undefined) return '--reset-admin'
  if (tasks.rebuildReadTables) return '--rebuild-read-tables'
  if (tasks.dropSnapshot !== undefined) return '--drop-snapshot'
  if (tasks.acceptedLoss !== undefined) return '--accept-loss'
  return tasks.knownHead === undefined ? undefined : '--known-head'
}

async function hasSchema(of: { readonly databaseUrl: string; readonly schema: string }): Promise<boolean> {
  const client = await connectTo({ ...of, name: 'veritick start' })
  try {
    const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
      `"${of.schema}".journal`,
    ])
    return must(rows[0], 'looking for a table gives a row').found
  } finally {
    await client.end()
  }
}
