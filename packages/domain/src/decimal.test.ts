/** Decimal text: the only way in which numbers enter. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DECIMAL_TEXT_MAX, formatDecimal, parseDecimal } from './decimal.ts'

describe('reading', () => {
  test.each([
    ['1.085', 5, 108_500],
    ['1.08500', 5, 108_500],
    ['1.0850000000', 5, 108_500],
    ['0', 5, 0],
    ['-0', 5, 0],
    ['-0.00000', 5, 0],
    ['-12.5', 6, -12_500_000],
    ['150', 0, 150],
    ['0.000001', 6, 1],
    ['9007199254740991', 0, 9_007_199_254_740_991],
    ['-9007199254.740991', 6, -9_007_199_254_740_991],
  ])('"%s" at %i decimals is %i', (text, decimals, value) => {
    expect(parseDecimal(text, decimals)).toBe(value)
  })

  test.each([
    ['1.085001', 5, 'too_precise'],
    ['0.1', 0, 'too_precise'],
    ['9007199254740992', 0, 'out_of_range'],
    ['9007199254.740992', 6, 'out_of_range'],
    ...[
      '',
      ' ',
      '1 ',
      ' 1',
      '+1',
      '.5',
      '5.',
      '1.',
      '-',
      '--1',
      '007',
      '01.5',
      '1e5',
      '1E5',
      '0x10',
      '1,5',
      '1_000',
      '1.0.0',
      'NaN',
      'Infinity',
    ].map((text) => [text, 5, 'not_a_number'] as const),
    ['١٢', 5, 'not_a_number'],
    ['1'.repeat(DECIMAL_TEXT_MAX + 1), 0, 'not_a_number'],
    ['1e309', 0, 'not_a_number'],
  ] as const)('"%s" at %i decimals is %s', (text, decimals, fault) => {
    expect(parseDecimal(text, decimals)).toBe(fault)
  })
})

/** The rules of `parseDecimal`, in whole numbers of any size. */
function expected(text: string, decimals: number): number | string {
  const parts = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text)
  if (parts === null || text.length > DECIMAL_TEXT_MAX) return 'not_a_number'
  const [, sign, units = '', fraction = ''] = parts
  const scaled = BigInt(units + fraction.padEnd(decimals, '0'))
  const beyond = 10n ** BigInt(Math.max(0, fraction.length - decimals))
  if (scaled % beyond !== 0n) return 'too_precise'
  const value = Number(scaled / beyond)
  if (scaled / beyond > BigInt(Number.MAX_SAFE_INTEGER)) return 'out_of_range'
  return sign === '-' && value !== 0 ? -value : value
}

test('short and long texts are read by the same rules', () => {
  const piece = fc.constantFrom('0', '1', '9', '00', '.', '-', '12', '500', ' ', 'e', '１', '7654321')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.integer({ min: 0, max: 8 }), (pieces, decimals) => {
      const text = pieces.join('')
      expect(parseDecimal(text, decimals), text).toBe(expected(text, decimals))
    }),
    { numRuns: 20_000 },
  )
})

test('what is written is read again, and looks as its decimals say', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
      fc.nat(6),
      (value, decimals) => {
        const text = formatDecimal(value, decimals)
        expect(parseDecimal(text, decimals)).toBe(value)
        expect(text.split('.')[1]?.length ?? 0).toBe(decimals)
      },
    ),
    { numRuns: 1000 },
  )
})

test.each([
  [108_500, 5, '1.08500'],
  [-12, 6, '-0.000012'],
  [0, 2, '0.00'],
  [150, 0, '150'],
  [-5, 1, '-0.5'],
])('%i at %i decimals is written %s', (value, decimals, text) => {
  expect(formatDecimal(value, decimals)).toBe(text)
})

test('sums beyond 2^53 are written exactly', () => {
  expect(formatDecimal(9_007_199_254_740_993_000_001n, 6)).toBe('9007199254740993.000001')
  expect(formatDecimal(-1n, 6)).toBe('-0.000001')
})
