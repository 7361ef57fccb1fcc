/**
 * A small market for rows that a test sends itself: one instrument and, where it needs one, the instrument whose price
 * converts its currency. With a past, the rows before `begin` are told as ones of before the start.
 */
import { millis, must, points } from '@veritick/domain'
import type { Command } from '@veritick/engine'
import { loadCatalogue } from '../../apps/server/src/market/catalogue.ts'
import { clockOnly } from '../../apps/server/src/market/flow-fixture.ts'
import { CATALOGUE_FOLDER, type Flow, SILENT } from './play.ts'

/** Wednesday 2026-03-04. */
export const START = Date.UTC(2026, 2, 4, 15)
const SPREAD = 10

type Options = {
  readonly code: string
  readonly start: number
  /** `real` ones have breaks. */
  readonly sessions: 'always' | 'real'
  readonly hasPast: boolean
  /** `Feed.spacing`: 0 for ticks. */
  readonly spacing: () => number
  readonly sink: (command: Command) => void
}
/** `after`: milliseconds since the row before. */
type Sent = { readonly after: number; readonly spread?: number }

const catalogue = loadCatalogue(CATALOGUE_FOLDER)
const entryOf = (code: string) =>
  must(
    catalogue.instruments.find(({ terms }) => terms.code === code),
    'it is in the catalogue',
  )

export function marketOf(Flow: Flow, options: Partial<Options> = {}) {
  const {
    code = 'EURUSD',
    start = START,
    sessions = 'always',
    hasPast = false,
    spacing = () => 0,
    sink = () => {},
  } = options
  const { terms } = entryOf(code)
  const { conversion } = terms
  const rateId = 'instrument' in conversion ? conversion.instrument : terms.id
  let now = millis(start)
  let number = 0
  let hasBegun = !hasPast
  const instruments = catalogue.instruments.filter((each) => [terms.id, rateId].includes(each.terms.id))
  const flow = new Flow({
    feed: clockOnly(() => now, { spacing }),
    catalogue: { ...catalogue, instruments },
    sessions,
    lastRollover: undefined,
    nextSequence: () => ++number,
    ended: () => {},
    log: SILENT,
  })
  if (hasBegun) flow.start(sink)
  const row = (instrument: number, bid: number, { after, spread = SPREAD }: Sent) => {
    now = millis(now + after)
    const quote = { instrument, time: now, bid: points(bid), ask: points(bid + spread), volume: 1 }
    if (!hasBegun) flow.past(quote)
    else {
      flow.quote(quote)
      flow.alive(now)
    }
    return now
  }
  return {
    instruments: instruments.map((each) => each.terms),
    item: must(flow.items.get(terms.id), 'the flow has it'),
    /** Both return the time of the row. */
    send: (bid: number, sent: Sent) => row(terms.id, bid, sent),
    /** Of the instrument that converts. */
    sendRate: (bid: number, sent: Sent) => row(rateId, bid, sent),
    begin: () => {
      hasBegun = true
      flow.start(sink)
    },
  }
}
