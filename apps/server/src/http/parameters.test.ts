/** Parameters of a body or query, and the name of the first that came twice. */

import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { MARKS_MAX, NAMES_MAX } from './json-outline.ts'
import { merge, readAnyJson, readForm, readJson, readPairs } from './parameters.ts'

describe('parameters', () => {
  test('a query and a form are the same', () => {
    expect(readPairs('cont=0.10&type=1&empty=')).toMatchObject({
      values: { cont: '0.10', type: '1', empty: '' },
      doubled: undefined,
    })
    expect(readPairs('cont=0.10&type=1&cont=9').doubled).toBe('cont')
    expect(readPairs('').values).toEqual({})
  })

  test.each([
    ['{"cont":"0.10","type":1}', undefined],
    ['{"cont":1,"cont":2}', 'cont'],
    ['{"cont":1,"c\\u006fnt":2}', 'cont'],
    ['{"a":{"cont":1},"cont":2}', undefined],
    ['{"a":[{"cont":1},{"cont":1}],"b":"\\"cont\\":","cont":2}', undefined],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['', undefined],
  ])('JSON %s: doubled %s', (text, doubled) => {
    expect(readJson(text)?.doubled).toBe(doubled)
  })

  test.each(['[1]', '1', 'null', '"x"', '{', '{"a":NaN}', '{"a":1,}', "{'a':1}"])(
    '%s is no object of parameters',
    (text) => {
      expect(readJson(text)).toBeUndefined()
    },
  )

  test.each([
    ['{"cont":1e-2}', '1e-2'],
    ['{"cont":0.10000000000000000000001}', '0.10000000000000000000001'],
    ['{"cont":1E+400}', '1E+400'],
    ['{"a":{"cont":1e-2},"cont":0.01}', 0.01],
    ['{"a":[1e-2],"cont":"1e-2"}', '1e-2'],
    ['{"cont" : -12.5 }', -12.5],
  ])('JSON %s: a number with an exponent or too many digits is checked as its text', (text, cont) => {
    expect(readJson(text)?.values.cont).toBe(cont)
  })

  test('what no store can keep, and what is nested without end, is no body', () => {
    for (const text of ['{"note":"a\\u0000b"}', '{"a\\u0000":1}', '{"note":"a\0"}'])
      expect(readJson(text), text).toBeUndefined()
    for (const text of [
      '{"note":"\\ud800 b"}',
      '{"note":"a\\uDC00"}',
      '{"\\udbff":1}',
      '{"a":{"b":["\\ude00\\ud83d"]}}',
    ])
      expect(readJson(text), text).toBeUndefined()
    expect(readJson('{"note":"\\ud83d\\ude00"}')?.values.note).toBe('\u{1f600}')
    expect(readJson('{"note":"a\\u0001b"}')?.values.note).toBe('a\u0001b')
    const nested = (depth: number) => `{"value":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(readJson(nested(30))).toBeDefined()
    expect(readJson(nested(5000))).toBeUndefined()
  })

  test('the quick reader of plain bodies says what the reader of every body says', () => {
    const texts = [
      'a',
      'cont',
      '',
      '0.10',
      '1e-2',
      '%00',
      '%',
      '\\u0000',
      '\\"',
      'é',
      '\u2028',
      '__proto__',
      '\t',
      '\0',
    ]
    const quoted = fc.constantFrom(...texts).map((text) => `"${text}"`)
    const number = fc.constantFrom(
      '0',
      '-0',
      '-1',
      '12',
      '007',
      '1.0',
      '1e3',
      '999999999999999',
      '9007199254740993',
      '-',
    )
    const other = fc.constantFrom('true', 'null', '{}', '[1]', '', ' 1', '"', '{"a":1}')
    const value = fc.oneof(quoted, number, other)
    const pair = fc.tuple(quoted, fc.constantFrom(':', ':', ' :', ''), value).map((parts) => parts.join(''))
    const closed = fc.constantFrom('}', '}', '', ' }', '},', '}}')
    const body = fc.tuple(fc.array(pair, { maxLength: 4 }), closed).map(([pairs, end]) => `{${pairs.join(',')}${end}`)
    const plain = fc
      .array(fc.tuple(fc.constantFrom('"a"', '"b"', '"1"'), fc.constantFrom('1', '2', '"x"', '"y"', '1.5')), {
        maxLength: 4,
      })
      .map((pairs) => `{${pairs.map((pair) => pair.join(':')).join(',')}}`)
    let read = 0
    fc.assert(
      fc.property(fc.oneof(body, plain, fc.json(), fc.string()), (text) => {
        expect(readJson(text)).toEqual(readAnyJson(text))
        if (readJson(text) !== undefined) read += 1
      }),
      { numRuns: 20_000 },
    )
    expect(read).toBeGreaterThan(2_000)
  })

  test('a body of too many names, values or depths is refused; a long text is one value', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)
    const json = (count: number) => `{${names(count).map((name) => `"${name}":1`)}}`
    expect(readJson(json(NAMES_MAX))).toBeDefined()
    expect(readJson(json(NAMES_MAX + 1))).toBeUndefined()
    expect(readJson(`{${'"a":1.0,'.repeat(NAMES_MAX)}"a":1}`)).toBeUndefined()
    expect(readForm(names(NAMES_MAX).join('=&'))).toBeDefined()
    expect(readForm(names(NAMES_MAX + 1).join('=&'))).toBeUndefined()
    expect(readJson(`{"a":[${'1,'.repeat(MARKS_MAX)}1]}`)).toBeUndefined()
    expect(readJson(`{"a":"${'1,'.repeat(MARKS_MAX)}\\n"}`)?.values.a).toHaveLength(2 * MARKS_MAX + 1)
  })

  test('a body above a limit is refused before it is parsed', () => {
    const parsed = vi.spyOn(JSON, 'parse')
    const names = Array.from({ length: NAMES_MAX + 1 }, (_, index) => `"n${index}":1.0`)
    for (const text of [`{${names}}`, `{"a":${'['.repeat(5000)}`, `{"a":[${'1,'.repeat(MARKS_MAX)}1]}`, '{"a":"'])
      expect(readJson(text)).toBeUndefined()
    expect(parsed).not.toHaveBeenCalled()
    parsed.mockRestore()
  })

  test('a quote after backslashes ends its text or not', () => {
    expect(readJson('{"a":"\\\\","b":1e2}')?.values).toEqual({ a: '\\', b: '1e2' })
    expect(readJson('{"a":"\\\\\\",\\"b\\":1","c" : 1E2 , "d":{"e":1e2}}')?.values).toEqual({
      a: '\\","b":1',
      c: '1E2',
      d: { e: 100 },
    })
  })

  test('the same name in query and body is doubled', () => {
    expect(merge([readPairs('id=1'), readPairs('id=2')]).doubled).toBe('id')
    expect(merge([readPairs('t=1'), readPairs('id=2')])).toMatchObject({
      values: { t: '1', id: '2' },
      doubled: undefined,
    })
  })

  test('a name that every object has is a name like any other', () => {
    const { values } = readPairs('constructor=1&__proto__=2')
    expect(Object.keys(values)).toEqual(['constructor', '__proto__'])
    expect(Object.getPrototypeOf(values)).toBeNull()
  })
})
