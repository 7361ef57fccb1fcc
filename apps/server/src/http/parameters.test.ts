/** What a body or query can carry, and the name that came twice. */
import { describe, expect, test } from 'vitest'
import { merge, readJson, readPairs } from './parameters.ts'

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
  ])('JSON %s: a number that is not written plainly is judged by its text', (text, cont) => {
    expect(readJson(text)?.values.cont).toBe(cont)
  })

  test('what no store can keep, and what is nested without end, is no body', () => {
    for (const text of ['{"note":"a\\u0000b"}', '{"a\\u0000":1}', '{"note":"a\0"}'])
      expect(readJson(text), text).toBeUndefined()
    expect(readJson('{"note":"a\\u0001b"}')?.values.note).toBe('a\u0001b')
    const nested = (depth: number) => `{"value":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(readJson(nested(30))).toBeDefined()
    expect(readJson(nested(5000))).toBeUndefined()
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
