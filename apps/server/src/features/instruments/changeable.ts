/**
 * Which terms of an instrument may change, as decimal texts and as terms, and what is wrong with a change. Pure. A lot
 * step may only become finer: every size that is open stays on it. One staff member changes terms, so the office cannot
 * give customers more than the catalogue does (decision 88), nor charge a multiple of its fees (decision 150).
 */
import { lotsText, moneyText, rateText } from '@veritick/contract'
import type { OfficeData, OfficeRequest } from '@veritick/contract/office'
import {
  type InstrumentTerms,
  LOT_DECIMALS,
  type LotUnits,
  type Micros,
  type Ppm,
  parseDecimal,
  ppm,
  type TermsFault,
  termsFault,
} from '@veritick/domain'

export type ChangeableTerms = OfficeData<'instrumentFind'>['catalogue']
export type Changes = OfficeRequest<'instrumentChange'>['changes']
export type TermsProblem = { readonly field: keyof ChangeableTerms; readonly message: string }

/** How far an overnight rate of the office may lie from that of the catalogue: two percent of the value a year. */
export const FINANCING_FROM_CATALOGUE_MAX = ppm(20_000)

/**
 * How many times the fee of the catalogue a fee of the office may be. A waiting order is charged the fee of the moment
 * at which it opens. An instrument without a fee in the catalogue has none in the office either.
 */
export const FEE_OF_CATALOGUE_MAX = 3

const USD_DECIMALS = 6
const SHARE_DECIMALS = 6

/**
 * The terms on a market whose prices are made up: no position is paid overnight. These prices follow no difference of
 * interest, so a rate above zero would be a gift to each customer who holds that side (decision 123).
 */
export function withoutCredits(terms: InstrumentTerms): InstrumentTerms {
  const { financingLong, financingShort } = terms
  return { ...terms, financingLong: atMostZero(financingLong), financingShort: atMostZero(financingShort) }
}

/** The rates that would pay a position on such a market. */
export function creditsOf({ financingLong, financingShort }: InstrumentTerms): TermsProblem[] {
  const credits: TermsProblem[] = []
  if (financingLong > 0) credits.push({ field: 'financing_long', message: CREDIT })
  if (financingShort > 0) credits.push({ field: 'financing_short', message: CREDIT })
  return credits
}

const CREDIT = 'at most 0: the simulated market pays no position overnight'
const atMostZero = (rate: Ppm): Ppm => ppm(Math.min(rate, 0))

export function wireTerms(terms: InstrumentTerms): ChangeableTerms {
  return {
    enabled: terms.enabled,
    fee_per_lot: moneyText(terms.feePerLot),
    fee_of_margin: rateText(terms.feeOfMargin),
    leverages: [...terms.leverages],
    lot_min: lotsText(terms.lotMin),
    lot_max: lotsText(terms.lotMax),
    lot_step: lotsText(terms.lotStep),
    financing_long: rateText(terms.financingLong),
    financing_short: rateText(terms.financingShort),
  }
}

/** Without problems, `terms` are what would hold; their version is the caller's to raise. */
export function changedTerms(
  {
    before,
    original,
  }: { readonly before: InstrumentTerms /** Of the catalogue. */; readonly original: InstrumentTerms },
  changes: Changes,
): { readonly terms: InstrumentTerms; readonly problems: readonly TermsProblem[] } {
  const problems: TermsProblem[] = []
  const read = (
    field: keyof ChangeableTerms,
    text: string | undefined,
    decimals: number,
    otherwise: number,
  ): number => {
    if (text === undefined) return otherwise
    const value = parseDecimal(text, decimals)
    if (typeof value === 'number') return value
    problems.push({
      field,
      message: value === 'too_precise' ? `at most ${decimals} decimals` : 'a plain decimal such as 0.10',
    })
    return otherwise
  }
  const terms: InstrumentTerms = {
    ...before,
    enabled: changes.enabled ?? before.enabled,
    leverages: changes.leverages ?? before.leverages,
    feePerLot: read('fee_per_lot', changes.fee_per_lot, USD_DECIMALS, before.feePerLot) as Micros,
    feeOfMargin: read('fee_of_margin', changes.fee_of_margin, SHARE_DECIMALS, before.feeOfMargin) as Ppm,
    lotMin: read('lot_min', changes.lot_min, LOT_DECIMALS, before.lotMin) as LotUnits,
    lotMax: read('lot_max', changes.lot_max, LOT_DECIMALS, before.lotMax) as LotUnits,
    lotStep: read('lot_step', changes.lot_step, LOT_DECIMALS, before.lotStep) as LotUnits,
    financingLong: read('financing_long', changes.financing_long, SHARE_DECIMALS, before.financingLong) as Ppm,
    financingShort: read('financing_short', changes.financing_short, SHARE_DECIMALS, before.financingShort) as Ppm,
  }
  if (problems.length === 0) problems.push(...problemsOf(before, terms))
  if (problems.length === 0) {
    problems.push(...giftsOf(terms, { before, original }), ...overchargesOf(terms, { before, original }))
  }
  return { terms, problems }
}

/**
 * The terms that the engine must be given, their version one higher; `undefined`: the engine knows them already. A new
 * instrument keeps the version of `wanted`. A change rises by a version.
 */
