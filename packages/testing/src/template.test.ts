/** A process of a test gets a copy of the store that its settings name, and none beside a PostgreSQL server. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyTemplateFor } from './template.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'veritick-template-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test.each([
  [{}, 'simulated'],
  [{ DATABASE_URL: 'embedded' }, 'simulated'],
  [{ FEED: 'replay:recordings/2014-05-08.csv.gz' }, 'replay-2014-05-08'],
  [{ DATABASE_URL: 'postgres://localhost/veritick' }, undefined],
] as const)('%o opens %s', (settings, world) => {
  copyTemplateFor({ ...settings, DATA_DIR: dataDir })
  const worlds = ['simulated', 'replay-2014-05-08'].filter((each) =>
    existsSync(join(dataDir, each, 'pg', 'PG_VERSION')),
  )
  expect(worlds).toEqual(world === undefined ? [] : [world])
})
