/**
 * The instruments of this platform, read from the operator's files in `apps/server/catalogue`. Everything is checked
 * before the market opens. At a fault the start stops, because a wrong contract size is worse than no service. The
 * message names the file, and the line and the code of the instrument where the fault is in one. Numbers are decimal
 * texts and become whole units here.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  assert,
  type ConversionSource,
  type InstrumentTerms,
  LOT_DECIMALS,
  type LotUnits,
  MICROS_PER_USD,
  type Micros,
  type Points,
  PPM,
  type Ppm,
  PRICE_MAX,
  PRICE_PRECISION_MAX,
  parseDecimal,
  points,
  type TermsFault,
  termsFault,
} from '@veritick/domain'
import type { Language } from '@veritick/locales'
import type { z } from 'zod'
import {
  categoriesFile,
  companyEntry,
  currenciesFile,
  type Hours,
  type Mark,
  pairEntry,
  readFileOf,
  withDefaults,
} from './catalogue-files.ts'
import { payingLegs, textsOfLegs } from './hedged-legs.ts'

export type { Hours, Mark } from './catalogue-files.ts'

/** English is always there; other languages where they differ. */
export type Names = { readonly en: string } & { readonly [language in Language]?: string | undefined }

/** The name in a reader's language, English where it is the same. */
export function nameIn(names: Names, language: Language): string {
  return names[language] ?? names.en
}

/**
 * A price this many times above or below the ordinary one is broken (decision 104): a position could be worth more than
 * a number holds.
 */
export const ORDINARY_TIMES_MAX = 30
/**
 * The same for two currencies. Their prices move less, and an account may hold less where a price and its rate can both
 * go far: 320 million USD of USDJPY instead of 8.9.
 */
export const CURRENCY_TIMES_MAX = 5

/** Steps of an ordinary price. With fewer, one step would be more than 1 % of the price. */
const ORDINARY_STEPS_MIN = 100

/** The ordinary price of the catalogue, in the instrument's steps. */
export function ordinaryPoints({ terms, referencePrice }: Pick<CatalogueEntry, 'terms' | 'referencePrice'>): Points {
  return points(Math.round(referencePrice * 10 ** terms.pricePrecision))
}

/**
 * The prices that an instrument can have, in its steps. `recorded`: the ordinary price of its recording, where it is
 * played from one; a recording of decades ago may be far from the catalogue's.
 */
export function priceRange(
  entry: Pick<CatalogueEntry, 'terms' | 'referencePrice'>,
  recorded?: number,
): { readonly lowest: Points; readonly highest: Points } {
  const ordinary = ordinaryPoints(entry)
  const known = recorded !== undefined && recorded > 0 ? [ordinary, recorded] : [ordinary]
  const times = entry.terms.session === 'forex' ? CURRENCY_TIMES_MAX : ORDINARY_TIMES_MAX
  return {
    lowest: points(Math.ceil(Math.min(...known) / times)),
    highest: points(Math.min(PRICE_MAX, Math.floor(Math.max(...known) * times))),
  }
}

export type Category = { readonly id: number; readonly key: string; readonly names: Names }

export type CatalogueEntry = {
  /**
   * The terms in force. The files give version 1; a caller that gives them to the engine raises the version when the
   * engine's terms differ. Only features/instruments/changes.ts replaces them, once the engine has a change made by
   * staff.
   */
  terms: InstrumentTerms
  /** `EUR/USD`, `AAPL`. */
  readonly showCode: string
  readonly names: Names
  /** Further names that the search finds. */
  readonly aliases: readonly string[]
  /** A category's id. */
  readonly category: number
  readonly mark: Mark
  /**
   * An ordinary price in the quote currency: the middle of the simulated market, the scale of recordings in points, and
   * what the prices that the instrument can have are measured by.
   */
  readonly referencePrice: number
  /** Without a quote for this long the instrument is stale, however slow its pace: milliseconds. */
  readonly quoteAgeMax: number
  /** Price = worth of `base` / worth of `quote`: names of factors. */
  readonly base: string
  readonly quote: string
}

/** Something that has a worth of its own: a currency, a metal, a company. */
export type Factor = {
  readonly name: string
  /** USD that one unit is ordinarily worth. */
  readonly worth: number
  /** Standard deviation of a year's move, as a share. */
  readonly volatility: number
  /** Where its busy hours are. */
  readonly hours: Hours
}

export type Catalogue = {
  readonly categories: readonly Category[]
  readonly instruments: readonly CatalogueEntry[]
  readonly factors: ReadonlyMap<string, Factor>
}

/** Files with pairs of currencies and metals, and files with everything that has a worth of its own. */
const PAIR_FILES = ['forex.json', 'metals.json'] as const
const COMPANY_FILES = ['companies.json', 'indices.json'] as const

