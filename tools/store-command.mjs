/**
 * `npm run backup` and `npm run restore`, run as they were built: a backup taken between an update of the sources and
 * the next start must not build what the running server serves. Only a copy that was never built is built first.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureModules, ROOT } from './needs.mjs'

if (!existsSync(join(ROOT, 'apps/server/dist/backup-command.js'))) {
  ensureModules()
  await build()
}
await import('../apps/server/dist/backup-command.js')
