/** Worked figures of what a deposit is worth and what arrives of a withdrawal. */
import { expect, test } from 'vitest'
import { formatDecimal, parseDecimal } from './decimal.ts'
import { assetUnits, micros, ppm } from './numbers.ts'
import { ASSET_DECIMALS, type AssetKind, payoutOf, worthOf } from './payout.ts'

const usd = (text: string) => micros(Number(parseDecimal(text, 6)))
const units = (kind: AssetKind, text: string) => assetUnits(Number(parseDecimal(text, ASSET_DECIMALS[kind])))

test.each([
  ['coin', '250', '1', '250.000000'],
  ['coin', '0.00123456', '64250.5', '79.321097'],
  ['coin', '0.00000001', '1', '0.000000'],
  ['bank', '1000.55', '1.0837', '1084.296035'],
  ['bank', '9000000000000', '0.00004', '360000000.000000'],
] as const)('%s %s at %s USD is worth %s USD, rounded down', (kind, number, price, worth) => {
  const value = worthOf({ kind, units: units(kind, number), price: usd(price) })
  expect(value === undefined ? undefined : formatDecimal(value, 6)).toBe(worth)
})

test('an amount that no account can hold is undefined, not rounded', () => {
  expect(worthOf({ kind: 'coin', units: assetUnits(Number.MAX_SAFE_INTEGER), price: usd('9000000') })).toBeUndefined()
  expect(
    payoutOf({ amount: usd('900000000'), fee: { kind: 'fixed', amount: usd('0') }, price: micros(1), kind: 'coin' })
      .received,
  ).toBeUndefined()
})

const fixed = (text: string) => ({ kind: 'fixed', amount: usd(text) }) as const
const share = (text: string) => ({ kind: 'share', rate: ppm(Number(parseDecimal(text, 6))) }) as const

test.each([
  ['coin', '100', fixed('2'), '1', '2.000000', '98.00000000'],
  ['coin', '100', fixed('2'), '0.9998', '2.000000', '98.01960392'],
  ['coin', '1000', share('0.01'), '64250.5', '10.000000', '0.01540844'],
  ['bank', '100', fixed('25'), '1.0837', '25.000000', '69.20'],
  // a share of a millionth rounds up: the platform keeps the rest
  ['bank', '0.000001', share('0.5'), '1', '0.000001', '0.00'],
  ['coin', '33.333333', share('0.0015'), '1', '0.050000', '33.28333300'],
  ['coin', '2', fixed('2'), '1', '2.000000', '0.00000000'],
  ['coin', '1', fixed('2'), '1', '2.000000', '0.00000000'],
] as const)('%s: of %s USD with fee %j at %s, fee %s, arrives %s', (kind, amount, fee, price, feeShown, arrives) => {
  const payout = payoutOf({ amount: usd(amount), fee, price: usd(price), kind })
  expect(formatDecimal(payout.fee, 6)).toBe(feeShown)
  expect(payout.received === undefined ? undefined : formatDecimal(payout.received, ASSET_DECIMALS[kind])).toBe(arrives)
})
