/** The operator's catalogue, and the messages about each kind of fault in it. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must, pointValue } from '@veritick/domain'
import { LANGUAGES } from '@veritick/locales'
import { describe, expect, test } from 'vitest'
import { loadCatalogue, nameIn } from './catalogue.ts'

const FOLDER = fileURLToPath(new URL('../../catalogue', import.meta.url))
const catalogue = loadCatalogue(FOLDER)
const entry = (code: string) =>
  must(
    catalogue.instruments.find((each) => each.terms.code === code),
    code,
  )

describe('the catalogue', () => {
  test('offers at least 28 currency pairs and metals and 24 US companies in categories of their own', () => {
    const key = (id: number) => catalogue.categories.find((category) => category.id === id)?.key ?? ''
    const count = (keys: readonly string[]) =>
      catalogue.instruments.filter((each) => keys.includes(key(each.category))).length
    expect(count(['majors', 'crosses', 'regional', 'metals'])).toBeGreaterThanOrEqual(28)
    expect(count(['technology', 'consumer', 'finance', 'health', 'industry'])).toBeGreaterThanOrEqual(24)
    for (const category of catalogue.categories) expect(count([category.key]), category.key).toBeGreaterThan(0)
  })

  test('names every category in 15 languages and every instrument in English, Chinese and Arabic', () => {
    for (const category of catalogue.categories)
      for (const language of LANGUAGES) expect(category.names[language]).toBeTruthy()
    for (const each of catalogue.instruments) {
      expect([each.names.en, each.names.hk, each.names.ar].filter((name) => name === undefined || name === '')).toEqual(
        [],
      )
    }
    expect(nameIn(entry('EURUSD').names, 'hk')).toBe('歐元 / 美元')
    expect(nameIn(entry('EURUSD').names, 'de')).toBe('Euro / US-Dollar')
    expect(nameIn(entry('AAPL').names, 'de'), 'a company is named in English where its name is the same').toBe('Apple')
  })

  test('names every currency, metal and index in 15 languages', () => {
    const companies = new Set(['technology', 'consumer', 'finance', 'health', 'industry'])
    const keys = new Map(catalogue.categories.map((category) => [category.id, category.key]))
    const unnamed = catalogue.instruments
      .filter((each) => !companies.has(keys.get(each.category) ?? ''))
      .flatMap((each) =>
        LANGUAGES.filter((language) => !each.names[language]).map((language) => `${each.terms.code} ${language}`),
      )
    expect(unnamed).toEqual([])
  })

  test('gives each instrument a point value that is whole, so that profit is exact', () => {
    for (const { terms } of catalogue.instruments) expect(pointValue(terms), terms.code).toBeGreaterThan(0)
    expect(pointValue(entry('EURUSD').terms)).toBe(100)
    expect(pointValue(entry('USDJPY').terms)).toBe(10_000)
    expect(pointValue(entry('XAUUSD').terms)).toBe(10)
    expect(pointValue(entry('AAPL').terms)).toBe(1)
  })

  test('knows where the rate to USD comes from', () => {
    expect(entry('EURUSD').terms.conversion).toEqual({ kind: 'usd' })
    expect(entry('EURGBP').terms.conversion).toEqual({ kind: 'multiply', instrument: entry('GBPUSD').terms.id })
    expect(entry('GBPJPY').terms.conversion).toEqual({ kind: 'divide', instrument: entry('USDJPY').terms.id })
    expect(entry('DE30EUR').terms.conversion).toEqual({ kind: 'multiply', instrument: entry('EURUSD').terms.id })
  })

  test('draws flags for currencies and letters for the rest', () => {
    expect(entry('GBPJPY').mark).toEqual({ kind: 'pair', base: 'GB', quote: 'JP' })
    expect(entry('XAUUSD').mark).toEqual({ kind: 'monogram', text: 'Au' })
    expect(entry('KO').mark).toEqual({ kind: 'monogram', text: 'KO' })
    expect(entry('AAPL').mark).toEqual({ kind: 'monogram', text: 'AA' })
  })

  test('has both margin modes, and crosses whose ordinary price agrees with their legs', () => {
    expect(new Set(catalogue.instruments.map(({ terms }) => terms.marginMode))).toEqual(new Set(['fixed', 'leveraged']))
    expect(entry('EURGBP').referencePrice).toBeCloseTo(
      entry('EURUSD').referencePrice / entry('GBPUSD').referencePrice,
      12,
    )
  })
})

describe('a broken catalogue', () => {
  /** The fault of loading after one text in one file was replaced. */
  function faultOf(change: { file: string; find: string; replace: string }): string {
    const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
    cpSync(FOLDER, folder, { recursive: true })
    const path = join(folder, change.file)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(change.find)
    writeFileSync(path, text.replace(change.find, change.replace))
    try {
      loadCatalogue(folder)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
    return 'nothing'
  }

  /** Line of EURGBP's code in forex.json. */
  const line =
    1 +
    readFileSync(join(FOLDER, 'forex.json'), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('"code": "EURGBP"'))
  const code = '"code": "EURGBP",'

  test.each([
    {
      find: '"code": "EURGBP",\n      "category": "crosses"',
      replace: `${code} "category": "cross"`,
      says: 'category cross is not in categories.json',
    },
    {
      find: '"spread": "0.00014"',
      replace: '"spread": "0.000145"',
      says: 'spread "0.000145": too_precise, 5 decimals at most',
    },
    { find: code, replace: `${code} "contractSize": 7,`, says: 'contractSize x 100 / 10^pricePrecision must be whole' },
    { find: code, replace: `${code} "lotMin": "0.015",`, says: 'lotMin must be a positive multiple of lotStep' },
    { find: code, replace: `${code} "lotMax": "50.005",`, says: 'lotMax must be a multiple of lotStep' },
    { find: code, replace: `${code} "feeOfMargin": "1.5",`, says: 'feeOfMargin must be at most 1' },
    {
      find: code,
      replace: `${code} "lotMax": "100000",`,
      says: 'lotMax x contractSize and lotMax x feePerLot must stay within the largest amount of money',
    },
    { find: code, replace: `${code} "levrage": [5],`, says: 'Unrecognized key: "levrage"' },
    { find: code, replace: `${code} "marginMode": "fixed",`, says: 'fixed margin mode offers no leverage' },
    { find: code, replace: `${code} "lotStep": "1e-2",`, says: 'lotStep must be a decimal text such as "0.25"' },
  ])('$says', ({ find, replace, says }) => {
    expect(faultOf({ file: 'forex.json', find, replace })).toBe(`forex.json:${line}: EURGBP: ${says}`)
  })

  test('an operator who would pay positions that hedge one another reads their legs', () => {
    // Long EURUSD and long USDJPY cost 0.1 % together.
    const find = '"financingLong": "0.0080",\n      "financingShort": "-0.0260"'
    const replace = '"financingLong": "-0.0020", "financingShort": "0.0020"'
    const says = faultOf({ file: 'forex.json', find, replace })
    expect(says).toContain('positions that hedge one another would be paid')
    for (const leg of ['long EURUSD (', 'long USDJPY (', 'short EURJPY (']) expect(says).toContain(leg)
  })

  test('a text that is not JSON is named with its line', () => {
    expect(faultOf({ file: 'metals.json', find: '"lotStep": "0.01",', replace: '"lotStep": "0.01"' })).toMatch(
      /^metals\.json:6: not JSON: /,
    )
  })

  test('an id or a code that stands twice', () => {
    expect(faultOf({ file: 'companies.json', find: '"id": 201,', replace: '"id": 1,' })).toMatch(
      /id 1 is taken by another instrument$/,
    )
    expect(faultOf({ file: 'forex.json', find: '"code": "GBPUSD"', replace: '"code": "EURUSD"' })).toMatch(
      /EURUSD: stands there twice$/,
    )
  })
})
