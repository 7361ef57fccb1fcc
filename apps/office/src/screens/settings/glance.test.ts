/** Settings in one line. */
import type { SettingKey } from '@veritick/contract/office'
import { expect, test } from 'vitest'
import { FORMS, formOf } from './forms.ts'
import { faultText, glance, priceAgeText, readersText } from './glance.ts'

test.each<[SettingKey, unknown, string]>([
  ['charge_networks', [], 'none'],
  [
    'charge_networks',
    [
      { enabled: true, trial: true },
      { enabled: false, trial: false },
    ],
    '2, 1 off, 1 for trying out',
  ],
  ['charge_networks', [{ trial: true }, { enabled: true, trial: true }], '2, all for trying out'],
  ['charge_networks', [{ trial: true }], '1 for trying out'],
  ['charge_networks', [{ enabled: false, trial: true }], '1 off, for trying out'],
  ['charge_symbols', [{ enabled: true }], '1'],
  ['restricted_countries', ['KP', 'IL', 'CN', 'VU', 'CU', 'RU', 'BY'], 'KP IL CN VU CU RU and 1 more'],
  ['payee_hold_hours', 24, '24 hours'],
  ['payee_hold_hours', 0, 'none'],
  ['identity_rejected_days', 90, '90 days'],
  ['identity_birth_date_required', 1, 'Required'],
  ['deposit_min_usd', '1000.00', '1,000.00 USD'],
  ['trade_fee_type', 2, 'Margin times rate'],
  ['support_email', '', 'empty'],
])('%s of %j is "%s"', (key, value, text) => expect(glance(key, value)).toBe(text))

test('only lists of prices have an age', () => {
  const HOUR = 3_600_000
  const none = { value: [], next: null }
  const prices = { key: 'draw_currencies', ...none } as const
  expect(priceAgeText({ ...prices, set_at: HOUR }, 15 * HOUR)).toBe('Prices set or confirmed 14 h ago')
  expect(priceAgeText({ ...prices, set_at: null }, HOUR)).toBeUndefined()
  expect(priceAgeText({ key: 'charge_banks', set_at: 0, ...none }, HOUR)).toBeUndefined()
})

test.each([
  ['lower', [{ usd_price: '0.900000' }], '2 h'],
  ['the same', [{ usd_price: '0.950000' }], '2 h'],
  ['higher', [{ usd_price: '0.960000' }], '14 h'],
  ['another currency', [{ usd_price: '0.900000', code: 'TRX' }], '14 h'],
  ['left out', [], '14 h'],
])('the age of prices beside a waiting list: %s', (_, waiting, age) => {
  const HOUR = 3_600_000
  const coin = { id: 1, type: 1, code: 'USDT', protocol: 'TRC20', usd_price: '0.950000', enabled: true }
  const dollar = { ...coin, id: 2, usd_price: '1.000000' }
  const off = { ...coin, id: 3, enabled: false }
  const next = { value: waiting.map((each) => ({ ...coin, ...each })), set_at: 13 * HOUR }
  const setting = { key: 'draw_currencies', value: [coin, dollar, off], set_at: HOUR, next } as const
  expect(priceAgeText(setting, 15 * HOUR)).toBe(`Prices set or confirmed ${age} ago`)
})

test.each([
  ['higher', '0.960000', '2 h'],
  ['lower', '0.940000', '14 h'],
])('the age of deposit prices beside a waiting list: %s', (_, usd_price, age) => {
  const HOUR = 3_600_000
  const coin = { id: 1, currency_code: 'USDT', usd_price: '0.950000' }
  const next = { value: [{ ...coin, usd_price }], set_at: 13 * HOUR }
  const setting = { key: 'charge_networks', value: [coin], set_at: HOUR, next } as const
  expect(priceAgeText(setting, 15 * HOUR)).toBe(`Prices set or confirmed ${age} ago`)
})

test('a fault says where it is, as the form calls it', () => {
  const form = FORMS.charge_networks
  const value = [{ id: 4 }, { id: 9 }]
  expect(faultText(form, value, { path: [1, 'address'], message: 'A character is wrong.' })).toBe(
    'network 9, Address that customers pay to: A character is wrong.',
  )
  expect(faultText(form, value, { path: [], message: 'an id stands twice' })).toBe('an id stands twice')
  expect(faultText(FORMS.restricted_countries, ['KP', 'xx'], { path: [1], message: 'two capital letters' })).toBe(
    'entry 2: two capital letters',
  )
})

test('an address that every customer is shown is not said to be the staff’s alone', () => {
  const read = (is_public: boolean, group: string) => readersText({ is_public, group })
  expect(read(false, 'channels')).toMatch(/^Customers see each entry/)
  expect(read(false, 'money')).toBe('Only staff see it.')
  expect(read(true, 'money')).toMatch(/^The customers’ app/)
})

test('a bank’s currency is chosen among those of wire deposits', () => {
  const bank = (value: unknown) => formOf('charge_banks', [{ key: 'charge_symbols', value }])
  const field = (form: ReturnType<typeof bank>) => (form.kind === 'rows' ? form.fields[0] : undefined)
  expect(field(bank([{ id: 3, name: 'EUR' }]))).toMatchObject({ kind: 'choice', choices: [[3, 'EUR']] })
  expect(field(bank([]))).toMatchObject({
    kind: 'choice',
    choices: [],
    help: expect.stringContaining('Wire currencies'),
  })
})
