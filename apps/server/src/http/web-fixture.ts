/** A server of the built web app alone, on a folder of its own that holds a page and an asset. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { readConfig } from '../config/config.ts'
import { hostsOf } from '../services/network/index.ts'
import { openBase } from './base.ts'
import { PageShell, type ShellBrand } from './page-shell.ts'
import { registerWebApp, type WebApp } from './web-app.ts'

export const ASSET = '/assets/app-1234abcd.js'
export const BUILT_PAGE = '<!doctype html><html data-colours="green"><title>Veritick</title><p>外汇</p></html>'
const OWN: ShellBrand = { id: 0, name: 'Veritick', logo: '' }

export type WebFixture = { readonly app: FastifyInstance; readonly folder: string; close(): Promise<void> }

/** `wire` adds to the server before its routes. */
export async function openWeb(
  parts: { readonly wire?: (app: FastifyInstance) => void; readonly now?: () => number } & Partial<
    Pick<WebApp, 'brandOf'>
  > = {},
): Promise<WebFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'veritick-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), BUILT_PAGE)
  writeFileSync(join(folder, ASSET), `/* ${'an asset '.repeat(10_000)} */`)
  const read = readConfig({ DATA_DIR: folder, HOST: '127.0.0.1' })
  if (!read.ok) throw new Error(read.problems.join())
  const now = parts.now ?? (() => performance.now())
  const app = await openBase({
    context: { config: read.config, log: pino({ level: 'silent' }), counts: { watchCalls: () => {} } as never },
    part: 'http',
    bodyBytesMax: 16_384,
    headers: { directives: {}, referrerPolicy: 'no-referrer' },
    hosts: hostsOf({ names: [], now }),
    callsPerMinute: undefined,
  })
  parts.wire?.(app)
  await registerWebApp(app, {
    monotonicClock: now,
    folder,
    pages: { page: async () => undefined },
    shell: new PageShell(folder),
    brandOf: parts.brandOf ?? (() => OWN),
  })
  const close = async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  }
  return { app, folder, close }
}
