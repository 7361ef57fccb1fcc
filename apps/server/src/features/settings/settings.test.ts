/** An operator changes a setting, sees who changed it before, and cannot overwrite a colleague - on both stores. */

import type { SettingKey } from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { type SetMachine, setMachine } from '@veritick/testing/test-clock'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testEncryption } from '../../services/encryption/encryption-fixture.ts'
import { KnownVersions } from '../../services/seals/index.ts'
import type { Store } from '../../store/interface.ts'
import { openStore } from '../../store/store.ts'
import { type ProtectionChange, protectionMail } from './notify.ts'
import { isProtected, weakens } from './protection.ts'
import { SETTINGS } from './registry.ts'
import { openSettings, type Settings } from './settings.ts'

const HOLD = {
  key: 'payee_hold_hours',
  value: 0,
  who: 'staff:7',
  reason: 'trial on our own machines',
  seenVersion: 0,
} as const

describe.each(storeKinds())('on the %s store', (kind) => {
  let location: StoreLocation
  let store: Store
  let runtime: SetMachine
  let settings: Settings

  beforeAll(async () => {
    location = await openLocation(kind, ['settings'])
    store = await openStore({ ...location, world: 'settings' })
    runtime = setMachine({ at: '2026-03-02T09:00:00Z' })
    settings = await openSettings({
      store,
      encryption: testEncryption,
      runtime,
      knownVersions: new KnownVersions(),
      log: pino({ level: 'silent' }),
    })
  })
  afterAll(async () => {
    await store.close()
    await location.clean()
  })

  test('a setting has its first value until staff change it; the change holds at once', async () => {
    expect([settings.get('payee_hold_hours'), settings.since('payee_hold_hours')]).toEqual([24, undefined])
    const told: unknown[] = []
    const changed = await settings.change(HOLD, async (tx, { before, after }) => {
      told.push(before, after, (await tx.query('select 1 as one')).length)
    })
    const [nine, later] = [Date.parse('2026-03-02T09:00:00Z'), Date.parse('2026-03-02T09:01:00Z')]
    expect(changed).toEqual({ ok: true, version: 1, holdsFrom: nine })
    expect(told).toEqual([24, 0, 1])
    expect(settings.get('payee_hold_hours')).toBe(0)
    runtime.pass(60_000)
    expect(
      await settings.change({ ...HOLD, value: 48, who: 'staff:8', reason: 'the trial is over', seenVersion: 1 }),
    ).toEqual({
      ok: true,
      version: 2,
      holdsFrom: later,
    })
    expect(await settings.history('payee_hold_hours')).toEqual([
      { version: 2, value: 48, who: 'staff:8', reason: 'the trial is over', at: later, holdsFrom: later },
      { version: 1, value: 0, who: 'staff:7', reason: 'trial on our own machines', at: nine, holdsFrom: nine },
    ])
  })

  describe('a change that weakens the protection of money', () => {
    const DELAY = 24 * 3_600_000
    const LIMIT = { key: 'draw_two_person_limit_usd', who: 'staff:7', reason: 'fewer approvals', delay: DELAY } as const
    const limit = () => settings.get('draw_two_person_limit_usd')
    const usd = (text: string) => Number(text) * 1_000_000
    /** As another process would read it. */
    const restarted = async () =>
      (
        await openSettings({
          store,
          encryption: testEncryption,
          runtime,
          knownVersions: new KnownVersions(),
          log: pino({ level: 'silent' }),
        })
      ).get('draw_two_person_limit_usd')

    test('holds after the delay, and for customers nothing changes meanwhile', async () => {
      expect(await settings.change({ ...LIMIT, value: '900000.00', seenVersion: 0 })).toMatchObject({
        ok: true,
        version: 1,
      })
      const view = settings.list().find(({ key }) => key === LIMIT.key)
      expect(view).toMatchObject({ value: '1000.00', version: 1, next: { version: 1, value: '900000.00' } })
      runtime.pass(DELAY - 1)
      expect([limit(), await restarted()]).toEqual([usd('1000'), usd('1000')])
      runtime.pass(1)
      expect([limit(), await restarted()]).toEqual([usd('900000'), usd('900000')])
      expect(settings.list().find(({ key }) => key === LIMIT.key)).toMatchObject({
        value: '900000.00',
        next: undefined,
      })
    })

    test('is withdrawn by the value that holds, and a stronger protection holds at once', async () => {
      await settings.change({ ...LIMIT, value: '500.00', seenVersion: 1 })
      expect(limit()).toBe(usd('500'))
      await settings.change({ ...LIMIT, value: '2000.00', seenVersion: 2 })
      expect(await settings.change({ ...LIMIT, value: '3000.00', seenVersion: 1 })).toMatchObject({
        reason: 'setting_changed_meanwhile',
      })
      await settings.change({ ...LIMIT, value: '500.00', seenVersion: 3 })
      runtime.pass(2 * DELAY)
      expect([limit(), await restarted()]).toEqual([usd('500'), usd('500')])
    })

    const network = { id: 1, currency_code: 'USDT', protocol_code: 'ERC20', usd_price: '1.000000' }
    const [ours, theirs] = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D']
    test.each<[string, unknown, string | undefined, number?]>([
      ['another address', [{ ...network, address: theirs }], ours],
      ['a higher price', [{ ...network, address: ours, usd_price: '2.000000' }], ours],
      ['a lower price', [{ ...network, address: ours, usd_price: '0.500000' }], ours, 500_000],
      ['a lower price of another', [{ ...network, address: theirs, usd_price: '0.500000' }], ours],
      [
        'a second entry',
        [
          { ...network, address: ours },
          { ...network, id: 2, address: theirs },
        ],
        ours,
      ],
      ['one that is switched off', [{ ...network, address: ours, enabled: false }], undefined],
      ['none', [], undefined],
    ])('%s to pay to', async (_, value, offered, price = 1_000_000) => {
      const change = (next: unknown, delay: number | undefined) => {
        const seenVersion = settings.list().find(({ key }) => key === 'charge_networks')?.version ?? 0
        const asked = { key: 'charge_networks', value: next, who: 'staff:7', reason: 'a better address', seenVersion }
        return settings.change(delay === undefined ? asked : { ...asked, delay })
      }
      await change([{ ...network, address: ours }], undefined)
      await change(value, DELAY)
      const now = settings.get('charge_networks').filter(({ enabled }) => enabled)
      expect(now.map(({ address, usd_price }) => [address, usd_price])).toEqual(
        offered === undefined ? [] : [[offered, price]],
      )
    })

    const coin = { id: 1, type: 1, code: 'USDT', protocol: 'TRC20', draw_rate: '2.000000', fee_type: 1 }
    const priced = (usd_price: string, more: object = {}) => [{ ...coin, usd_price, ...more }]
    test.each([
      ['a lower price', priced('0.500000'), '1.000000 2.000000'],
      ['a lower fee', priced('1.000000', { draw_rate: '0.000000' }), '1.000000 2.000000'],
      ['a second entry', [...priced('1.000000'), ...priced('0.500000', { id: 2 })], '1.000000 2.000000'],
      ['a higher price', priced('2.000000'), '2.000000 2.000000'],
      ['one that is switched off', priced('0.500000', { enabled: false }), ''],
      ['none', [], ''],
    ])('%s of a withdrawal', async (_, value, offered) => {
      const change = (next: unknown, delay: number | undefined) => {
        const seenVersion = settings.list().find(({ key }) => key === 'draw_currencies')?.version ?? 0
        const asked = { key: 'draw_currencies', value: next, who: 'staff:7', reason: 'the price of today', seenVersion }
        return settings.change(delay === undefined ? asked : { ...asked, delay })
      }
      const shown = () =>
        settings
          .get('draw_currencies')
          .filter(({ enabled }) => enabled)
          .map(({ usd_price, draw_rate }) => `${(usd_price / 1_000_000).toFixed(6)} ${draw_rate}`)
          .join()
      const isFirst = settings.get('draw_currencies').length === 0 && settings.since('draw_currencies') === 0
      await change(priced('1.000000'), isFirst ? DELAY : undefined)
      expect(shown()).toBe('1.000000 2.000000')
      await change(value, DELAY)
      expect(shown()).toBe(offered)
    })

    test.each([
      ['the same lower price', '0.500000', DELAY / 2],
      ['a higher one than announced', '0.700000', DELAY / 2],
      ['one that pays less than now', '1.200000', 0],
      ['a still lower one', '0.400000', DELAY],
    ])('%s, saved while one waits', async (_, usd_price, waits) => {
      const save = async (price: string, delay?: number) => {
        const seenVersion = settings.list().find(({ key }) => key === 'draw_currencies')?.version ?? 0
        const asked = { key: 'draw_currencies', who: 'staff:7', reason: 'the price of today', seenVersion } as const
        const value = priced(price)
        const told = settings.holdsFrom({ key: 'draw_currencies', value, delay: delay ?? 0 })
        const saved = await settings.change(delay === undefined ? { ...asked, value } : { ...asked, value, delay })
        expect(saved).toMatchObject({ ok: true, holdsFrom: told })
      }
      const shown = async () => {
        const again = await openSettings({
          store,
          encryption: testEncryption,
          runtime,
          knownVersions: new KnownVersions(),
          log: pino({ level: 'silent' }),
        })
        return [settings, again].map((each) => each.get('draw_currencies')[0]?.usd_price)
      }
      await save('1.000000')
      await save('0.500000', DELAY)
      runtime.pass(DELAY / 2)
      await save(usd_price, DELAY)
      if (waits > 0) {
        runtime.pass(waits - 1)
        expect(await shown()).toEqual([usd('1'), usd('1')])
        runtime.pass(1)
      }
      expect(await shown()).toEqual([usd(usd_price), usd(usd_price)])
    })

    const ether = { id: 1, currency_code: 'ETH', protocol_code: 'ERC20', address: ours }
    const bitcoin = { ...ether, id: 2, currency_code: 'WBTC' }
    const [low, high, higher] = ['60000.000000', '61000.000000', '62000.000000']
    const both = (eth: string, btc: string, more: object = {}) => [
      { ...ether, usd_price: eth, remark: 'from 10 USD' },
      { ...bitcoin, usd_price: btc, ...more },
    ]

    describe('prices that rise and fall', () => {
      const told: ProtectionChange[] = []
      const save = async (key: SettingKey, value: unknown, delay?: number) => {
        const seenVersion = settings.list().find((view) => view.key === key)?.version ?? 0
        const change = { key, value, who: 'staff:7', reason: 'the prices of today', seenVersion }
        const saved = await settings.change(
          delay === undefined ? change : { ...change, delay },
          async (_, { holdsFrom, hasPartAtOnce }) => {
            told.push({ key, by: 'Ada', reason: change.reason, at: runtime.now(), holdsFrom, hasPartAtOnce })
          },
        )
        expect(saved).toMatchObject({ ok: true })
        return saved.ok ? saved.holdsFrom - runtime.now() : undefined
      }
      /** Prices that customers are credited at, the same after a restart. */
      const credited = async () => {
        const again = await openSettings({
          store,
          encryption: testEncryption,
          runtime,
          knownVersions: new KnownVersions(),
          log: pino({ level: 'silent' }),
        })
        expect(again.list()).toEqual(settings.list())
        return settings.get('charge_networks').map(({ usd_price }) => usd_price / 1_000_000)
      }

      test('a coin that falls twice a day delays no price of another that was announced', async () => {
        await save('charge_networks', both('3000.000000', low))
        expect(await save('charge_networks', both('3000.000000', high), DELAY)).toBe(DELAY)
        for (const eth of [2900, 2800, 2700]) {
          runtime.pass(DELAY / 4)
          await save('charge_networks', both(`${eth}.000000`, high), DELAY)
          expect(await credited()).toEqual([eth, 60_000])
        }
        runtime.pass(DELAY / 4)
        expect(await credited()).toEqual([2700, 61_000])
        const versions = await settings.history('charge_networks')
        expect(versions.slice(0, 2).map(({ value }) => value)).toEqual([
          both('2700.000000', high),
          both('2700.000000', low),
        ])
      })

      test.each<[string, unknown, number[]]>([
        ['a price above the announced one', both('2900.000000', higher), [2900, 60_000]],
        ['another coin that rises', both('3100.000000', high), [3000, 60_000]],
        ['another address', both('2900.000000', high, { address: theirs }), [3000, 60_000]],
        [
          'another entry',
          [...both('2900.000000', high), { ...bitcoin, id: 3, usd_price: high, address: theirs }],
          [2900, 60_000],
        ],
        ['another entry in the place of one', [...both('2900.000000', high, { id: 3 })], [3000, 60_000]],
      ])('%s waits the whole delay, whatever was announced and falls', async (_, value, now) => {
        await save('charge_networks', both('3000.000000', low))
        await save('charge_networks', both('3000.000000', high), DELAY)
        runtime.pass(DELAY - 1)
        expect(await save('charge_networks', value, DELAY)).toBe(DELAY)
        runtime.pass(DELAY - 1)
        expect(await credited()).toEqual(now)
        runtime.pass(1)
        expect(await credited()).not.toEqual(now)
      })

      test.each([
        ['the list in force', both('3000.000000', low)],
        ['a list that only lowers', both('2900.000000', low)],
      ])('a price that a colleague has set back by %s waits the whole delay again', async (_, correction) => {
        await save('charge_networks', both('3000.000000', low))
        await save('charge_networks', both('3000.000000', high), DELAY)
        runtime.pass(DELAY - 1)
        expect(await save('charge_networks', correction, DELAY)).toBe(0)
        expect(await save('charge_networks', both('2900.000000', high), DELAY)).toBe(DELAY)
        runtime.pass(DELAY - 1)
        expect(await credited()).toEqual([2900, 60_000])
      })

      test('a withdrawal that pays less does so at once, beside one that pays more later', async () => {
        const list = (usdt: string, other: string) => [...priced(usdt), ...priced(other, { id: 2 })]
        await save('draw_currencies', list('1.000000', '1.000000'))
        await save('draw_currencies', list('1.000000', '0.900000'), DELAY)
        expect(protectionMail(must(told.at(-1), 'a change')).text).not.toContain('new prices')
        runtime.pass(DELAY / 2)
        expect(await save('draw_currencies', list('1.100000', '0.900000'), DELAY)).toBe(DELAY / 2)
        expect(protectionMail(must(told.at(-1), 'a change')).text).toContain('with the new prices that need no delay')
        const shown = () => settings.get('draw_currencies').map(({ usd_price }) => usd_price)
        expect(shown()).toEqual([1_100_000, 1_000_000])
        runtime.pass(DELAY / 2)
        expect(shown()).toEqual([1_100_000, 900_000])
      })

      test('a change that names the version of one under way is refused', async () => {
        const seenVersion = (settings.list().find(({ key }) => key === 'charge_networks')?.version ?? 0) + 1
        const change = { key: 'charge_networks', value: both('1.000000', low), who: 'staff:7', reason: 'the prices' }
        const [first, second] = await Promise.all([
          settings.change({ ...change, seenVersion: seenVersion - 1, delay: DELAY }),
          settings.change({ ...change, value: both('2.000000', low), seenVersion, delay: DELAY }),
        ])
        expect([first, second]).toMatchObject([{ ok: true }, { reason: 'setting_changed_meanwhile' }])
      })
    })

    const euro = { id: 1, name: 'EUR', usd_price: '1.083700' }
    test.each<[SettingKey, unknown, unknown, boolean]>([
      ['charge_symbols', [euro], [{ ...euro, usd_price: '108.370000' }], true],
      ['charge_symbols', [euro], [{ ...euro, usd_price: '1.083600' }], false],
      ['charge_symbols', [euro], [{ ...euro, name: 'GBP' }], true],
      ['charge_symbols', [euro], [euro, { ...euro, id: 2 }], true],
      ['charge_symbols', [{ ...euro, enabled: false }], [euro], true],
      ['charge_symbols', [euro], [{ ...euro, enabled: false }], false],
      ['draw_max_day_usd', '50000.00', '50000.01', true],
      ['draw_max_day_usd', '50000.00', '100.00', false],
      ['deposit_without_verification_max_usd', '1000.00', '1000.01', true],
      ['deposit_without_verification_max_usd', '1000.00', '0.00', false],
      ['deposit_price_max_hours', 12, 0, true],
      ['deposit_price_max_hours', 12, 6, false],
    ])('%s: %j becomes %j', (key, now, next, waits) => {
      const read = (value: unknown) => SETTINGS[key].schema.parse(value) as never
      expect(weakens({ key, now: read(now), next: read(next) })).toBe(waits)
      expect(isProtected(key)).toBe(true)
    })

    test('the delay has a floor of a day', async () => {
      const change = { key: 'setting_delay_hours', who: 'staff:7', reason: 'a shorter delay', seenVersion: 0 }
      expect(await settings.change({ ...change, value: 1 })).toMatchObject({ reason: 'setting_invalid' })
    })
  })

  test('after a restart the newest version holds', async () => {
    const again = await openSettings({
      store,
      encryption: testEncryption,
      runtime,
      knownVersions: new KnownVersions(),
      log: pino({ level: 'silent' }),
    })
    expect(again.get('payee_hold_hours')).toBe(48)
    expect([settings.since('payee_hold_hours'), again.since('payee_hold_hours')]).toEqual(
      Array(2).fill(Date.parse('2026-03-02T09:01:00Z')),
    )
    expect(again.list().find((view) => view.key === 'payee_hold_hours')).toMatchObject({
      value: 48,
      version: 2,
      isPublic: true,
    })
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
    expect(
      await settings.seed({ payee_hold_hours: 1, usual_hours_draw: 6 }, { file: '/srv/veritick/trial.json' }),
    ).toEqual(['usual_hours_draw'])
    // The office reads the history: no path of the server stands there.
    const [first] = await settings.history('usual_hours_draw')
    const reason = 'first value, from the settings file of the start, trial.json'
    expect(first).toMatchObject({ who: 'trial.json', reason })
    await settings.seed({ trade_fee_type: 2 }, { variable: 'TRADE_FEE_TYPE' })
    const [fee] = await settings.history('trade_fee_type')
    expect(fee).toMatchObject({ who: 'TRADE_FEE_TYPE', reason: 'first value, from the variable TRADE_FEE_TYPE' })
    expect(settings.get('payee_hold_hours')).toBe(48)
    expect(settings.get('usual_hours_draw')).toBe(6)
    expect(await settings.seed({ usual_hours_draw: 7 }, { file: 'trial.json' })).toEqual([])
    await expect(settings.seed({ usual_hours_deposit: -1 }, { file: 'trial.json' })).rejects.toThrow(
      'trial.json: setting usual_hours_deposit: setting_invalid',
    )
    await expect(settings.seed({ nonsense: 1 }, { file: 'trial.json' })).rejects.toThrow(
      'trial.json: there is no setting nonsense: correct its name or leave it out',
    )
  })
})
