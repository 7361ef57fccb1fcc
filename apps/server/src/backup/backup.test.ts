/**
 * A backup made while orders run, restored into an empty store of both kinds: money, history, pictures and identity are
 * those of one journal batch, and no session is valid. A faulty archive is refused and changes nothing.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { must } from '@veritick/domain'
import { booksProblems, CORA, customer, fund, openChannels, picture, userOf } from '@veritick/testing/customers'
import { startProcess } from '@veritick/testing/processes'
import { programOf } from '@veritick/testing/programs'
import { IS_QUICK, furtherTest as test } from '@veritick/testing/quick'
import { resealRow } from '@veritick/testing/reseal'
import { canHavePostgres } from '@veritick/testing/scratch-postgres'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test as quickTest } from 'vitest'
import { type Config, readConfig } from '../config/config.ts'
import { type Authenticate, BackupRefused, checkArchive, type Manifest, readArchive, writeArchive } from './archive.ts'
import { authenticate, checkAuthentic } from './authentication.ts'
import { backup, restore } from './commands.ts'
import { lastBackup } from './last-backup.ts'

const WORLD = 'simulated'
const BACKUP_MAIN = fileURLToPath(new URL('../start/backup-command.ts', import.meta.url))
/** The key of the store that is backed up. */
const KEY = Buffer.alloc(32, 7).toString('base64')
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64')
const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'veritick-backup-'))
  folders.push(made)
  return made
}
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true })
})

const KINDS = storeKinds().slice(IS_QUICK ? -1 : 0)

