/**
 * The two stores a test must hold on: the embedded one always, PostgreSQL where it can be had. Each test gets worlds of its own;
 * what it opened is gone at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { canHavePostgres, scratchPostgres } from './scratch-postgres.ts'
import { copyTemplate } from './template.ts'

export type StoreKind = 'embedded' | 'server'

/** Where to open stores: pass both to `openStore`, with any world. */
export type Place = { readonly dataDir: string; readonly databaseUrl: string | undefined; clean(): Promise<void> }

/** The kinds that can be had here; says so when one is missing. */
export function storeKinds(): readonly StoreKind[] {
  if (canHavePostgres()) return ['embedded', 'server']
  process.stderr.write('\n*** No PostgreSQL here: its half of the store tests is skipped. Set TEST_DATABASE_URL or install it. ***\n\n')
  return ['embedded']
}

/** A fresh place; embedded stores of `worlds` stand there already, made from the template. On a server given by TEST_DATABASE_URL, `clean` drops the schemas of `worlds`. */
export async function openPlace(kind: StoreKind, worlds: readonly string[] = []): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'veritick-store-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (kind === 'embedded') {
    for (const world of worlds) copyTemplate(dataDir, world)
    return { dataDir, databaseUrl: undefined, clean: async () => removeFolder() }
  }
  const server = await scratchPostgres()
  return {
    dataDir,
    databaseUrl: server.url,
    clean: async () => {
      await dropWorlds(server.url, worlds)
      await server.stop()
      removeFolder()
    },
  }
}

async function dropWorlds(url: string, worlds: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const world of worlds) await client.query(`drop schema if exists "veritick_${world.replaceAll('-', '_')}" cascade`)
  await client.end()
}