type Pair = z.infer<typeof pairEntry>
type Company = z.infer<typeof companyEntry>
type Read = { readonly entry: Pair | Company; readonly fail: (why: string) => never }

/** Reads the folder; throws an Error whose message an operator can act on. */
export function loadCatalogue(folder: string): Catalogue {
  const text = (name: string) => ({ name, text: textOf(folder, name) })
  const categories = readFileOf(text('categories.json'), categoriesFile).categories
  const currencies = readFileOf(text('currencies.json'), currenciesFile).currencies
  const factors = new Map<string, Factor>()
  for (const { code, worth, volatility, hours } of currencies) {
    if (factors.has(code)) throw new Error(`currencies.json: ${code} stands there twice`)
    factors.set(code, { name: code, worth: Number(worth), volatility: Number(volatility), hours })
  }
  const pairs = PAIR_FILES.flatMap((name) => withDefaults(text(name), pairEntry))
  const companies = COMPANY_FILES.flatMap((name) => withDefaults(text(name), companyEntry))
  const byCode = new Map([...pairs, ...companies].map(({ entry }) => [entry.code, entry.id]))
  const context = { byCode, factors, categoryIds: new Map(categories.map((category) => [category.key, category.id])) }
  const currencyOf = new Map(currencies.map((currency) => [currency.code, currency]))
  const instruments: CatalogueEntry[] = []

  for (const read of companies) {
    const { entry, fail } = read
    const quote = factors.get(entry.quote) ?? fail(`quote currency ${entry.quote} is not in currencies.json`)
    if (factors.has(entry.code)) fail('a currency or another instrument has this code')
    factors.set(entry.code, {
      name: entry.code,
      worth: Number(entry.worth) * quote.worth,
      volatility: Number(entry.volatility),
      hours: entry.hours,
    })
    const mark: Mark = { kind: 'monogram', text: entry.mark ?? monogram(entry.code) }
    const { code: base, names, aliases } = entry
    instruments.push(finish(read, { base, quote: entry.quote, names, aliases, mark }, context))
  }
  for (const read of pairs) {
    const { entry, fail } = read
    const base = currencyOf.get(entry.code.slice(0, 3)) ?? fail(`${entry.code.slice(0, 3)} is not in currencies.json`)
    const quote = currencyOf.get(entry.code.slice(3)) ?? fail(`${entry.code.slice(3)} is not in currencies.json`)
    const flags = entry.session === 'forex'
    const mark: Mark = flags
      ? { kind: 'pair', base: base.mark, quote: quote.mark }
      : { kind: 'monogram', text: base.mark }
    const names = pairNames(base.names, quote.names)
    const aliases = [...base.aliases, ...quote.aliases]
    instruments.push(finish(read, { base: base.code, quote: quote.code, names, aliases, mark }, context))
  }
  instruments.sort((a, b) => a.terms.id - b.terms.id)
  checkUnique([...pairs, ...companies])
  checkHedged(instruments)
  return { categories, instruments, factors }
}

type Context = {
  readonly byCode: ReadonlyMap<string, number>
  readonly factors: ReadonlyMap<string, Factor>
  readonly categoryIds: ReadonlyMap<string, number>
}

function finish(
  read: Read,
  known: Pick<CatalogueEntry, 'base' | 'quote' | 'names' | 'aliases' | 'mark'>,
  context: Context,
): CatalogueEntry {
  const { entry, fail } = read
  const category =
    context.categoryIds.get(entry.category) ?? fail(`category ${entry.category} is not in categories.json`)
  const base = context.factors.get(known.base)
  const quote = context.factors.get(known.quote)
  assert(base !== undefined && quote !== undefined, 'base and quote of an instrument are factors')
  const terms = termsOf(read, { quoteCurrency: known.quote, conversion: conversionFor(known.quote, context.byCode) })
  const referencePrice = base.worth / quote.worth
  if (referencePrice * 10 ** terms.pricePrecision < ORDINARY_STEPS_MIN)
    fail(`its price of about ${referencePrice} needs a higher pricePrecision`)
  const quoteAgeMax = entry.quoteAgeMaxSeconds * 1000
  return { ...known, terms, category, referencePrice, quoteAgeMax, showCode: entry.showCode ?? showCode(entry) }
}

