/**
 * An embedded store that nobody has written to yet: made once, copied by every test and journey that opens one. Making one from nothing
 * takes seconds of a core, fifty times a run; the tests of the store, of the process's start and of the first journey still do.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../apps/server/src/config.ts'
import { openStore } from '../../../apps/server/src/db/store.ts'
import { CACHE, templatePlace } from './template-place.ts'

const WORLD = 'template'

/** Before the first test: makes it where it is missing, and forgets those of older migrations. */
export async function makeTemplate(): Promise<void> {
  const wanted = templatePlace()
  if (existsSync(wanted)) return
  mkdirSync(CACHE, { recursive: true })
  const dataDir = mkdtempSync(join(CACHE, 'making-'))
  const store = await openStore({ dataDir, databaseUrl: undefined, world: WORLD })
  // As before anybody opened it.
  await store.query('delete from fence')
  await store.close()
  for (const name of readdirSync(CACHE).filter((each) => !each.startsWith('making-') && join(CACHE, each) !== wanted))
    rmSync(join(CACHE, name), { recursive: true, force: true })
  try {
    renameSync(join(dataDir, WORLD, 'pg'), wanted)
  } catch (error) {
    // Another run may have made it meanwhile, and may be copying it: then ours is one too many.
    if (!existsSync(wanted)) throw error
  }
  rmSync(dataDir, { recursive: true, force: true })
}

/** A fresh store for a world that has none yet; where there is no template, opening makes one from nothing. */
export function copyTemplate(dataDir: string, world: string): void {
  const [from, to] = [templatePlace(), join(dataDir, world, 'pg')]
  if (!existsSync(from) || existsSync(to)) return
  mkdirSync(join(dataDir, world), { recursive: true })
  cpSync(from, to, { recursive: true })
}

/** For a process that will be started with these settings. */
export function copyTemplateFor(settings: Readonly<Record<string, string | undefined>>): void {
  const read = readConfig(settings)
  if (!read.ok) throw new Error(read.problems.join())
  if (read.config.databaseUrl === undefined) copyTemplate(read.config.dataDir, read.config.world)
}
