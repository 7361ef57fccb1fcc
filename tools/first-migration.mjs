/**
 * `npm run migration`: makes the store's first migration anew from the tables (apps/server/src/store/schema*.ts) and
 * the guards (guards.sql). Before the first release no installation keeps a store, so there is one migration and no
 * chain. At the release this program is removed, and each change of the tables appends a migration. Where the SQL stays
 * the same, the migration keeps its time: a store counts a migration with another time as a new one.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, ensureModules, ROOT } from './needs.mjs'

const SERVER = join(ROOT, 'apps/server')
const MIGRATIONS = join(SERVER, 'src/store/migrations')

ensureModules()
const before = join(mkdtempSync(join(tmpdir(), 'veritick-migrations-')), 'migrations')
if (existsSync(MIGRATIONS)) cpSync(MIGRATIONS, before, { recursive: true })
rmSync(MIGRATIONS, { recursive: true, force: true })
generate(['--name', 'first'])
generate(['--custom', '--name', 'guards'])
copyFileSync(join(SERVER, 'src/store/guards.sql'), join(MIGRATIONS, '0001_guards.sql'))
if (sqlOf(before) === sqlOf(MIGRATIONS)) {
  rmSync(MIGRATIONS, { recursive: true, force: true })
  cpSync(before, MIGRATIONS, { recursive: true })
}
rmSync(join(before, '..'), { recursive: true, force: true })

function sqlOf(folder) {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sql')) : []
  return names
    .sort()
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`)
    .join('\n')
}

function generate(options) {
  const { status } = spawnSync(bin('drizzle-kit'), ['generate', ...options], { cwd: SERVER, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
