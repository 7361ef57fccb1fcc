/**
 * When `npm start` and `npm run verify` install: never again after `npm ci`, because a server that runs reads from
 * node_modules.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { areInstalled, packagesFor } from './needs.mjs'

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'apps/server': { version: '0.1.0' },
    'node_modules/@veritick/server': { link: true },
    'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
    'node_modules/of-another-machine': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  },
}
const installed = (
  changes: Record<string, { version?: string; integrity?: string; link?: boolean } | undefined> = {},
) => {
  const { 'node_modules/of-another-machine': _, '': __, ...rest } = lock.packages
  const packages = { ...rest, ...changes }
  return {
    packages: Object.fromEntries(
      Object.entries(packages).flatMap(([path, entry]) => (entry === undefined ? [] : [[path, entry]])),
    ),
  }
}

test.each([
  ['as npm ci leaves it', installed(), true],
  ['without node_modules', undefined, false],
  ['one package is missing', installed({ 'node_modules/zod': undefined }), false],
  ['one is of another version', installed({ 'node_modules/zod': { version: '4.6.6', integrity: 'sha512-a' } }), false],
  ['one has other bytes', installed({ 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-x' } }), false],
  [
    'an optional one is of another version',
    installed({ 'node_modules/of-another-machine': { version: '0.9.0' } }),
    false,
  ],
] as const)('%s', (_name, found, expected) => {
  expect(areInstalled(lock, found)).toBe(expected)
})

test('after a plain npm ci nothing is installed again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'veritick-needs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['tools', 'dep']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'dep/package.json'), JSON.stringify({ name: 'dep', version: '1.0.0' }))
  const dependencies = { dep: 'file:dep-1.0.0.tgz' }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'operator', version: '1.0.0', private: true, dependencies }),
  )
  const sh = (script: string) => spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' })
  const setUp = sh('npm pack ./dep && npm install --package-lock-only --offline && npm ci --offline')
  expect(setUp.status, setUp.stderr).toBe(0)
  expect(sh(`cp ${join(import.meta.dirname, 'needs.mjs')} tools/needs.mjs`).status).toBe(0)
  const once = sh(`node -e "import('./tools/needs.mjs').then((needs) => needs.ensureModules())"`)
  expect({ status: once.status, said: once.stdout }).toEqual({ status: 0, said: '' })
})

test('the packages that the tests lack', () => {
  const chromium = '/usr/bin/chromium'
  const shell = 'chromium-headless-shell'
  const packages = (found: string | undefined, rest: Partial<Parameters<typeof packagesFor>[0]> = {}) =>
    packagesFor({ chromium: found, hasDatabase: true, hasFonts: true, isNamed: false, ...rest })
  expect(packages(chromium, { isNamed: true })).toEqual([])
  expect(packages(`/usr/bin/${shell}`)).toEqual([])
  expect(packages(chromium, { hasDatabase: false })).toEqual([[shell], ['postgresql']])
  const fonts = ['fonts-noto-core', 'fonts-noto-cjk']
  expect(packages(`/usr/bin/${shell}`, { hasFonts: false })).toEqual([fonts])
  expect(packages(undefined, { hasFonts: false })).toEqual([[shell], ['chromium'], fonts])
})
