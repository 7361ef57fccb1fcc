/**
 * Positions that hedge one another: legs in several instruments, each long or short, whose currencies cancel out, such
 * as long EURUSD, long USDJPY and short EURJPY. Together they carry no risk of a price. If their overnight rates sum to
 * more than zero, the holder is paid each night for nothing (decision 88). Pure.
 */
import { formatDecimal, type InstrumentTerms, must, type Ppm } from '@veritick/domain'

/** An instrument with the currencies, metals or shares that its price compares. */
export type Priced = {
  readonly base: string
  readonly quote: string
  readonly terms: Pick<InstrumentTerms, 'code' | 'financingLong' | 'financingShort'>
}

export type HedgedLeg = { readonly code: string; readonly side: 'long' | 'short'; readonly rate: Ppm }

/** A leg as a step from what the holder owns more of to what the holder owes. */
type Step = HedgedLeg & { readonly from: number; readonly to: number }

/** The best way of some number of steps: its sum of rates, its last step and the way before that. */
type Way = { readonly sum: number; readonly last: Step | undefined; readonly before: Way | undefined }

/**
 * The fewest legs that hedge one another and are paid in sum; `undefined`: there are none, however many legs are
 * combined. An instrument counts whether it is enabled or not, because its open positions are paid in any case.
 */
export function payingLegs(instruments: readonly Priced[]): readonly HedgedLeg[] | undefined {
  const names = [...new Set(instruments.flatMap(({ base, quote }) => [base, quote]))]
  const place = new Map(names.map((name, index) => [name, index]))
  const steps = instruments.flatMap(({ base, quote, terms }): Step[] => {
    const { code, financingLong, financingShort } = terms
    const [from, to] = [must(place.get(base), base), must(place.get(quote), quote)]
    return [
      { code, side: 'long', rate: financingLong, from, to },
      { code, side: 'short', rate: financingShort, from: to, to: from },
    ]
  })
  if (!canPay(steps, names.length)) return undefined
  // From each start, the best ways of one more step in each round: the first one that returns with a gain is the
  // shortest, so it visits nothing twice. A gain of more steps than there are names would contain a shorter one.
  let waysOf = names.map((_, start) => new Map<number, Way>([[start, { sum: 0, last: undefined, before: undefined }]]))
  for (let count = 1; count <= names.length; count++) {
    waysOf = waysOf.map((ways) => oneStepMore(ways, steps))
    for (const [start, ways] of waysOf.entries()) {
      const back = ways.get(start)
      if (back !== undefined && back.sum > 0) return legsOf(back)
    }
  }
  return undefined
}

/**
 * Whether some way returns with a gain (Bellman and Ford): the best sums to each name go on growing then, round by
 * round. It is much quicker than to find the way, and a catalogue that is in order has none.
 */
function canPay(steps: readonly Step[], names: number): boolean {
  const best = new Float64Array(names)
  for (let round = 0; round < names; round++) {
    let isGrowing = false
    for (const { from, to, rate } of steps) {
      const sum = must(best[from], 'a place') + rate
      if (sum <= must(best[to], 'a place')) continue
      best[to] = sum
      isGrowing = true
    }
    if (!isGrowing) return false
  }
  return true
}

function oneStepMore(ways: ReadonlyMap<number, Way>, steps: readonly Step[]): Map<number, Way> {
  const more = new Map<number, Way>()
  for (const step of steps) {
    const before = ways.get(step.from)
    if (before === undefined) continue
    const sum = before.sum + step.rate
    const best = more.get(step.to)
    if (best === undefined || sum > best.sum) more.set(step.to, { sum, last: step, before })
  }
  return more
}

function legsOf(way: Way): readonly HedgedLeg[] {
  const legs: HedgedLeg[] = []
  for (let at: Way | undefined = way; at?.last !== undefined; at = at.before) {
    const { code, side, rate } = at.last
    legs.unshift({ code, side, rate })
  }
  return legs
}

const PERCENT_DECIMALS = 4

/** For a person: the legs with their rates, and the percent a year of the value of one leg that they pay together. */
export function textsOfLegs(legs: readonly HedgedLeg[]): { readonly legs: string; readonly percent: string } {
  const percent = (rate: number) => formatDecimal(rate, PERCENT_DECIMALS)
  return {
    legs: legs.map(({ code, side, rate }) => `${side} ${code} (${percent(rate)}%)`).join(', '),
    percent: percent(legs.reduce((sum, { rate }) => sum + rate, 0)),
  }
}
