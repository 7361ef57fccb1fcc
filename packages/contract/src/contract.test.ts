/**
 * The contract against itself: every call has both schemas, numbers are used once, and the readers of parameters name
 * the fault.
 */
import { lotUnits, micros, points, TRADING_REFUSALS } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { CALL_NAMES, CALLS, type Call } from './calls/index.ts'
import { ERROR_CODES, REASONS } from './errors.ts'
import { lotsOf, lotsText, moneyOf, moneyText, priceOf, priceText } from './values.ts'

describe('the tables', () => {
  test('each call has a path of its own', () => {
    expect(new Set(CALL_NAMES.map((name) => CALLS[name].path)).size).toBe(CALL_NAMES.length)
  })

  test('what changes something can be posted, what reads cannot', () => {
    for (const name of CALL_NAMES)
      expect(
        CALLS[name].methods.some((method) => method === 'POST'),
        name,
      ).toBe(CALLS[name].changes)
  })

  test('the parameter that names a record is one of the request', () => {
    for (const name of CALL_NAMES) {
      const { names, request }: Call = CALLS[name]
      if (names !== undefined) expect(Object.keys(request.shape), name).toContain(names.as)
    }
  })

  test('what changes orders or moves money changes something, and what opens does one of the two', () => {
    for (const name of CALL_NAMES) {
      const { changes, changesOrder, movesMoney, opens }: Call = CALLS[name]
      const isDeed = changesOrder === true || movesMoney === true
      if (isDeed) expect(changes, name).toBe(true)
      if (opens === true) expect(isDeed, name).toBe(true)
    }
  })

  test('only a read without a session may be kept by a client', () => {
    for (const name of CALL_NAMES) {
      const { freshSeconds, changes, caller }: Call = CALLS[name]
      if (freshSeconds !== undefined) expect([changes, caller], name).toEqual([false, 'visitor'])
    }
  })

  test('a number belongs to one word, except that a missing and an ended session are both 999', () => {
    const words = REASONS.filter((word) => ERROR_CODES[word] !== 999)
    expect(new Set(words.map((word) => ERROR_CODES[word])).size).toBe(words.length)
    expect(REASONS.filter((word) => ERROR_CODES[word] === 999)).toEqual(['session_missing', 'session_ended'])
    for (const word of TRADING_REFUSALS) expect(ERROR_CODES[word]).toBeGreaterThan(3000)
  })
})

describe('what the server reads', () => {
  const order = { forex_id: '1', type: '1', status: '1', cont: '0.10' }
  const reasonOf = (changed: Record<string, unknown>) => {
    const read = CALLS.submit.request.safeParse({ ...order, ...changed })
    return read.success ? 'good' : read.error.issues.map((issue) => `${issue.path.join('.')}:${issue.message}`).join()
  }

  test('strings and plain numbers are the same order', () => {
    const asText = CALLS.submit.request.parse(order)
    expect(CALLS.submit.request.parse({ forex_id: 1, type: 1, status: 1, cont: 0.1 })).toEqual({
      ...asText,
      cont: '0.1',
    })
    expect(asText).toEqual({ forex_id: 1, type: 1, status: 1, cont: '0.10' })
    expect(CALLS.submit.request.parse({ ...order, t: '1700000000000' })).toEqual(asText)
  })

  test.each([
    [{ cont: undefined }, 'cont:parameter_missing'],
    [{ cont: '' }, 'cont:parameter_missing'],
    [{ cont: null }, 'cont:parameter_wrong_type'],
    [{ cont: true }, 'cont:parameter_wrong_type'],
    [{ cont: ['0.1'] }, 'cont:parameter_wrong_type'],
    [{ cont: { $gt: 0 } }, 'cont:parameter_wrong_type'],
    [{ cont: 'NaN' }, 'cont:number_malformed'],
    [{ cont: Number.NaN }, 'cont:number_malformed'],
    [{ cont: Number.POSITIVE_INFINITY }, 'cont:number_malformed'],
    [{ cont: '1e309' }, 'cont:number_malformed'],
    [{ cont: 1e-7 }, 'cont:number_malformed'],
    [{ cont: '0x10' }, 'cont:number_malformed'],
    [{ cont: '+1' }, 'cont:number_malformed'],
    [{ cont: ' 1' }, 'cont:number_malformed'],
    [{ cont: '1,5' }, 'cont:number_malformed'],
    [{ cont: '٣' }, 'cont:number_malformed'],
    [{ cont: '1'.repeat(40) }, 'cont:number_too_long'],
    [{ forex_id: '1.5' }, 'forex_id:number_not_whole'],
    [{ forex_id: '0' }, 'forex_id:number_out_of_range'],
    [{ forex_id: '-1' }, 'forex_id:number_out_of_range'],
    [{ forex_id: '9007199254740992' }, 'forex_id:number_out_of_range'],
    [{ type: '3' }, 'type:parameter_not_allowed'],
    [{ status: '3' }, 'status:parameter_not_allowed'],
    [{ status: undefined }, 'status:parameter_missing'],
  ])('%j -> %s', (changed, reason) => {
    expect(reasonOf(changed)).toBe(reason)
  })

  test('a device secret is 16 to 64 plain characters', () => {
    const reason = (demo_id: unknown) =>
      CALLS.createAccountDemoForU.request.safeParse({ demo_id }).error?.issues[0]?.message
    expect(reason('abcdefghijklmnop')).toBeUndefined()
    expect(reason(undefined)).toBeUndefined()
    expect(reason('short')).toBe('parameter_not_allowed')
    expect(reason("abcdefghijklmno'")).toBe('parameter_not_allowed')
    expect(reason('a'.repeat(65))).toBe('parameter_too_long')
    expect(reason(1234567890123456)).toBe('parameter_wrong_type')
  })
})

describe('values on the wire', () => {
  test('money, prices and lots go out and come back', () => {
    expect(moneyText(micros(-12_000_000))).toBe('-12.000000')
    expect(moneyOf('-12.000000')).toBe(-12_000_000)
    expect(priceText(points(108_123), 5)).toBe('1.08123')
    expect(priceOf('1.08123', 5)).toBe(108_123)
    expect([lotUnits(1000), lotUnits(125), lotUnits(10_000), lotUnits(1)].map(lotsText)).toEqual([
      '0.10',
      '0.0125',
      '1.00',
      '0.0001',
    ])
    expect(lotsOf('0.0125')).toBe(125)
    expect(lotsOf('0.00001')).toBeUndefined()
  })
})

test('a line that others read holds nothing that makes it read as another', () => {
  const bind = (payee_name: string) =>
    CALLS.bindDrawMethod.request.safeParse({ type: 2, draw_id: 1, payee_name }).success
  expect(['Ana Sousa', 'شركة التداول', '陳大文', 'O’Neil & Co.'].map(bind)).toEqual([true, true, true, true])
  for (const name of ['a\nb', 'a\u0000', 'gnp\u202eexe', 'a\u2066b'])
    expect(bind(name), JSON.stringify(name)).toBe(false)
})
