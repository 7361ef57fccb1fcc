/** Where the generated migrations lie: beside this file, in the sources as in the build. */
import { fileURLToPath } from 'node:url'

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
export const MIGRATIONS_TABLE = 'migrations'
