/** Checks of one event against the terms and the levels that hold for it. Each finding is a sentence. */
import { groupOf, listOf, numberOf, pricesOf, shareOf, textOf } from './arithmetic.ts'
import type { Fields } from './decode.ts'
import { usd } from './words.ts'

export type Levels = { readonly stopLoss: number | undefined; readonly takeProfit: number | undefined }

/** Each level on its side of the market, or of the target. */
export function stopFaults(
  { stopLoss, takeProfit }: Levels,
  buys: boolean,
  market: { readonly bid: number; readonly ask: number },
): readonly string[] {
  const wrongLoss = stopLoss !== undefined && (buys ? stopLoss >= market.bid : stopLoss <= market.ask)
  const wrongGain = takeProfit !== undefined && (buys ? takeProfit <= market.ask : takeProfit >= market.bid)
  return [
    ...(wrongLoss ? ['its stop-loss is on the wrong side'] : []),
    ...(wrongGain ? ['its take-profit is on the wrong side'] : []),
  ]
}

/** The size and the leverage of a new order. */
export function sizeFaults(event: Fields, terms: Fields): readonly string[] {
  const lots = numberOf(event, 'lots')
  const fits = lots >= numberOf(terms, 'lotMin') && lots <= numberOf(terms, 'lotMax')
  const leverage = numberOf(event, 'leverage')
  const offered =
    textOf(terms, 'marginMode') === 'fixed' ? leverage === 0 : listOf(terms, 'leverages').includes(leverage)
  return [
    ...(fits ? [] : ['its size is outside the terms']),
    ...(lots % numberOf(terms, 'lotStep') === 0 ? [] : ['its size is off the step']),
    ...(offered ? [] : ['its leverage is not offered by the terms']),
  ]
}

/** `held`: size, margin, fee and financing so far of the position before the split. */
export function partFaults(event: Fields, held: Fields, terms: Fields): readonly string[] {
  const [lots, whole, least] = [numberOf(event, 'lots'), numberOf(held, 'lots'), numberOf(terms, 'lotMin')]
  const faults: string[] = []
  if (lots >= whole) faults.push('its part is not smaller than the position')
  if (lots < least || lots % numberOf(terms, 'lotStep') !== 0) faults.push('the size of its part is outside the terms')
  if (whole - lots < least) faults.push('the size of the rest is outside the terms')
  for (const name of ['margin', 'fee', 'swap']) {
    const [found, due] = [BigInt(numberOf(event, name)), shareOf(numberOf(held, name), { lots, whole })]
    if (found !== due) faults.push(`the ${name} of its part is ${usd(found)}, by the rules it is ${usd(due)}`)
  }
  return faults
}

/**
 * Checks the rate to USD against the instrument that the terms name for it, or that one of the `earlier` terms names:
 * a close without the customer, and financing, take the last known rate where the newest terms give none.
 */
export function conversionFaults(event: Fields, terms: Fields, earlier: readonly Fields[]): readonly string[] {
  const used = groupOf(event, 'conversion')
  const named = [terms, ...earlier].map((each) => groupOf(each, 'conversion'))
  const isUsed = (each: Fields) =>
    CONVERTING.has(textOf(each, 'kind'))
      ? numberOf(each, 'instrument') === numberOf(used, 'instrument')
      : textOf(each, 'kind') === 'usd' && numberOf(used, 'instrument') === 0
  const source = named.find(isUsed) ?? groupOf(terms, 'conversion')
  const [numerator, denominator] = [numberOf(used, 'numerator'), numberOf(used, 'denominator')]
  const [instrument, seq] = [numberOf(used, 'instrument'), numberOf(used, 'seq')]
  const kind = textOf(source, 'kind')
  if (kind === 'usd') {
    const isUsd = numerator === 1 && denominator === 1 && instrument === 0 && seq === 0
    return isUsd ? [] : ['a conversion where the quote currency is USD']
  }
  const faults: string[] = []
  if (kind === 'missing' || instrument !== numberOf(source, 'instrument'))
    faults.push('its conversion is by another instrument than the terms say')
  const [rate, scale] = kind === 'multiply' ? [numerator, denominator] : [denominator, numerator]
  if (rate <= 0 || !isPowerOfTen(scale)) faults.push('its conversion is no price')
  // A last known rate is older than the event's quote.
  if (instrument !== numberOf(event, 'instrument') || !isUsed(groupOf(terms, 'conversion'))) return faults
  const same =
    seq === numberOf(groupOf(event, 'quote'), 'seq') &&
    rate === pricesOf(event).bid &&
    scale === 10 ** numberOf(terms, 'pricePrecision')
  return same ? faults : [...faults, 'its conversion is not the bid of its own quote']
}

const CONVERTING: ReadonlySet<string> = new Set(['multiply', 'divide'])

function isPowerOfTen(value: number): boolean {
  return /^10*$/.test(String(value))
}
