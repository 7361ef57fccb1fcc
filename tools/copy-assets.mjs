/**
 * Puts beside the compiled server what the compiler leaves out: the catalogue is read where it stands, migrations are
 * copied.
 */
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './needs.mjs'

const from = join(ROOT, 'apps/server/src/store/migrations')
if (existsSync(from)) cpSync(from, join(ROOT, 'apps/server/dist/store/migrations'), { recursive: true })
