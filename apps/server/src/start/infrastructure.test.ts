/** A start with a settings file, a start with one that cannot be right, and what a feature then finds in its hands. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must, userId } from '@veritick/domain'
import { committing } from '@veritick/testing/reseal'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { separateJobs } from '@veritick/testing/test-jobs'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Config, readConfig } from '../config/config.ts'
import { SettingsRefused } from '../features/settings/settings.ts'
import { openCounts } from '../metrics/counts.ts'
import { realRuntime } from '../services/clock/clock.ts'
import type { Store } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { openInfrastructure } from './infrastructure.ts'

const TRIAL = fileURLToPath(new URL('../../catalogue/trial-settings.json', import.meta.url))
let location: StoreLocation
let store: Store
let folder: string

beforeAll(async () => {
  location = await openLocation('embedded', ['simulated'])
  store = await openStore({ ...location, world: 'simulated' })
  folder = mkdtempSync(join(tmpdir(), 'veritick-settings-'))
})
afterAll(async () => {
  await store.close()
  await location.clean()
  rmSync(folder, { recursive: true, force: true })
})

function open(environment: Readonly<Record<string, string>>) {
  const read = readConfig({ DATA_DIR: location.dataDir, ...environment })
  const config: Config = must(read.ok ? read.config : undefined, 'a good environment')
  return openInfrastructure({
    config,
    store,
    runtime: realRuntime,
    log: pino({ level: 'silent' }),
    jobs: separateJobs(),
    counts: openCounts(),
  })
}

test.each([
  ['not JSON', '{', 'is no JSON object'],
  ['a list', '[]', 'is no JSON object'],
  ['an unknown setting', '{"price_of_gold":"1"}', 'there is no setting price_of_gold'],
  [
    'a wrong address',
    '{"charge_networks":[{"id":1,"currency_code":"USDT","protocol_code":"TRC20","address":"TRx","usd_price":"1"}]}',
    'address_malformed',
  ],
])('a settings file with %s stops the start and says why', async (_name, text, words) => {
  const path = join(folder, 'settings.json')
  writeFileSync(path, text)
  const start = open({ SETTINGS_FILE: path })
  await expect(start).rejects.toThrow(SettingsRefused)
  await expect(open({ SETTINGS_FILE: path })).rejects.toThrow(words)
})

test('out of the box there is no channel; the trial file brings channels that say so; what was changed since stays', async () => {
  const plain = await open({})
  expect(plain.infrastructure.settings.get('charge_networks')).toEqual([])
  expect(plain.infrastructure.settings.get('trade_fee_type')).toBe(1)
  await plain.stop()

  const trial = await open({ SETTINGS_FILE: TRIAL, TRADE_FEE_TYPE: '2' })
  const { settings } = trial.infrastructure
  expect(settings.get('charge_networks').every((network) => network.trial)).toBe(true)
  expect(settings.get('trade_fee_type')).toBe(2)
  await settings.change({ key: 'draw_currencies', value: [], who: 'staff:1', reason: 'no more trial', seenVersion: 1 })
  await settings.change({ key: 'trade_fee_type', value: 1, who: 'staff:1', reason: 'back to lots', seenVersion: 1 })
  await trial.stop()

  const again = await open({ SETTINGS_FILE: TRIAL, TRADE_FEE_TYPE: '2' })
  expect(again.infrastructure.settings.get('draw_currencies')).toEqual([])
  expect(again.infrastructure.settings.get('trade_fee_type')).toBe(1)
  await again.stop()
})

test('a code asked for by a feature is in the outbox, and what it proves is proven once', async () => {
  const { infrastructure, stop } = await open({})
  const { codes, messages, captchas } = infrastructure
  const ana = {
    channel: 'mail',
    to: 'ana@example.com',
    purpose: 'confirm_email',
    asker: { kind: 'customer', user: userId(1) },
  } as const
  expect(await codes.send({ ...ana, language: 'en', from: undefined })).toEqual({ ok: true })
  await messages.flush()
  expect(readdirSync(join(location.dataDir, 'outbox'))).toHaveLength(1)
  expect(await codes.spend(committing(store.query), { ...ana, code: 'abcdef' })).toEqual({
    ok: false,
    reason: 'code_wrong',
  })
  expect(await captchas.spend({ id: (await captchas.make('203.0.113.9')).id, text: '' })).toBe(false)
  await stop()
})