describe.each(KINDS)('a backup of the %s store', (kind) => {
  let location: StoreLocation
  let server: TestServer
  let real: Caller
  let archive: string
  let manifest: Manifest
  /** Pictures as they lay on the disk. */
  let pictures: ReadonlyMap<string, Buffer>
  const places: StoreLocation[] = []

  beforeAll(async () => {
    location = await openLocation(kind, [WORLD])
    server = await openTestServer({
      dataDir: location.dataDir,
      config: { databaseUrl: location.databaseUrl, vaultKey: KEY },
    })
    server.feed.say('EURUSD', '1.08500', '1.08510')
    await openChannels(server)
    real = await customer(server, 'ana')
    await fund(server, real, 500)
    await picture(server, real)
    await closeLongAgo(server, await customer(server, 'leaver'))
    await server.context.messages.flush()
    await insertOpenThings(server)
    archive = join(folder(), 'taken.tar.gz')
    const trader = await server.person()
    let stop = false
    let placed = 0
    const trading = (async () => {
      while (!stop) {
        await trader.does('submit', ORDER)
        placed += 1
        await new Promise((resolve) => setTimeout(resolve, PACE_MS))
      }
    })()
    await until(() => placed > 5)
    const { lines } = await backup({ config: configOf(location), path: archive, now: Date.now })
    const atEnd = placed
    await until(() => placed > atEnd + 5)
    stop = true
    await trading
    expect(lines.join()).toContain('2 pictures')
    manifest = await checkArchive(archive, (read) => checkAuthentic(configOf(location), read))
    const files = join(location.dataDir, WORLD, 'files')
    pictures = new Map(readdirSync(files).map((name) => [name, readFileSync(join(files, name))]))
    expect(manifest.journal.batch).toBeLessThan(server.context.core.stats().batches)
  }, 300_000)
  afterAll(async () => {
    await server.close()
    for (const each of [location, ...places]) await each.clean()
  })

  const empty = async (): Promise<StoreLocation> => {
    const made = await openLocation(kind)
    places.push(made)
    return made
  }
  const configOf = ({ dataDir, databaseUrl }: StoreLocation, more: Readonly<Record<string, string>> = {}): Config =>
    configFrom({
      DATA_DIR: dataDir,
      VAULT_KEY: KEY,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...more,
    })

  describe('restored', () => {
    let to: StoreLocation
    let lines: readonly string[]
    let restored: TestServer
    beforeAll(async () => {
      const place = await empty()
      // The embedded store has a socket beside it, whose path may be longer than a socket's.
      to = kind === 'embedded' ? { ...place, dataDir: join(place.dataDir, 'a'.repeat(60), 'b'.repeat(60)) } : place
      mkdirSync(to.dataDir, { recursive: true })
      lines = await restore({ config: configOf(to), path: archive, now: Date.now })
      restored = await openTestServer({
        dataDir: to.dataDir,
        config: { databaseUrl: to.databaseUrl, vaultKey: KEY },
      })
    }, 300_000)
    afterAll(() => restored.close())

    quickTest(
      'it is one batch: balances equal the ledger, the history replays, pictures open, no session is left',
      async () => {
        expect(lines[0]).toContain(`journal batch ${manifest.journal.batch}`)
        await restored.context.core.projected()
        expect(await booksProblems(restored)).toEqual([])
        const { query } = restored.context.store
        const [journal] = await query<{ hash: string }>(
          `select encode(hash, 'hex') as hash from journal where batch = $1`,
          [manifest.journal.batch],
        )
        expect(journal?.hash).toBe(manifest.journal.hash)
        for (const [name, bytes] of pictures)
          expect(readFileSync(join(to.dataDir, WORLD, 'files', name)).equals(bytes), name).toBe(true)
        expect((await real.asks('userInfo', {})).code, 'on the server that goes on').toBe(1)
        const signedOut = await restored.visitor.raw('GET', '/api/user/info', {
          headers: { authorization: must(real.token, 'a token') },
        })
        expect(signedOut.reason).toBe('session_ended')
        const open = await query<{ open: number }>(OPEN_THINGS)
        expect(open).toEqual([{ open: 0 }])
        // The time of the closed account is over: its data go again.
        await restored.context.closures.sweep()
        expect(await query(LEAVERS)).toEqual([{ email: null, state: 'erased' }])
        expect(await server.context.store.query(LEAVERS)).toEqual([{ email: 'leaver@example.com', state: 'closed' }])
        const next = await restored.person()
        restored.feed.say('EURUSD', '1.08500', '1.08510')
        expect((await next.asks('submit', ORDER)).code).toBe(1)
      },
      300_000,
    )

    if (kind === 'embedded')
      test('without a server the command reads the store itself; a deep folder has a socket too', async () => {
        const into = folder()
        const taken = async (name: string) => {
          const { lines } = await backup({ config: configOf(to), path: join(into, name), now: Date.now })
          return lines[0]
        }
        expect(await taken('running.tar.gz')).toContain('2 pictures')
        await restored.close()
        expect(await taken('stopped.tar.gz')).toContain('2 pictures')
      }, 300_000)
  })

  test('a target that is not empty, a wrong key, another world, another version: refused, and nothing changes', async () => {
    const refusal = async (config: Config, path = archive) => {
      const error: unknown = await restore({ config, path, now: Date.now }).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(BackupRefused)
      return error instanceof Error ? error.message : ''
    }
    const before = server.context.core.stats().sequence
    expect(await refusal(configOf(location))).toMatch(/not empty|is writing/)
    expect(server.context.core.stats().sequence).toBe(before)

    const to = await empty()
    expect(await refusal(configOf(to, { VAULT_KEY: OTHER_KEY }))).toMatch(
      /written with encryption key [0-9a-f]{8}.*put the right key there/,
    )
    expect(await refusal(configOf(to, { FEED: 'replay:/tmp/eurusd.csv' }))).toContain('backup of world "simulated"')
    const older = await forged(archive, { ...manifest, migrations: ['0'.repeat(64)] }, (text) => text)
    expect(await refusal(configOf(to), older)).toContain('another version of Veritick')
    const format = rewritten(archive, (text) => text.replace('"format":2', '"format":9'))
    expect(await refusal(configOf(to), format)).toContain('format 9')
    expect(readdirSync(to.dataDir)).toEqual([])
    expect(await schemas(to)).toEqual([])
  }, 300_000)

  test('a damaged archive is refused wherever it is damaged, and nothing changes', async () => {
    const to = await empty()
    const plain = gunzipSync(readFileSync(archive))
    const damages: Readonly<Record<string, Buffer>> = {
      'cut off': readFileSync(archive).subarray(0, -200),
      'half of it': readFileSync(archive).subarray(0, readFileSync(archive).length >> 1),
      'no archive': Buffer.from('this is no backup'),
      'a changed byte of the file': flipped(readFileSync(archive), readFileSync(archive).length >> 1),
      'a changed byte of a row': gzipSync(flipped(plain, plain.indexOf('"user_id":') + 10)),
      'a changed byte of a picture': gzipSync(flipped(plain, plain.indexOf('files/') + 1_000)),
      'no manifest': gzipSync(plain.subarray(0, plain.lastIndexOf('manifest.json'))),
      'no authentication code': gzipSync(plain.subarray(0, plain.lastIndexOf('manifest.mac.json'))),
    }
    for (const [name, bytes] of Object.entries(damages)) {
      const path = join(folder(), 'damaged.tar.gz')
      writeFileSync(path, bytes)
      await expect(restore({ config: configOf(to), path, now: Date.now }), name).rejects.toThrow(/is damaged/)
    }
    expect(readdirSync(to.dataDir)).toEqual([])
    expect(await schemas(to)).toEqual([])
  }, 300_000)

  test('a change by a person without the key is refused, also with true checksums, and changes nothing', async () => {
    const to = await empty()
    const refusal = async (path: string) =>
      String(await restore({ config: configOf(to), path, now: Date.now }).catch((error: unknown) => error))
    const richer = (text: string) => text.replaceAll('ana@example.com', 'eve@example.com')
    const [, code = ''] = /"mac":"([0-9a-f]{64})"/.exec(gunzipSync(readFileSync(archive)).toString('latin1')) ?? []
    const { key } = authenticate(configOf(to), Buffer.from(''))
    const signed = (mac: { readonly key: string; readonly mac: string }) => forged(archive, manifest, richer, () => mac)
    const other = (bytes: Uint8Array) => authenticate(configOf(to, { VAULT_KEY: OTHER_KEY }), bytes)
    expect(await refusal(await signed({ key, mac: code }))).toContain('is not authentic')
    expect(await refusal(await signed({ key, mac: '0'.repeat(64) }))).toContain('is not authentic')
    expect(await refusal(await forged(archive, manifest, richer, (bytes) => ({ ...other(bytes), key })))).toContain(
      'is not authentic',
    )
    expect(await refusal(await forged(archive, manifest, richer, other))).toContain('put the right key there')
    const batches = rewritten(archive, (text) =>
      text.replace(/"batch":(\d)/, (_, digit) => `"batch":${(digit % 9) + 1}`),
    )
    expect(await refusal(batches)).toContain('is not authentic')
    expect(readdirSync(to.dataDir)).toEqual([])
    expect(await schemas(to)).toEqual([])
    const path = await forged(archive, manifest, richer)
    await expect(
      readArchive(path, manifest, async () => {}),
      'replaced after the check',
    ).rejects.toThrow(/is damaged/)
  }, 300_000)

  const BROKEN: readonly (readonly [string, (text: string) => string])[] = [
    ['of another type', (text) => text.replace('"user_id":', '"user_id":"x","was":')],
    // PostgreSQL refuses both with the same code.
    ['that are no JSON', (text) => text.replace('{', '[')],
  ]
  test.each(kind === KINDS.at(-1) ? BROKEN : BROKEN.slice(0, 1))(
    'rows %s in an archive with true checksums are refused in a sentence',
    async (_, change) => {
      const to = await empty()
      const path = await forged(archive, manifest, change)
      const refused: unknown = await restore({ config: configOf(to), path, now: Date.now }).catch((error) => error)
      expect(refused).toBeInstanceOf(BackupRefused)
      expect(String(refused)).toMatch(/is damaged: .*table "users"/)
      expect(readdirSync(to.dataDir)).toEqual([])
      expect(await schemas(to)).toEqual([])
    },
    300_000,
  )

  test('a backup overwrites nothing and leaves no half file', async () => {
    const before = readFileSync(archive)
    await expect(backup({ config: configOf(location), path: archive, now: Date.now })).rejects.toThrow('exists already')
    expect(readFileSync(archive).equals(before)).toBe(true)
    const into = folder()
    const { lines } = await backup({ config: configOf(location), path: into, now: () => Date.UTC(2026, 10, 22, 8) })
    expect(readdirSync(into)).toEqual([
      `veritick-simulated-${kind === 'embedded' ? 'embedded' : 'postgresql'}-20261122T080000Z.tar.gz`,
    ])
    expect(lines[0]).toMatch(/Backup written: .*\(\d+ KB; /)
    await expect(backup({ config: configOf(location), path: join(into, 'no', 'file'), now: Date.now })).rejects.toThrow(
      'make it first',
    )
    expect(readdirSync(join(location.dataDir, WORLD)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('a backup that lacks pictures, or has another DATA_DIR, is no success: the command ends with a code that stops a script', async () => {
    const files = join(location.dataDir, WORLD, 'files')
    const [name = ''] = readdirSync(files)
    const aside = join(folder(), name)
    renameSync(join(files, name), aside)
    const program = await programOf(BACKUP_MAIN)
    const run = (words: readonly string[], more: Readonly<Record<string, string>> = {}) => {
      const database: Record<string, string> =
        location.databaseUrl === undefined ? {} : { DATABASE_URL: location.databaseUrl }
      const env = { ...process.env, DATA_DIR: location.dataDir, VAULT_KEY: KEY, ...database, ...more }
      return startProcess([process.execPath, program, 'backup', ...words], { env }).ended
    }
    try {
      const noted = () => lastBackup({ dataDir: location.dataDir, world: WORLD })
      const before = await noted()
      const incomplete = await run([folder()])
      expect(incomplete).toMatchObject({ code: 2 })
      expect(incomplete.said).toContain('1 pictures are named in the store but their files are lost')
      expect(await noted(), 'metrics and health page know complete ones only').toEqual(before)
      const complete = folder()
      expect(await run([complete, '--missing-pictures=1'])).toMatchObject({ code: 0 })
      const after = must(await noted(), 'it was noted')
      expect(after.at).toBeGreaterThan(before?.at ?? 0)
      const [made = ''] = readdirSync(complete)
      expect(after.bytes).toBe(statSync(join(complete, made)).size)
      const into = folder()
      const elsewhere = await run([into], { DATA_DIR: folder() })
      expect(elsewhere).toMatchObject({ code: 1 })
      expect(elsewhere.said).toContain('DATA_DIR')
      expect(readdirSync(into)).toEqual([])
    } finally {
      renameSync(aside, join(files, name))
    }
  })

  if (kind === 'embedded') embeddedOnly(() => ({ archive, configOf, empty }))
})

/** Tests of the embedded store alone. */
function embeddedOnly(
  given: () => {
    readonly archive: string
    readonly configOf: (location: StoreLocation) => Config
    readonly empty: () => Promise<StoreLocation>
  },
): void {
  quickTest.skipIf(!canHavePostgres())(
    'moves to a PostgreSQL server: the same batch, the same books',
    async () => {
      const { archive, configOf } = given()
      const to = await openLocation('server')
      try {
        await restore({ config: configOf(to), path: archive, now: Date.now })
        const moved = await openTestServer({
          dataDir: to.dataDir,
          config: { databaseUrl: to.databaseUrl, vaultKey: KEY },
        })
        await moved.context.core.projected()
        expect(await booksProblems(moved)).toEqual([])
        moved.feed.say('EURUSD', '1.08500', '1.08510')
        expect((await (await moved.person()).asks('submit', ORDER)).code).toBe(1)
        await moved.close()
      } finally {
        await to.clean()
      }
    },
    300_000,
  )

  test('there is no store: said in a sentence', async () => {
    const { configOf, empty } = given()
    await expect(backup({ config: configOf(await empty()), path: folder(), now: Date.now })).rejects.toThrow(
      'there is no store in',
    )
  })
}

const ORDER = { forex_id: 1, type: 1, status: 1, cont: '0.01', multiple: 30 } as const
/** Below the allowance of one customer. */
const PACE_MS = 60

const LEAVERS = 'select u.email, c.state from closures c join users u on u.user_id = c.user_id'

async function closeLongAgo(server: TestServer, person: Caller): Promise<void> {
  const user = await userOf(person)
  const done = await server.context.closures.close({ user, actor: CORA, reason: 'letter of Tuesday' })
  expect(done.ok).toBe(true)
  const { query } = server.context.store
  const rows = await query<{ closure_id: number }>('update closures set closed_at = 5 returning closure_id')
  for (const row of rows) await resealRow({ ...server.context, query }, 'closures', row)
}

/** One row of each kind that must not live again. */
async function insertOpenThings({ context }: TestServer): Promise<void> {
  const now = context.runtime.now()
  const later = now + 3_600_000
  const { query } = context.store
  await query(
    `insert into staff_sessions (token_hash, staff_id, device, created_at, expires_at, last_used_at, ended_at) values ('t', 1, 'd', $1, $2, $1, null)`,
    [now, later],
  )
  await query(
    `insert into staff_links (link_hash, staff_id, totp_encrypted, created_at, expires_at, ended_at) values ('l', 1, '\\x00', $1, $2, null)`,
    [now, later],
  )
  await query(
    `insert into codes (code_id, purpose, target_hash, asked_by, code_hash, tries, created_at, expires_at, used_at) values ('c', 'login', 't', 'visitor', 'h', 0, $1, $2, null)`,
    [now, later],
  )
  await query(`insert into captchas (captcha_id, answer_hash, expires_at) values ('p', 'h', $1)`, [later])
  await query(
    `insert into messages (message_id, channel, encrypted, tries, created_at, due_at, sent_at) values ('m', 'mail', '\\x00', 0, $1, $2, null)`,
    [now, later],
  )
}

const OPEN_THINGS = `select (select count(*) from sessions where ended_at is null) + (select count(*) from staff_sessions where ended_at is null)
  + (select count(*) from staff_links where ended_at is null and link_hash = 'l') + (select count(*) from codes where used_at is null)
  + (select count(*) from captchas) + (select count(*) from messages where due_at is not null and message_id = 'm') as open`

function configFrom(environment: Readonly<Record<string, string>>): Config {
  const read = readConfig(environment)
  if (!read.ok) throw new Error(read.problems.join())
  return read.config
}

/** The archive with another manifest of the same length. */
function rewritten(path: string, change: (text: string) => string): string {
  const tar = gunzipSync(readFileSync(path)).toString('latin1')
  const start = tar.lastIndexOf('manifest.json')
  const to = join(folder(), 'rewritten.tar.gz')
  writeFileSync(to, gzipSync(Buffer.from(tar.slice(0, start) + change(tar.slice(start)), 'latin1')))
  return to
}

/** The archive with changed rows of users and checksums that fit them, as a holder of the key could make it. */
async function forged(
  path: string,
  { entries, ...manifest }: Manifest,
  change: (text: string) => string,
  code: Authenticate = (bytes) => authenticate({ dataDir: '', vaultKey: KEY }, bytes),
) {
  const to = join(folder(), 'forged.tar.gz')
  const writer = writeArchive(to)
  await readArchive(path, { entries }, async (name, bytes) => {
    const text = () => Buffer.from(change(Buffer.from(bytes).toString('utf8')))
    await writer.add(name, name.startsWith('tables/users/') ? text() : bytes)
  })
  await writer.finish(manifest, code)
  return to
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

async function schemas({ databaseUrl }: StoreLocation): Promise<readonly string[]> {
  if (databaseUrl === undefined) return []
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname like 'veritick%'`,
  )
  await client.end()
  return rows.map((row) => row.name)
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}
