/**
 * Where everything durable lives: PostgreSQL inside this process, or a PostgreSQL server, behind one small type and
 * with the same SQL. Opening takes the fence: one writer for each world, and a writer that has lost the fence cannot
 * append any more.
 */

import { join } from 'node:path'
import type { Logger } from 'pino'
import { openEmbedded } from './embedded.ts'
import type { Lanes } from './interface.ts'
import { type Store, StoreRefused } from './interface.ts'
import { OTHER_LAYOUT } from './migrate.ts'
import { codeOf, databaseRefusal } from './refusals.ts'
import { openServer, schemaOf } from './server.ts'

export type StoreOptions = {
  /** Folder of everything that is kept in files. */
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** `simulated`, `replay-<name>`: a feed and its store belong together. */
  readonly world: string
  readonly log?: Logger
  /** The program of the process's threads, for the embedded store; `undefined`: it works in this thread. */
  readonly threadFile?: string | undefined
  /** Ceilings and deadlines of the connections to a PostgreSQL server; tests want shorter ones. */
  readonly lanes?: Lanes | undefined
}

/** Said at every start on the embedded store. */
export const EMBEDDED_NOTICE =
  'Embedded store: for trying out and development. It survives a crash of this process, but not a power cut. For real money set DATABASE_URL to a PostgreSQL server.'

const WORLD = /^[a-z0-9][a-z0-9_-]{0,50}$/

/** Opens the store, takes the fence and migrates. Throws StoreRefused when another process writes to this store. */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (!WORLD.test(options.world))
    throw new StoreRefused(`"${options.world}" cannot name a world: lower-case letters, digits, - and _`)
  const { databaseUrl } = options
  if (databaseUrl !== undefined) {
    return openServer({ ...options, databaseUrl }).catch((error: unknown) => {
      if (codeOf(error) === OTHER_LAYOUT) throw new StoreRefused(otherSchema(schemaOf(options.world)))
      throw databaseRefusal(error, databaseUrl)
    })
  }
  options.log?.warn(EMBEDDED_NOTICE)
  return openEmbedded(options).catch((error: unknown) => {
    throw codeOf(error) === OTHER_LAYOUT ? new StoreRefused(otherFolder(join(options.dataDir, options.world))) : error
  })
}

/** An empty platform has none of the customers and their money, so it is no remedy for an operator who has some. */
const START_THAT_VERSION =
  'start the version that made it, as docs/operating.md, "Upgrade and rollback", says; nothing was changed'

const otherSchema = (schema: string) =>
  `DATABASE_URL: schema ${schema} was made by another version of Veritick, and this one cannot read it: ` +
  `${START_THAT_VERSION}. Only for a trial, "alter schema ${schema} rename to ${schema}_old" begins an empty platform`

const otherFolder = (folder: string) =>
  `DATA_DIR: the store in ${folder} was made by another version of Veritick, and this one cannot read it: ` +
  `${START_THAT_VERSION}. Only for a trial, "mv ${folder} ${folder}.old" begins an empty platform`
