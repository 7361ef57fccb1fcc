/** A setting that waits, on a machine whose wall clock jumps. */
import { millis } from '@veritick/domain'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runtimeOf } from '../../services/clock/index.ts'
import { testEncryption } from '../../services/encryption/encryption-fixture.ts'
import { KnownVersions } from '../../services/seals/index.ts'
import type { Store } from '../../store/interface.ts'
import { openStore } from '../../store/store.ts'
import { SETTINGS } from './registry.ts'
import { openSettings, type Settings } from './settings.ts'

const START = Date.UTC(2026, 2, 2, 9)
const DELAY = 24 * 3_600_000

const LIMIT = { key: 'draw_two_person_limit_usd', who: 'staff:7', reason: 'fewer approvals', delay: DELAY } as const
const FIRST = SETTINGS[LIMIT.key].schema.parse(SETTINGS[LIMIT.key].fallback)
const usd = (dollars: number) => dollars * 1_000_000

let location: StoreLocation
let store: Store
/** `ahead`: how far the wall clock is ahead of the time that has passed. */
let clock: { passed: number; ahead: number }
let settings: Settings

/** A process that starts now. */
function started(believedTime?: number): Promise<Settings> {
  const runtime = runtimeOf({
    wallClock: () => millis(START + clock.passed + clock.ahead),
    monotonicClock: () => clock.passed,
    believedTime: believedTime === undefined ? undefined : millis(believedTime),
  })
  const log = pino({ level: 'silent' })
  return openSettings({ store, encryption: testEncryption, runtime, knownVersions: new KnownVersions(), log })
}

beforeEach(async () => {
  location = await openLocation('embedded', ['settings'])
  store = await openStore({ ...location, world: 'settings' })
  clock = { passed: 0, ahead: 0 }
  settings = await started()
})
afterEach(async () => {
  await store.close()
  await location.clean()
})

const save = async (value: string, seenVersion: number) =>
  expect(await settings.change({ ...LIMIT, value, seenVersion })).toMatchObject({ ok: true })
const limit = (of = settings) => of.get(LIMIT.key)

test('a wall clock that is ahead brings no waiting setting into force; the delay ends in its own time', async () => {
  await save('900000.00', 0)
  clock.ahead = DELAY + 1
  expect(limit()).toBe(FIRST)
  clock.ahead = 0
  expect(limit()).toBe(FIRST)
  clock.passed = DELAY
  expect(limit()).toBe(usd(900_000))
})

test.each([
  ['a still weaker one', '950000.00', undefined],
  ['a less weak one', '800000.00', undefined],
  ['one that protects more', '500.00', usd(500)],
])('%s that is saved while the wall clock is ahead ends no delay of the one that waits', async (_, value, holds) => {
  await save('900000.00', 0)
  clock.passed = 3_600_000
  clock.ahead = DELAY
  await save(value, 1)
  expect(limit()).toBe(holds ?? FIRST)
  // A start that does not believe the clock, and starts after the clock was set right.
  expect(limit(await started(START + clock.passed))).toBe(holds ?? FIRST)
  clock.ahead = 0
  expect(limit()).toBe(holds ?? FIRST)
  expect(limit(await started())).toBe(holds ?? FIRST)
  clock.passed = 3 * DELAY
  expect(limit()).toBe(usd(Number(value)))
  expect(limit(await started())).toBe(usd(Number(value)))
})

test('a version that is saved after the clock was set right shows that the one before was saved earlier', async () => {
  await save('900000.00', 0)
  clock.ahead = 2 * DELAY
  await save('950000.00', 1)
  clock.ahead = 0
  clock.passed = 3_600_000
  await save('960000.00', 2)
  clock.passed = DELAY + 1_800_000
  expect(limit()).toBe(FIRST)
  expect(limit(await started())).toBe(FIRST)
})
