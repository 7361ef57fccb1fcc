/**
 * The other files of deploy/: what can be checked without a container engine. Paths that the image copies exist, its
 * command starts, the unit and the Caddyfile are accepted by their own programs, every setting that they name is one of
 * the server.
 */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startProcess } from '@veritick/testing/processes'
import { FOR_SECONDS_OPTIONS } from '@veritick/testing/programs'
import { canHavePostgres } from '@veritick/testing/scratch-postgres'
import { oneStoreKind, openLocation } from '@veritick/testing/stores'
import { copyTemplateFor } from '@veritick/testing/template'
import pg from 'pg'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../apps/server/src/config/config.ts'
import { SETTING_NAMES } from '../../apps/server/src/config/setting-names.ts'
import { openStore } from '../../apps/server/src/store/index.ts'
import { build } from '../build.mjs'
import { ROOT } from '../needs.mjs'
import { SERVER_NODE_OPTIONS } from '../node-options.mjs'

const textOf = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8')
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const SETTINGS: readonly string[] = SETTING_NAMES
/** Of a server that lives for seconds. */
const environment = (settings: Readonly<Record<string, string>>) => ({
  ...process.env,
  NODE_OPTIONS: FOR_SECONDS_OPTIONS,
  PORT: '0',
  OFFICE_PORT: '0',
  HOST: '127.0.0.1',
  ...settings,
})
const compose = z
  .object({
    services: z.record(
      z.string(),
      z.object({ environment: z.record(z.string(), z.string()).optional(), volumes: z.array(z.string()) }),
    ),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(textOf('compose.yml')))

test('every path that the image copies exists, and none of them is left out of the build context', () => {
  const copied = [...textOf('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) =>
    (match[1] ?? '').split(' '),
  )
  expect(copied.length).toBeGreaterThan(6)
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const left = textOf('Dockerfile.dockerignore').split('\n')
  expect(copied.filter((path) => left.includes(path.split('/')[0] ?? ''))).toEqual([])
})

test('the command of the image and of the unit starts the server; an upgrade beside it leaves it all its files; it ends at SIGTERM', async () => {
  await build()
  const command = z.array(z.string()).parse(JSON.parse(/^CMD (\[.*\])$/m.exec(textOf('Dockerfile'))?.[1] ?? ''))
  expect(textOf('veritick.service')).toContain(`ExecStart=/usr/bin/env ${command.join(' ')}`)
  expect(command).toEqual(['node', ...SERVER_NODE_OPTIONS, 'apps/server/dist/main.js'])
  const folder = mkdtempSync(join(tmpdir(), 'veritick-upgrade-'))
  const [current, next] = [join(folder, 'veritick'), join(folder, 'veritick-2')]
  symlinkSync(ROOT, current)
  const { dataDir, databaseUrl = 'embedded', clean } = await openLocation(oneStoreKind()[0], ['simulated'])
  const env = environment({ NODE_ENV: 'production', DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  const started = startProcess(command, { env, cwd: current })
  try {
    const [, office = ''] = await started.until(/the office: (http:\S+)/)
    const app = /here: (http:\S+)/.exec(started.said())?.[1] ?? ''
    const assets = await Promise.all(
      [app, office].map(async (address) => ({ address, page: await (await fetch(address)).text() })),
    )
    // The new version is in its folder, and the name leads there: nothing of the old one has moved.
    mkdirSync(next)
    expect(spawnSync('ln', ['-sfn', next, current]).status).toBe(0)
    for (const { address, page } of assets) {
      const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
      expect(files.length, address).toBeGreaterThan(0)
      for (const file of ['/', ...files]) expect((await fetch(address + file)).status, file).toBe(200)
    }
    started.child.kill('SIGTERM')
    expect(await started.ended).toMatchObject({ code: 0 })
  } finally {
    await started.end()
    await clean()
    rmSync(folder, { recursive: true, force: true })
  }
}, 600_000)

test('compose and the example of settings name only settings that the server has, and volumes that exist', () => {
  const known = (names: readonly string[]) => names.filter((name) => !SETTINGS.includes(name))
  expect(known(Object.keys(compose.services.app?.environment ?? {}))).toEqual(['PGPASSWORD'])
  expect(known([...settingsOf(textOf('environment.example')).keys()])).toEqual(['NODE_ENV'])
  const named = Object.values(compose.services).flatMap(({ volumes }) =>
    volumes.map((volume) => volume.split(':')[0] ?? ''),
  )
  expect(named.filter((name) => !name.startsWith('./') && !(name in compose.volumes))).toEqual([])
  expect(existsSync(join(ROOT, 'deploy/Caddyfile'))).toBe(true)
})

/** The image sets them, or the container alone could read them (METRICS_PORT listens on its loopback address). */
const OF_THE_IMAGE = ['DATA_DIR', 'HOST', 'OFFICE_HOST', 'OFFICE_PORT', 'PORT']
const OF_NO_CONTAINER = ['METRICS_PORT']
/** Compose decides these: a value of deploy/.env would break it. */
const OF_COMPOSE = ['DATABASE_URL', 'PGPASSWORD', 'TRUST_PROXY']

test('every setting of deploy/.env reaches the server in its container, and an empty one counts as unset', () => {
  const passed = compose.services.app?.environment ?? {}
  const image = /^ENV (.+)$/m.exec(textOf('Dockerfile'))?.[1] ?? ''
  const set = image.split(' ').map((pair) => pair.split('=')[0] ?? '')
  expect(set.filter((name) => SETTINGS.includes(name)).sort()).toEqual(OF_THE_IMAGE)
  const reached = [...Object.keys(passed), ...OF_THE_IMAGE, ...OF_NO_CONTAINER].filter((name) => name !== 'PGPASSWORD')
  expect(reached.sort()).toEqual([...SETTINGS].sort())
  for (const [name, value] of Object.entries(passed).filter(([each]) => !OF_COMPOSE.includes(each)))
    expect(value, name).toMatch(new RegExp(`^(?:app,)?\\$\\{${name}:[-?]`))
  const required = Object.entries(passed).filter(([, value]) => value.includes(':?'))
  const empty = Object.keys(passed).map((name) => [name, ''] as const)
  const filled = { ...Object.fromEntries(empty), ALLOWED_HOSTS: 'app,', DATABASE_URL: 'embedded' }
  const read = readConfig(filled)
  const bare = readConfig({ ALLOWED_HOSTS: 'app', DATABASE_URL: 'embedded' })
  expect(read).toEqual(bare)
  expect(required.length).toBeGreaterThan(5)
})

test('no container keeps its log without end, and the one with the server has no capability', () => {
  const services = z.record(
    z.string(),
    z.object({
      logging: z.object({ options: z.object({ 'max-size': z.string(), 'max-file': z.string() }) }),
      security_opt: z.tuple([z.literal('no-new-privileges:true')]),
      cap_drop: z.array(z.string()).optional(),
      cap_add: z.array(z.string()).optional(),
      ports: z.array(z.string()).optional(),
    }),
  )
  const { app, caddy } = services.parse(parse(textOf('compose.yml')).services)
  expect([app?.cap_drop, app?.cap_add]).toEqual([['ALL'], undefined])
  expect([caddy?.cap_drop, caddy?.cap_add]).toEqual([['ALL'], ['NET_BIND_SERVICE']])
  // On both families Docker gives all customers of IPv6 one address.
  expect(caddy?.ports).toEqual(['0.0.0.0:80:80', '0.0.0.0:443:443'])
})

/** As systemd reads an EnvironmentFile: comments, NAME=value, a value in double quotes. */
function settingsOf(text: string): ReadonlyMap<string, string> {
  const pairs = [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)]
  return new Map(pairs.map(([, name = '', value = '']) => [name, value.replace(/^"(.*)"$/, '$1')]))
}

test('the example of settings is accepted once its gaps are filled, and compose reaches PostgreSQL with any password', () => {
  const example = Object.fromEntries(settingsOf(textOf('environment.example')))
  expect(example.DATA_DIR, 'the folder that the unit makes').toBe('/var/lib/veritick')
  const read = readConfig({ ...example, VAULT_KEY: Buffer.alloc(32, 1).toString('base64') })
  expect(read.ok ? read.config.misspelt : read.problems).toEqual([])
  const own = process.env.PGPASSWORD
  process.env.PGPASSWORD = 'p@ss/w:rd#1'
  try {
    const client = new pg.Client({ connectionString: compose.services.app?.environment?.DATABASE_URL ?? '' })
    expect(client).toMatchObject({
      user: 'veritick',
      host: 'postgres',
      port: 5432,
      database: 'veritick',
      password: 'p@ss/w:rd#1',
    })
  } finally {
    if (own === undefined) delete process.env.PGPASSWORD
    else process.env.PGPASSWORD = own
  }
})

/** The words with which deploy/veritick-run calls systemd-run. */
function argumentsOfRun(environment: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'veritick-run-'))
  try {
    writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env.PATH}`, ...environment }
    const run = spawnSync(join(ROOT, 'deploy/veritick-run'), ['main.js', 'a word'], { encoding: 'utf8', env })
    const words = run.stdout.split('\n')
    expect(words.slice(-5)).toEqual(['/usr/bin/env', 'node', 'main.js', 'a word', ''])
    return words
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('the settings of a trial restore reach no customer, and no port and folder of the server', () => {
  const operating = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
  const block = /### Trial restore[\s\S]+?```sh\n([\s\S]+?)```/.exec(operating)?.[1] ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'veritick-trial-'))
  try {
    const own = `${textOf('environment.example')}SMS_URL=https://sms.example.com/send\nSMS_SECRET=0123456789abcdef\n`
    const key = Buffer.alloc(32, 1).toString('base64')
    writeFileSync(join(folder, 'environment'), own.replace('VAULT_KEY=', `VAULT_KEY=${key}`))
    expect(spawnSync('sh', ['-c', block.replaceAll('/etc/veritick', folder)]).status).toBe(0)
    const settings = Object.fromEntries(settingsOf(readFileSync(join(folder, 'trial'), 'utf8')))
    const incomplete = readConfig(settings)
    expect(incomplete.ok ? [] : incomplete.problems).toEqual([expect.stringMatching(/^DATABASE_URL: is not set/)])
    const read = readConfig({ ...settings, DATABASE_URL: 'postgres://veritick:x@127.0.0.1:5432/veritick_trial' })
    const server = readConfig({ ...Object.fromEntries(settingsOf(own)), VAULT_KEY: key })
    if (!read.ok || !server.ok) throw new Error('the settings are refused')
    const { smtpUrl, sms, pushServices, appUrl, vaultKey, world } = read.config
    expect({ smtpUrl, sms, pushServices, appUrl }).toEqual({ pushServices: [] })
    expect({ vaultKey, world }).toEqual({ vaultKey: key, world: server.config.world })
    for (const name of ['port', 'officePort', 'metricsPort', 'dataDir'] as const)
      expect(read.config[name], name).not.toBe(server.config[name])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const SAME = ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile'] as const
const lineOf = (text: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]

test('server, backup and single commands have one user, one folder and one file of settings', () => {
  const [unit, nightly, run] = ['veritick.service', 'veritick-backup.service', 'veritick-run'].map(textOf)
  for (const name of SAME) expect(lineOf(nightly ?? '', name), name).toBe(lineOf(unit ?? '', name))
  expect(unit, 'a setting in the unit would be missing in the backup').not.toMatch(/^Environment=/m)
  expect(argumentsOfRun({})).toContain(`--property=EnvironmentFile=${lineOf(unit ?? '', 'EnvironmentFile')}`)
  expect(argumentsOfRun({ VERITICK_ENVIRONMENT: '/etc/veritick/trial' })).toContain(
    '--property=EnvironmentFile=/etc/veritick/trial',
  )
  expect(run).toContain(`--uid=${lineOf(unit ?? '', 'User')} --gid=${lineOf(unit ?? '', 'Group')}`)
  expect(run).toContain(`--working-directory=${lineOf(unit ?? '', 'WorkingDirectory')}`)
  expect(lineOf(unit ?? '', 'StartLimitIntervalSec'), 'systemd never gives up').toBe('0')
  // Node asks for the addresses of the machine through netlink.
  expect(lineOf(unit ?? '', 'RestrictAddressFamilies')?.split(' ')).toContain('AF_NETLINK')
})

test('the nightly backup as the unit runs it: complete, it removes old ones; refused, it removes none', async () => {
  await build()
  const folder = mkdtempSync(join(tmpdir(), 'veritick-nightly-'))
  const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
  mkdirSync(backups)
  const old = join(backups, 'veritick-simulated-embedded-20200101T000000Z.tar.gz')
  const makeOld = () => {
    writeFileSync(old, '')
    utimesSync(old, 0, 0)
  }
  const unit = textOf('veritick-backup.service').replaceAll('/var/backups/veritick', backups)
  const steps = [lineOf(unit, 'ExecStart'), lineOf(unit, 'ExecStartPost')].map((line) => (line ?? '').split(' '))
  const nightly = async (DATA_DIR: string) => {
    const env = environment({ DATABASE_URL: 'embedded', DATA_DIR })
    for (const step of steps) if ((await startProcess(step, { env }).ended).code !== 0) return false
    return true
  }
  try {
    const env = environment({ DATABASE_URL: 'embedded', DATA_DIR: dataDir })
    copyTemplateFor(env)
    const server = startProcess([process.execPath, 'apps/server/dist/main.js'], { env })
    await server.until(/the office: http/)
    makeOld()
    expect(await nightly(join(folder, 'elsewhere'))).toBe(false)
    expect(readdirSync(backups)).toEqual([basename(old)])
    expect(await nightly(dataDir)).toBe(true)
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^veritick-simulated-embedded-2\d{7}T/)])
    await server.end()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 600_000)

test.skipIf(!canHavePostgres())(
  'the role for reports reads the figures of money and no other table, and writes none',
  async () => {
    const operating = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
    const role = `reports_${process.pid}`
    const statements = (/```sql\n([\s\S]+?)```/.exec(operating)?.[1] ?? '').replace(/\breports\b/g, role)
    const { dataDir, databaseUrl = '', clean } = await openLocation('server')
    await (await openStore({ dataDir, databaseUrl, world: 'simulated' })).close()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await client.query(statements)
      await client.query(`set role ${role}`)
      const tables = [...statements.matchAll(/veritick_simulated\.\w+/g)].map(([table]) => table)
      expect(tables).toHaveLength(7)
      for (const table of tables) await client.query(`select * from ${table}`)
      await expect(client.query('select * from veritick_simulated.users')).rejects.toThrow('permission denied')
      await expect(client.query('delete from veritick_simulated.deposits')).rejects.toThrow('permission denied')
      await client.query(`reset role; drop owned by ${role}; drop role ${role}`)
    } finally {
      await client.end()
      await clean()
    }
  },
)

