/**
 * Which terms of an instrument the engine takes. Positions are valued on the terms that hold now, so what gives a price
 * its meaning can never change under them.
 */
import { type InstrumentTerms, termsFault } from '@veritick/domain'
import { encode } from './bytes.ts'
import { instrumentTerms } from './fields.ts'

/** `known` are the terms so far. `same`: nothing at all differs, so nothing happens. */
export function termsVerdict(
  terms: InstrumentTerms,
  known: InstrumentTerms | undefined,
): 'changed' | 'same' | 'terms_not_accepted' {
  if (termsFault(terms) !== undefined) return 'terms_not_accepted'
  if (known === undefined) return 'changed'
  if (sameTerms(terms, known)) return 'same'
  return follows(terms, known) ? 'changed' : 'terms_not_accepted'
}

function sameTerms(a: InstrumentTerms, b: InstrumentTerms): boolean {
  const [left, right] = [encode(instrumentTerms, a), encode(instrumentTerms, b)]
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}

/**
 * The currency, the contract, the price step and the margin mode are what the instrument is: something else needs
 * another id.
 */
function follows(terms: InstrumentTerms, known: InstrumentTerms): boolean {
  return (
    terms.version > known.version &&
    terms.quoteCurrency === known.quoteCurrency &&
    terms.contractSize === known.contractSize &&
    terms.marginMode === known.marginMode &&
    terms.pricePrecision === known.pricePrecision
  )
}
