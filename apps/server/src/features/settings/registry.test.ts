/** Valid and invalid values of settings, and the sentences that an operator reads about invalid ones. */
import { readFileSync } from 'node:fs'
import { SETTING_KEYS, type SettingKey } from '@veritick/contract/office'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AREAS } from './areas.ts'
import { isSettingKey, SETTINGS } from './registry.ts'

const reads = (key: SettingKey, value: unknown) => SETTINGS[key].schema.safeParse(value)
const says = (key: SettingKey, value: unknown) =>
  reads(key, value)
    .error?.issues.map((issue) => issue.message)
    .join('; ')

test('the contract names every setting, in this order', () => expect(Object.keys(SETTINGS)).toEqual(SETTING_KEYS))

test.each(SETTING_KEYS)('%s explains itself and starts with a value that it would take', (key) => {
  expect(SETTINGS[key].doc).toMatch(/\.$/)
  expect(reads(key, SETTINGS[key].fallback).success).toBe(true)
  expect(JSON.parse(JSON.stringify(SETTINGS[key].fallback))).toEqual(SETTINGS[key].fallback)
  // The office draws its forms from it.
  expect(z.toJSONSchema(SETTINGS[key].schema, { io: 'input' })).toBeTypeOf('object')
})

test('without configuration there is no way to pay in or out, and none is invented', () => {
  for (const key of ['charge_networks', 'charge_symbols', 'charge_banks', 'draw_currencies'] as const)
    expect(SETTINGS[key].fallback).toEqual([])
  expect(SETTINGS.support_email.fallback).toBe('')
})

test.each([
  ['verify_reg_type', 4],
  ['verify_reg_type', '2'],
  ['is_show_mobile', true],
  ['default_language', 'xx'],
  ['default_language', ''],
  ['restricted_countries', ['Cuba']],
  ['payee_hold_hours', -1],
  ['payee_hold_hours', 1.5],
  ['payee_hold_hours', 721],
  ['draw_min_usd', '-1.00'],
  ['draw_min_usd', '1e3'],
  ['draw_min_usd', 10],
  ['draw_min_usd', '1000000000.000001'],
  ['support_email', 'nobody'],
  ['service_link', 'http://chat.example'],
  ['service_link', 'https://bot:hunter2@chat.example'],
  ['service_link', 'https://key@chat.example'],
  ['service_link', 'javascript:alert(1)'],
  ['areas', []],
  ['areas', [{ id: 1, code: 'HK', global_code: '+852' }]],
] as const)('%s refuses %j', (key, value) => expect(reads(key, value).success).toBe(false))

test('amounts are exact', () => {
  expect(SETTINGS.draw_two_person_limit_usd.schema.parse('1000.00')).toBe(1_000_000_000)
  expect(SETTINGS.draw_min_usd.schema.parse('0.000001')).toBe(1)
})

describe('calling codes', () => {
  test('every country and territory once, each under a name that people know', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    expect(AREAS.filter((area) => names.of(area.code) === undefined)).toEqual([])
    expect(new Set(AREAS.map((area) => area.code)).size).toBe(AREAS.length)
    expect(AREAS.length).toBe(245)
  })

  test.each([
    ['HK', '852', 811],
    ['AE', '971', 105],
    ['GB', '44', 702],
    ['US', '1', 2119],
    ['SA', '966', 1901],
    ['TW', '886', 2023],
    ['KZ', '7', 1126],
  ])('%s is +%s', (code, globalCode, id) => expect(AREAS).toContainEqual({ id, code, global_code: globalCode }))
})