const hasSystemd = has('systemd-analyze')
if (!hasSystemd)
  process.stderr.write('\n*** No systemd-analyze here: deploy/veritick.service is not checked by it. ***\n\n')
test.skipIf(!hasSystemd)('systemd accepts the unit', () => {
  const units = readdirSync(join(ROOT, 'deploy')).filter((name) => /\.(service|timer)$/.test(name))
  expect(units).toEqual(['veritick-backup.service', 'veritick-backup.timer', 'veritick.service'])
  const paths = units.map((name) => join(ROOT, 'deploy', name))
  const checked = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' })
  const lines = checked.stderr
    .split('\n')
    .filter((line) => line.includes('veritick') && !line.includes('world-inaccessible'))
  expect(lines).toEqual([])
  // Without a running systemd it gets as far as the bus, so its options are known to systemd-run.
  const run = spawnSync(join(ROOT, 'deploy/veritick-run'), ['--version'], { encoding: 'utf8' })
  expect(run.stderr).not.toMatch(/unrecognized|invalid option|requires an argument|unknown/i)
})

const hasCaddy = has('caddy')
if (!hasCaddy) process.stderr.write('\n*** No caddy here: deploy/Caddyfile is not checked by it. ***\n\n')
test.skipIf(!hasCaddy)('caddy accepts the Caddyfile', () => {
  const checked = spawnSync(
    'caddy',
    ['validate', '--adapter', 'caddyfile', '--config', join(ROOT, 'deploy/Caddyfile')],
    {
      encoding: 'utf8',
    },
  )
  expect(checked.stderr).toContain('Valid configuration')
})
