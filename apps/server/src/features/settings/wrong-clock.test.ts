/** A setting that waits, on a machine whose wall clock jumps. */
import { millis } from '@veritick/domain'
import { openLocation } from '@veritick/testing/stores'
import pino from 'pino'
import { expect, test } from 'vitest'
import { runtimeOf } from '../../services/clock/index.ts'
import { testEncryption } from '../../services/encryption/encryption-fixture.ts'
import { KnownVersions } from '../../services/seals/index.ts'
import { openStore } from '../../store/store.ts'
import { openSettings } from './settings.ts'

const START = Date.UTC(2026, 2, 2, 9)
const DELAY = 24 * 3_600_000

test('a wall clock that is ahead brings no waiting setting into force; the delay ends in its own time', async () => {
  const location = await openLocation('embedded', ['settings'])
  const store = await openStore({ ...location, world: 'settings' })
  try {
    const clock = { passed: 0, ahead: 0 }
    const runtime = runtimeOf({
      wallClock: () => millis(START + clock.passed + clock.ahead),
      monotonicClock: () => clock.passed,
    })
    const settings = await openSettings({
      store,
      encryption: testEncryption,
      runtime,
      knownVersions: new KnownVersions(),
      log: pino({ level: 'silent' }),
    })
    const limit = () => settings.get('draw_two_person_limit_usd')
    const before = limit()
    const change = { key: 'draw_two_person_limit_usd', value: '900000.00', who: 'staff:7', reason: 'fewer approvals' }
    expect(await settings.change({ ...change, seenVersion: 0, delay: DELAY })).toMatchObject({ ok: true })
    clock.ahead = DELAY + 1
    expect(limit()).toBe(before)
    clock.ahead = 0
    expect(limit()).toBe(before)
    clock.passed = DELAY
    expect(limit()).toBe(900_000_000_000)
  } finally {
    await store.close()
    await location.clean()
  }
})