function termsOf(read: Read, known: Pick<InstrumentTerms, 'quoteCurrency' | 'conversion'>): InstrumentTerms {
  const { entry, fail } = read
  const whole = (field: string, text: string, decimals: number): number => {
    const value = parseDecimal(text, decimals)
    return typeof value === 'number' ? value : fail(`${field} "${text}": ${value}, ${decimals} decimals at most`)
  }
  const terms: InstrumentTerms = {
    id: entry.id,
    code: entry.code,
    version: 1,
    enabled: entry.enabled,
    session: entry.session,
    ...known,
    pricePrecision: entry.pricePrecision,
    contractSize: entry.contractSize,
    lotStep: whole('lotStep', entry.lotStep, LOT_DECIMALS) as LotUnits,
    lotMin: whole('lotMin', entry.lotMin, LOT_DECIMALS) as LotUnits,
    lotMax: whole('lotMax', entry.lotMax, LOT_DECIMALS) as LotUnits,
    marginMode: entry.marginMode,
    leverages: entry.leverages,
    feePerLot: whole('feePerLot', entry.feePerLot, decimalsOf(MICROS_PER_USD)) as Micros,
    feeOfMargin: whole('feeOfMargin', entry.feeOfMargin, decimalsOf(PPM)) as Ppm,
    financingLong: whole('financingLong', entry.financingLong, decimalsOf(PPM)) as Ppm,
    financingShort: whole('financingShort', entry.financingShort, decimalsOf(PPM)) as Ppm,
    spreadTypical: whole('spread', entry.spread, entry.pricePrecision) as Points,
  }
  const fault = termsFault(terms)
  if (fault !== undefined) fail(FAULTS[fault])
  checkOffer(terms, fail)
  return terms
}

/** Refuses terms that the engine could compute with, but no operator intends. */
function checkOffer(terms: InstrumentTerms, fail: (why: string) => never): void {
  if (terms.spreadTypical <= 0) fail('spread must be positive')
  if (terms.marginMode === 'fixed' && terms.leverages.length > 0) fail('fixed margin mode offers no leverage')
  if (terms.marginMode === 'leveraged' && terms.leverages.length === 0)
    fail('leveraged margin mode needs at least one leverage')
}

/** The correction that the operator must make, in the words of the file. */
const FAULTS: Readonly<Record<TermsFault, string>> = {
  count_not_positive: 'id, contractSize, lotStep, lotMin, lotMax and leverages must be positive',
  price_precision_out_of_range: `pricePrecision must be 0 to ${PRICE_PRECISION_MAX}`,
  point_value_not_whole: 'contractSize x 100 / 10^pricePrecision must be whole',
  lot_min_off_step: 'lotMin must be a positive multiple of lotStep',
  lot_max_off_step: 'lotMax must be a multiple of lotStep',
  lot_max_below_min: 'lotMax must not be below lotMin',
  fee_negative: 'fees cannot be negative',
  fee_above_margin: 'feeOfMargin must be at most 1',
  financing_above_notional: 'financingLong and financingShort must be between -1 and 1',
  leverages_not_rising: 'leverages must rise',
  order_too_valuable: 'lotMax x contractSize and lotMax x feePerLot must stay within the largest amount of money',
}

/** QUSD multiplies, USDQ divides; without either the rate is missing and orders are refused. */
function conversionFor(quote: string, byCode: ReadonlyMap<string, number>): ConversionSource {
  if (quote === 'USD') return { kind: 'usd' }
  const multiply = byCode.get(`${quote}USD`)
  if (multiply !== undefined) return { kind: 'multiply', instrument: multiply }
  const divide = byCode.get(`USD${quote}`)
  return divide === undefined ? { kind: 'missing' } : { kind: 'divide', instrument: divide }
}

function checkUnique(reads: readonly Read[]): void {
  const ids = new Set<number>()
  const codes = new Set<string>()
  for (const { entry, fail } of reads) {
    if (ids.has(entry.id)) fail(`id ${entry.id} is taken by another instrument`)
    if (codes.has(entry.code)) fail('stands there twice')
    ids.add(entry.id)
    codes.add(entry.code)
  }
}

/** Positions without a risk are not paid overnight (decision 88). */
function checkHedged(instruments: readonly CatalogueEntry[]): void {
  const paying = payingLegs(instruments)
  if (paying === undefined) return
  const { legs, percent } = textsOfLegs(paying)
  throw new Error(
    `${legs}: positions that hedge one another would be paid ${percent}% a year overnight: lower a financingLong or ` +
      'financingShort of them',
  )
}

function pairNames(base: Names, quote: Names): Names {
  const names: { -readonly [language in Language]?: string } & { en: string } = { en: `${base.en} / ${quote.en}` }
  for (const language of Object.keys(base) as Language[])
    names[language] = `${nameIn(base, language)} / ${nameIn(quote, language)}`
  return names
}

function showCode(entry: Pair | Company): string {
  return 'worth' in entry ? entry.code : `${entry.code.slice(0, 3)}/${entry.code.slice(3)}`
}

/** Two letters that stand for a company, from the code beside it: `KO`, `AA` of AAPL. */
const monogram = (code: string): string => code.slice(0, 2).toUpperCase()

const decimalsOf = (scale: number): number => Math.round(Math.log10(scale))

function textOf(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new Error(`${name} is missing: copy it from apps/server/catalogue and change it there`)
    if (code === 'EACCES') throw new Error(`${name} cannot be read by the user that runs the server: chmod or chown it`)
    throw error
  }
}
