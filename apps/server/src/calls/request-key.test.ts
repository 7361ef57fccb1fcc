/** The text that request keys are made from: keys in the journal were made from it, so it must never change. */
import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical, onceOf, visitorKeyOf } from './request-key.ts'

/** As it was first written. */
function first(values: unknown): string {
  if (typeof values !== 'object' || values === null) return JSON.stringify(values) ?? ''
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
}

test('parameters of every kind have the text that they always had', () => {
  const some = [
    undefined,
    null,
    -0,
    1e21,
    Number.NaN,
    true,
    '',
    'a"b',
    'é',
    '\u2028',
    '\ud800',
    '\\',
    '\n',
    [1, { b: 1, a: 2 }],
  ]
  const value = fc.oneof(fc.constantFrom<unknown>(...some), fc.jsonValue(), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.string({ unit: 'binary' }), value), value), (values) => {
      expect(canonical(values)).toBe(first(values))
    }),
    { numRuns: 5_000 },
  )
})

test('a request has the key that it had before', () => {
  const call = { caller: '17', tokenHash: 'f'.repeat(64), path: '/v1/api/forex/submit', query: '', name: 'submit' }
  const body = { forex_id: 1, cont: '0.01', t: 'x' }
  const asked = { ...call, body, parameters: { forex_id: 1, cont: '0.01' } }
  expect(onceOf({ ...asked, headers: {} })).toEqual({
    key: 'ce5e90c5a9cfa0d1d3462157b0e8c6a9',
    content: '6cdc932afd10fe4a49da4dc8924b3b41',
  })
  expect(onceOf({ ...asked, headers: { 'idempotency-key': 'k' } })?.key).toBe('6c2508b16d34eac2242908c4170a0dd5')
})

test('a UUID is one key in either case; another key is not', () => {
  const uuid = '0193f4b2-6c1e-7abc-8def-0123456789ab'
  const call = { caller: '17', tokenHash: '', path: '/', query: '', body: {}, name: 'submit', parameters: {} }
  const keyOf = (key: string) => onceOf({ ...call, headers: { 'idempotency-key': key } })
  const ofVisitor = (key: string) => visitorKeyOf({ ...call, headers: { 'idempotency-key': key } })
  expect(keyOf(uuid.toUpperCase())).toEqual(keyOf(uuid))
  expect(keyOf(uuid)?.key).toBe('ec00d148e9b4db377631735daab4f488')
  expect(ofVisitor(uuid.toUpperCase())).toBe(ofVisitor(uuid))
  expect(keyOf('order-A')?.key).not.toBe(keyOf('order-a')?.key)
  expect(ofVisitor(`${uuid}A`)).not.toBe(ofVisitor(`${uuid}a`))
})

test('a request whose record is stored has a keyed content, and a keyed name where it carries no key', () => {
  const call = { caller: '17', tokenHash: '', path: '/', query: '', body: { text: 'x' }, name: 'supportSend' }
  const asked = { ...call, parameters: { text: 'x' }, headers: {} }
  const [plain, keyed, other] = [undefined, 'a', 'b'].map((key) =>
    onceOf({ ...asked, fingerprint: key === undefined ? undefined : (text) => hash('sha256', key + text, 'hex') }),
  )
  for (const [one, two] of [
    [plain, keyed],
    [keyed, other],
  ]) {
    expect(one?.key).not.toBe(two?.key)
    expect(one?.content).not.toBe(two?.content)
  }
})