describe('channels', () => {
  const network = {
    id: 1,
    currency_code: 'USDT',
    protocol_code: 'TRC20',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    usd_price: '1.000000',
  }
  const bank = {
    id: 1,
    bank_coin: 1,
    bank_name: 'Bank',
    bank_swift: 'COBADEFF',
    payee_name: 'Veritick',
    payee_account: 'DE89370400440532013000',
  }
  const currency = { id: 1, type: 1, code: 'USDT', protocol: 'TRC20', draw_rate: '2', fee_type: 1, usd_price: '1' }

  test('an address is checked when it is set', () => {
    expect(SETTINGS.charge_networks.schema.parse([network])).toEqual([
      { ...network, usd_price: 1_000_000, remark: '', enabled: true, trial: false },
    ])
    expect(says('charge_networks', [{ ...network, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }])).toBe(
      'address_checksum_wrong',
    )
    expect(says('charge_networks', [{ ...network, protocol_code: 'ERC20' }])).toBe('address_network_wrong')
    expect(says('charge_networks', [{ ...network, protocol_code: 'SOL' }])).toBe('addresses of SOL cannot be checked')
    expect(says('charge_networks', [network, network])).toBe('an id stands twice')
    expect(says('charge_networks', [{ ...network, usd_price: '0' }])).toContain('price of one unit')
  })

  test('so is an account', () => {
    expect(reads('charge_banks', [bank]).success).toBe(true)
    expect(says('charge_banks', [{ ...bank, payee_account: 'DE89370400440532013001' }])).toBe('iban_wrong')
    expect(says('charge_banks', [{ ...bank, bank_swift: '' }])).toBe('swift_wrong')
  })

  test('a trial entry cannot carry a real address, and a real one cannot pass as trial', () => {
    expect(says('charge_networks', [{ ...network, trial: true }])).toBe(
      'the address of a trial entry starts with TRIAL',
    )
    expect(reads('charge_networks', [{ ...network, address: 'TRIAL - SEND NOTHING', trial: true }]).success).toBe(true)
    expect(says('charge_networks', [{ ...network, address: 'TRIAL - SEND NOTHING' }])).toBe('address_malformed')
    expect(says('charge_banks', [{ ...bank, trial: true }])).toBe('the account of a trial entry starts with TRIAL')
  })

  test('a fee is an amount or a share', () => {
    expect(SETTINGS.draw_currencies.schema.parse([currency])[0]?.fee).toEqual({ kind: 'fixed', amount: 2_000_000 })
    expect(SETTINGS.draw_currencies.schema.parse([{ ...currency, fee_type: 2, draw_rate: '0.01' }])[0]).toMatchObject({
      draw_rate: '0.010000',
      fee: { kind: 'share', rate: 10_000 },
    })
    expect(says('draw_currencies', [{ ...currency, fee_type: 2, draw_rate: '1' }])).toContain('a share below 1')
    expect(says('draw_currencies', [{ ...currency, draw_rate: '-1' }])).toContain('an amount in USD')
    expect(says('draw_currencies', [{ ...currency, protocol: 'SOL' }])).toBe('addresses of SOL cannot be checked')
    expect(reads('draw_currencies', [{ ...currency, type: 2, code: 'USD', protocol: '' }]).success).toBe(true)
  })
})

test('the trial file is taken, and every channel in it says that it is one', () => {
  const trial: unknown = JSON.parse(
    readFileSync(new URL('../../../catalogue/trial-settings.json', import.meta.url), 'utf8'),
  )
  const entries = Object.entries(z.record(z.string(), z.unknown()).parse(trial))
  expect(entries.map(([key]) => key).sort()).toEqual([
    'card_provider',
    'charge_banks',
    'charge_networks',
    'charge_symbols',
    'draw_currencies',
    'payee_hold_hours',
  ])
  // A trial ends in a withdrawal the same day.
  expect(Object.fromEntries(entries).payee_hold_hours).toBe(0)
  for (const [key, value] of entries) expect(isSettingKey(key) && reads(key, value).success, key).toBe(true)
  expect(
    SETTINGS.charge_networks.schema.parse(Object.fromEntries(entries).charge_networks).map((each) => each.trial),
  ).toEqual([true, true])
  expect(
    SETTINGS.charge_banks.schema.parse(Object.fromEntries(entries).charge_banks).map((each) => each.trial),
  ).toEqual([true])
})