export function raisedTerms(wanted: InstrumentTerms, known: InstrumentTerms | undefined): InstrumentTerms | undefined {
  if (known === undefined) return wanted
  const raised = { ...wanted, version: known.version + 1 }
  return JSON.stringify(sorted({ ...raised, version: known.version })) === JSON.stringify(sorted(known))
    ? undefined
    : raised
}

const sorted = (terms: InstrumentTerms) => Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1))

/**
 * The first overnight rate that a change raises; `undefined`: none. A change that raises none can always be made, so
 * that staff can lower rates which pay already.
 */
export function raisedRate(before: InstrumentTerms, after: InstrumentTerms): TermsProblem['field'] | undefined {
  if (after.financingLong > before.financingLong) return 'financing_long'
  return after.financingShort > before.financingShort ? 'financing_short' : undefined
}

/** Decision 88: positions that hedge one another in several instruments are not paid in sum. */
export function hedgedProblem(
  field: TermsProblem['field'],
  { legs, percent }: { readonly legs: string; readonly percent: string },
): TermsProblem {
  return {
    field,
    message: `${legs} hedge one another and would be paid ${percent}% a year together: lower one of these rates`,
  }
}

function problemsOf(before: InstrumentTerms, terms: InstrumentTerms): TermsProblem[] {
  const fault = termsFault(terms)
  if (fault !== undefined) return [FAULTS[fault]]
  if (before.lotStep % terms.lotStep !== 0)
    return [{ field: 'lot_step', message: 'may only become finer: the step until now must be a multiple of it' }]
  if (terms.marginMode === 'fixed' && terms.leverages.length > 0)
    return [{ field: 'leverages', message: 'none in fixed margin mode' }]
  if (terms.marginMode === 'leveraged' && terms.leverages.length === 0)
    return [{ field: 'leverages', message: 'at least one in leveraged margin mode' }]
  return []
}

/**
 * The changed terms that favour customers beyond the limits of the office. Unchanged terms are not checked. Only what
 * the change touches is checked.
 */
function giftsOf(
  terms: InstrumentTerms,
  { before, original }: { readonly before: InstrumentTerms; readonly original: InstrumentTerms },
): TermsProblem[] {
  const gifts: TermsProblem[] = []
  const leverageMax = Math.max(...original.leverages)
  if (terms.leverages.some((each) => each > leverageMax && !before.leverages.includes(each)))
    gifts.push({ field: 'leverages', message: `at most ${leverageMax}, the highest of the catalogue` })
  const { financingLong: long, financingShort: short } = terms
  if (isFar(long, original.financingLong) && long !== before.financingLong)
    gifts.push({ field: 'financing_long', message: FAR })
  if (isFar(short, original.financingShort) && short !== before.financingShort)
    gifts.push({ field: 'financing_short', message: FAR })
  const pays = long + short
  if (gifts.length === 0 && pays > 0 && pays > before.financingLong + before.financingShort)
    gifts.push({ field: 'financing_long', message: 'both rates together must not pay: a hedged position would earn' })
  return gifts
}

/** The fees that a change raises above their ceiling. A lower fee can always be set, also one still above it. */
function overchargesOf(
  { feePerLot, feeOfMargin }: InstrumentTerms,
  { before, original }: { readonly before: InstrumentTerms; readonly original: InstrumentTerms },
): TermsProblem[] {
  const over: TermsProblem[] = []
  const perLotMax = (original.feePerLot * FEE_OF_CATALOGUE_MAX) as Micros
  const ofMarginMax = (original.feeOfMargin * FEE_OF_CATALOGUE_MAX) as Ppm
  if (feePerLot > before.feePerLot && feePerLot > perLotMax)
    over.push({ field: 'fee_per_lot', message: `${ceiling(moneyText(perLotMax))} of a lot` })
  if (feeOfMargin > before.feeOfMargin && feeOfMargin > ofMarginMax)
    over.push({ field: 'fee_of_margin', message: `${ceiling(rateText(ofMarginMax))} of the margin` })
  return over
}

const ceiling = (most: string): string => `at most ${most}, ${FEE_OF_CATALOGUE_MAX} times the catalogue's fee`

const isFar = (rate: Ppm, catalogue: Ppm): boolean => Math.abs(rate - catalogue) > FINANCING_FROM_CATALOGUE_MAX
const FAR = `at most ${rateText(FINANCING_FROM_CATALOGUE_MAX)} from the rate of the catalogue`

const FAULTS: { readonly [Fault in TermsFault]: TermsProblem } = {
  count_not_positive: { field: 'lot_min', message: 'sizes and leverages must be above zero' },
  price_precision_out_of_range: { field: 'enabled', message: 'the precision of the catalogue cannot be right' },
  point_value_not_whole: { field: 'enabled', message: 'the contract size of the catalogue cannot be right' },
  lot_min_off_step: { field: 'lot_min', message: 'must be a multiple of the step' },
  lot_max_off_step: { field: 'lot_max', message: 'must be a multiple of the step' },
  lot_max_below_min: { field: 'lot_max', message: 'must not be below the smallest size' },
  fee_negative: { field: 'fee_per_lot', message: 'fees cannot be negative' },
  fee_above_margin: { field: 'fee_of_margin', message: 'must be at most 1' },
  financing_above_notional: { field: 'financing_long', message: 'must be between -1 and 1, both of them' },
  leverages_not_rising: { field: 'leverages', message: 'must rise' },
  order_too_valuable: {
    field: 'lot_max',
    message: 'the largest order and its fee must stay within the largest amount of money',
  },
}
