/** An operator changes a setting, sees who changed it before, and cannot overwrite a colleague - on both stores. */

import { openPlace, type Place, storeKinds } from '@veritick/testing/stores'
import { type SetMachine, setMachine } from '@veritick/testing/test-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../db/store.ts'
import { openSettings, type Settings } from './settings.ts'

const HOLD = { key: 'payee_hold_hours', value: 0, who: 'staff:7', reason: 'trial on our own machines', seenVersion: 0 } as const

describe.each(storeKinds())('on the %s store', (kind) => {
  let place: Place
  let store: Store
  let machine: SetMachine
  let settings: Settings

  beforeAll(async () => {
    place = await openPlace(kind, ['settings'])
    store = await openStore({ ...place, world: 'settings' })
    machine = setMachine({ at: '2026-03-02T09:00:00Z' })
    settings = await openSettings({ store, machine })
  })
  afterAll(async () => {
    await store.close()
    await place.clean()
  })

  test('a setting holds its first value until somebody changes it, and then at once', async () => {
    expect([settings.get('payee_hold_hours'), settings.since('payee_hold_hours')]).toEqual([24, undefined])
    const told: unknown[] = []
    const changed = await settings.change(HOLD, async (tx, before, after) => {
      told.push(before, after, (await tx.query('select 1 as one')).length)
    })
    expect(changed).toEqual({ ok: true, version: 1 })
    expect(told).toEqual([24, 0, 1])
    expect(settings.get('payee_hold_hours')).toBe(0)
    machine.pass(60_000)
    expect(await settings.change({ ...HOLD, value: 48, who: 'staff:8', reason: 'the trial is over', seenVersion: 1 })).toEqual({
      ok: true,
      version: 2,
    })
    expect(await settings.history('payee_hold_hours')).toEqual([
      { version: 2, value: 48, who: 'staff:8', reason: 'the trial is over', at: Date.parse('2026-03-02T09:01:00Z') },
      { version: 1, value: 0, who: 'staff:7', reason: 'trial on our own machines', at: Date.parse('2026-03-02T09:00:00Z') },
    ])
  })

  test('after a restart the newest version holds', async () => {
    const again = await openSettings({ store, machine })
    expect(again.get('payee_hold_hours')).toBe(48)
    expect([settings.since('payee_hold_hours'), again.since('payee_hold_hours')]).toEqual(Array(2).fill(Date.parse('2026-03-02T09:01:00Z')))
    expect(again.list().find((view) => view.key === 'payee_hold_hours')).toMatchObject({ value: 48, version: 2, isPublic: true })
  })

  test.each([
    [{ ...HOLD, key: 'price_of_eurusd', value: '1.2' }, 'setting_unknown'],
    [{ ...HOLD, key: 'constructor' }, 'setting_unknown'],
    [{ ...HOLD, seenVersion: 1 }, 'setting_changed_meanwhile'],
    [{ ...HOLD, seenVersion: 2, value: -1 }, 'setting_invalid'],
    [{ ...HOLD, seenVersion: 2, reason: ' a ' }, 'reason_missing'],
    [{ ...HOLD, seenVersion: 2, reason: 'x'.repeat(501) }, 'reason_missing'],
  ])('%j is refused: %s', async (change, reason) => {
    expect(await settings.change(change)).toMatchObject({ ok: false, reason })
    expect(settings.get('payee_hold_hours')).toBe(48)
  })

  test('when what goes along fails, nothing has changed', async () => {
    const failing = settings.change({ ...HOLD, seenVersion: 2 }, async () => {
      throw new Error('the audit could not be written')
    })
    await expect(failing).rejects.toThrow('the audit could not be written')
    expect(settings.get('payee_hold_hours')).toBe(48)
    expect(await settings.history('payee_hold_hours')).toHaveLength(2)
  })

  test('of fifty who change the same version one succeeds', async () => {
    const changes = await Promise.all(
      Array.from({ length: 50 }, (_, hours) => settings.change({ ...HOLD, key: 'password_hold_hours', value: hours })),
    )
    const won = changes.findIndex((changed) => changed.ok)
    expect(changes.filter((changed) => changed.ok)).toHaveLength(1)
    expect(settings.get('password_hold_hours')).toBe(won)
  })

  test('the history cannot be rewritten, not even by hand', async () => {
    for (const sql of ["update settings set who = 'nobody'", 'delete from settings', 'truncate settings'])
      await expect(store.query(sql), sql).rejects.toThrow('append-only')
    expect(await settings.history('payee_hold_hours')).toHaveLength(2)
  })

  test('visitors read public settings only', () => {
    expect(settings.public('is_show_mobile')).toEqual({ key: 'is_show_mobile', value: 1 })
    expect(settings.public('charge_networks')).toBeUndefined()
    expect(settings.public('toString')).toBeUndefined()
  })

  test('a settings file sets what was never changed, and nothing else', async () => {
    expect(await settings.seed({ payee_hold_hours: 1, usual_hours_draw: 6 }, 'trial.json')).toEqual(['usual_hours_draw'])
    expect(settings.get('payee_hold_hours')).toBe(48)
    expect(settings.get('usual_hours_draw')).toBe(6)
    expect(await settings.seed({ usual_hours_draw: 7 }, 'trial.json')).toEqual([])
    await expect(settings.seed({ usual_hours_deposit: -1 }, 'trial.json')).rejects.toThrow(
      'trial.json: setting usual_hours_deposit: setting_invalid',
    )
    await expect(settings.seed({ nonsense: 1 }, 'trial.json')).rejects.toThrow('setting nonsense: setting_unknown')
  })
})
