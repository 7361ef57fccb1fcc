/**
 * The files that count as sources: a file that a program makes must not cause a build while another program serves the
 * last one.
 */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestSource } from './build.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-build-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** `changedAt`: seconds since 1970. */
function write(path: string, changedAt: number): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  utimesSync(file, changedAt, changedAt)
}

test('the newest source decides, in every folder', () => {
  write('apps/web/src/main.tsx', 100)
  write('packages/domain/src/money.ts', 300)
  write('apps/server/catalogue/metals.json', 200)
  expect(newestSource(folder)).toBe(300_000)
  write('apps/web/public/boot.js', 400)
  expect(newestSource(folder)).toBe(400_000)
})

test('mutants, bundles, results and what was built are no sources', () => {
  write('sim/mutants.ts', 100)
  for (const path of [
    'sim/.cache/mutants/m1/fast/engine.ts',
    'apps/server/.cache/mutants/m2/flow.ts',
    'apps/web/.cache/types/App.d.ts',
    'apps/server/dist/main.mjs',
    'node_modules/.vite-temp/vitest.config.mjs',
    'test-results/tests.json',
    'apps/web/tsconfig.tsbuildinfo',
  ]) {
    write(path, 900)
  }
  expect(newestSource(folder)).toBe(100_000)
})
