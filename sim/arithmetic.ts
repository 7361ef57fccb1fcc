/**
 * Trading rule 5 once more, in fractions of BigInt, so that the formulas which both engines share have a check of their
 * own.
 */
import type { InstrumentTerms } from '@veritick/domain'
import type { Event } from '@veritick/engine'

type Opened = Extract<Event, { kind: 'order_opened' }>
type Closed = Extract<Event, { kind: 'order_closed' }>

type Booked = { readonly lots: number; readonly margin: number; readonly fee: number; readonly swap: number }
type Fraction = { readonly over: bigint; readonly under: bigint }

/** (close - open) x lots x ForexContNum x conv, negated for a short; half away from zero. */
export function profitByRule(opened: Opened, closed: Closed, terms: InstrumentTerms): bigint {
  const move = BigInt(closed.price) - BigInt(opened.price)
  const points = opened.side === 'buy' ? move : -move
  const worth = inMicros(points, opened, terms)
  const { numerator, denominator } = closed.conversion
  return halfAway({ over: worth.over * BigInt(numerator), under: worth.under * BigInt(denominator) })
}

/**
 * Fixed: lots x ForexContNum. Leveraged: lots x ForexContNum x price / leverage x conv, price the Close or the target.
 * Rounded up.
 */
export function marginByRule(opened: Opened, terms: InstrumentTerms): bigint {
  if (terms.marginMode === 'fixed') {
    return up({ over: BigInt(opened.lots) * BigInt(terms.contractSize) * 1_000_000n, under: 10_000n })
  }
  const price = opened.pending ? opened.reference : opened.quote.bid
  const worth = inMicros(BigInt(price ?? 0), opened, terms)
  const { numerator, denominator } = opened.conversion
  return up({
    over: worth.over * BigInt(numerator),
    under: worth.under * BigInt(denominator) * BigInt(opened.leverage),
  })
}

/**
 * The fault of a part of a position, or undefined: the part and the rest have a size, and each amount is that of the
 * position x size of the part / size of the position, toward zero.
 */
export function partFaultByRule(part: Booked, held: Booked, { lotMin, lotStep }: InstrumentTerms): string | undefined {
  const [lots, whole] = [BigInt(part.lots), BigInt(held.lots)]
  if (lots < BigInt(lotMin) || lots % BigInt(lotStep) !== 0n) return 'the part is no size of the instrument'
  if (whole - lots < BigInt(lotMin)) return 'the rest is below the minimum'
  for (const name of ['margin', 'fee', 'swap'] as const) {
    // BigInt divides toward zero.
    const due = (BigInt(held[name]) * lots) / whole
    if (BigInt(part[name]) !== due) return `the ${name} of the part should be ${due}`
  }
  return undefined
}

/** The event of an opening with another size, margin and fee: what is held after a part has left. */
export function heldAs(opened: Opened, { lots, margin, fee }: Booked): Opened {
  return { ...opened, lots: lots as Opened['lots'], margin: margin as Opened['margin'], fee: fee as Opened['fee'] }
}

/** Type 1: lots x ForexFeeRate. Type 2: margin x ForexFeeRate. Rounded up. */
export function feeByRule(opened: Opened, terms: InstrumentTerms): bigint {
  if (opened.feeType === 1) return up({ over: BigInt(opened.lots) * BigInt(terms.feePerLot), under: 10_000n })
  return up({ over: BigInt(opened.margin) * BigInt(terms.feeOfMargin), under: 1_000_000n })
}

/** Points x lots x contract size, as micro-units of the quote currency. */
function inMicros(points: bigint, { lots }: Opened, terms: InstrumentTerms): Fraction {
  const units = BigInt(lots) * BigInt(terms.contractSize)
  return { over: points * units * 1_000_000n, under: 10_000n * 10n ** BigInt(terms.pricePrecision) }
}

function halfAway({ over, under }: Fraction): bigint {
  const size = over < 0n ? -over : over
  const rounded = (size * 2n + under) / (under * 2n)
  return over < 0n ? -rounded : rounded
}

/** Rounds up; the fraction is not negative. */
function up({ over, under }: Fraction): bigint {
  return (over + under - 1n) / under
}
