/**
 * The other files of deploy/: what can be checked without a container engine. Paths that the image copies exist, its command starts,
 * the unit and the Caddyfile are accepted by their own programs, every setting that they name is one of the server.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '@veritick/testing/processes'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { build } from '../build.mjs'
import { ROOT } from '../needs.mjs'

const textOf = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8')
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const SETTINGS = [...readFileSync(join(ROOT, 'apps/server/src/config.ts'), 'utf8').matchAll(/'([A-Z][A-Z_]+)'/g)].map((match) => match[1])
const compose = z
  .object({
    services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.string()).optional(), volumes: z.array(z.string()) })),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(textOf('compose.yml')))

test('every path that the image copies exists, and none of them is left out of the build context', () => {
  const copied = [...textOf('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) => (match[1] ?? '').split(' '))
  expect(copied.length).toBeGreaterThan(8)
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const left = textOf('Dockerfile.dockerignore').split('\n')
  expect(copied.filter((path) => left.includes(path.split('/')[0] ?? ''))).toEqual([])
})

test('the command of the image and of the unit starts the server, and ends at SIGTERM', async () => {
  build()
  const command = z.array(z.string()).parse(JSON.parse(/^CMD (\[.*\])$/m.exec(textOf('Dockerfile'))?.[1] ?? ''))
  expect(textOf('veritick.service')).toContain(`ExecStart=/usr/bin/env ${command.join(' ')}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'veritick-image-'))
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', OFFICE_PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'production' }
  const started = startProcess(command, { env })
  try {
    await started.until(/the office: http/)
    started.child.kill('SIGTERM')
    expect(await started.ended).toMatchObject({ code: 0 })
  } finally {
    await started.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 600_000)

test('compose and unit name only settings that the server has, and volumes that exist', () => {
  const known = (names: readonly string[]) => names.filter((name) => !SETTINGS.includes(name))
  expect(known(Object.keys(compose.services.app?.environment ?? {}))).toEqual([])
  const unit = /^Environment=(.*)$/m.exec(textOf('veritick.service'))?.[1] ?? ''
  expect(known(unit.split(' ').map((pair) => pair.split('=')[0] ?? ''))).toEqual(['NODE_ENV'])
  const named = Object.values(compose.services).flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
  expect(named.filter((name) => !name.startsWith('./') && !(name in compose.volumes))).toEqual([])
  expect(existsSync(join(ROOT, 'deploy/Caddyfile'))).toBe(true)
})

const hasSystemd = has('systemd-analyze')
if (!hasSystemd) process.stderr.write('\n*** No systemd-analyze here: deploy/veritick.service is not checked by it. ***\n\n')
test.skipIf(!hasSystemd)('systemd accepts the unit', () => {
  const checked = spawnSync('systemd-analyze', ['verify', '--man=no', join(ROOT, 'deploy/veritick.service')], { encoding: 'utf8' })
  const lines = checked.stderr.split('\n').filter((line) => line.includes('veritick.service') && !line.includes('world-inaccessible'))
  expect(lines).toEqual([])
})

const hasCaddy = has('caddy')
if (!hasCaddy) process.stderr.write('\n*** No caddy here: deploy/Caddyfile is not checked by it. ***\n\n')
test.skipIf(!hasCaddy)('caddy accepts the Caddyfile', () => {
  const checked = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(ROOT, 'deploy/Caddyfile')], {
    encoding: 'utf8',
  })
  expect(checked.stderr).toContain('Valid configuration')
})
