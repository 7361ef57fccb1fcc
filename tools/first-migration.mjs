/**
 * `npm run migration`: makes the store's first migration anew from the tables (apps/server/src/store/schema*.ts) and
 * the guards (guards.sql). Before the first release no installation keeps a store, so there is one migration and no
 * chain. At the release this program is removed, and each change of the tables appends a migration.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bin, ensureModules, ROOT } from './needs.mjs'

const SERVER = join(ROOT, 'apps/server')
const MIGRATIONS = join(SERVER, 'src/store/migrations')

ensureModules()
rmSync(MIGRATIONS, { recursive: true, force: true })
generate(['--name', 'first'])
generate(['--custom', '--name', 'guards'])
copyFileSync(join(SERVER, 'src/store/guards.sql'), join(MIGRATIONS, '0001_guards.sql'))

function generate(options) {
  const { status } = spawnSync(bin('drizzle-kit'), ['generate', ...options], { cwd: SERVER, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
