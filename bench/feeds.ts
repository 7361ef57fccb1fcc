/**
 * How long each recording of ../shared/data, and an hour of the simulated market, can be traded: market seconds open,
 * held and stale, and what became of suspects. Beside it the first gate: seconds in which it traded on although a
 * suspect waited. Prints the table of results.md and one line about all of them.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Millis, millis, must, type Session, sessionAt } from '@veritick/domain'
import type { MarketStatus } from '@veritick/engine'
import pino from 'pino'
import { type CatalogueEntry, loadCatalogue, priceRange } from '../apps/server/src/market/catalogue.ts'
import { type Feed, type FeedQuote, GUARD_MIN } from '../apps/server/src/market/feed.ts'
import { MergedQuotes } from '../apps/server/src/market/feeds/replay/merge.ts'
import { guardOf, inspect, MOMENTS_A_BAR, type Recording } from '../apps/server/src/market/feeds/replay/recording.ts'
import { SimulatedPrices } from '../apps/server/src/market/feeds/simulated/prices.ts'
import { QuoteFlow } from '../apps/server/src/market/flow.ts'
import { clockOnly } from '../apps/server/src/market/flow-fixture.ts'
import type { QualityGate } from '../apps/server/src/market/quality.ts'
import { FirstGate } from '../sim/feeds/first-gate.ts'
import { type Pair, print } from './measure.ts'

const DATA = fileURLToPath(new URL('../../shared/data', import.meta.url))
const catalogue = loadCatalogue(fileURLToPath(new URL('../apps/server/catalogue', import.meta.url)))
const log = pino({ level: 'silent' })
const HOUR = 3_600_000
const MINUTE = 60_000
/** The first version: an instrument was stale after five minutes, or one and a half bars longer than a minute. */
const FIRST_AGE = 5 * MINUTE

type Source = Pick<Feed, 'guardMin' | 'ordinaryPrice' | 'spacing'> & { readonly period: number }
type Played = {
  readonly seconds: Record<MarketStatus, number>
  readonly first: { open: number; stale: number; left: number }
}

const HEAD = [
  'recording',
  'quotes',
  'first: open',
  'of it left',
  'stale',
  'now: open',
  'held',
  'stale',
  'suspect',
  'confirmed',
  'refuted',
]
const SIMULATED = { guardMin: () => GUARD_MIN, ordinaryPrice: () => undefined }
/** Of the first version's open seconds. */
const OPEN_MIN = 0.95
const opens: Pair[] = []
const lines = [`| ${HEAD.join(' | ')} |`, `| --- |${' ---: |'.repeat(HEAD.length - 1)}`]
if (existsSync(DATA)) for (const path of recordings()) lines.push(await recorded(path))
lines.push(simulated())
process.stdout.write(`${lines.join('\n')}\n`)
print({
  name: 'time open, one recording after the other',
  unit: 's',
  peer: 'the first version, which filled orders while a suspect waited',
  pairs: opens,
  target: { atLeast: OPEN_MIN },
})

function recordings(): string[] {
  return readdirSync(DATA, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.csv.gz'))
    .sort()
}

async function recorded(path: string): Promise<string> {
  const code = /([A-Z0-9]+)_[^/]*$/.exec(path)?.[1] ?? ''
  const entry = must(
    catalogue.instruments.find(({ terms }) => terms.code === code),
    code,
  )
  const recording = await inspect({ path: join(DATA, path), name: path, entry, seed: '1', log })
  const quotes = await quotesOf(recording)
  const guard = guardOf(recording.period)
  const source = {
    ...{ guardMin: () => guard, ordinaryPrice: () => recording.ordinary },
    ...{ spacing: () => recording.period / MOMENTS_A_BAR, period: recording.period },
  }
  return row(path.replace('.csv.gz', ''), quotes, [playOne(entry, quotes, source)])
}

async function quotesOf(recording: Recording): Promise<FeedQuote[]> {
  const merged = new MergedQuotes([recording], millis(0))
  const quotes: FeedQuote[] = []
  for (;;) {
    await merged.ready()
    if (merged.peek() === undefined) return quotes
    do quotes.push(must(merged.peek(), 'a quote'))
    while (merged.take())
  }
}

function simulated(): string {
  const sessions = 'always'
  const from = millis(Date.UTC(2026, 2, 4, 13))
  const quotes = new SimulatedPrices({ catalogue, seed: 'bench', sessions }).quotesBetween(from, millis(from + HOUR))
  const played = catalogue.instruments.map((entry) => {
    const own = quotes.filter(({ instrument }) => instrument === entry.terms.id)
    return playOne(entry, own, { ...SIMULATED, spacing: () => 0, period: 0 }, sessions)
  })
  return row(`simulated, ${catalogue.instruments.length} instruments, 1 h`, quotes, played)
}

type One = Played & { readonly gate: QualityGate['counts'] }

function playOne(
  entry: CatalogueEntry,
  quotes: readonly FeedQuote[],
  source: Source,
  sessions: 'always' | 'real' = 'real',
): One {
  let now = must(quotes[0], 'a quote').time
  const { period: _, ...own } = source
  const feed = clockOnly(() => now, own)
  let seq = 0
  const seconds = { open: 0, closed: 0, stale: 0, held: 0 }
  let [status, since]: [MarketStatus, Millis] = ['closed', now]
  const count = (next: MarketStatus, at: Millis) => {
    seconds[status] += (at - since) / 1000
    status = next
    since = at
  }
  const one = { ...catalogue, instruments: [entry] }
  const flow = new QuoteFlow({
    feed,
    catalogue: one,
    sessions,
    lastRollover: undefined,
    nextSequence: () => ++seq,
    ended: () => {},
    log,
  })
  flow.start((command) => {
    if (command.kind === 'market') count(command.status, command.at)
  })
  for (const quote of quotes) {
    now = quote.time
    flow.quote(quote)
  }
  count('closed', now)
  return {
    seconds,
    first: playFirst(entry, quotes, source, sessions === 'real' ? entry.terms.session : 'always'),
    gate: flow.stats().quality,
  }
}

/** The first version on the same quotes: when it traded, and for how long of it while a suspect waited. */
function playFirst(
  entry: CatalogueEntry,
  quotes: readonly FeedQuote[],
  source: Source,
  session: Session,
): Played['first'] {
  const gate = new FirstGate({
    guardMin: source.guardMin(entry.terms.id),
    spreadTypical: () => entry.terms.spreadTypical,
    ...priceRange(entry, source.ordinaryPrice(entry.terms.id)),
  })
  const age = Math.max(FIRST_AGE, source.period > MINUTE ? 1.5 * source.period : 0)
  const sum = { open: 0, stale: 0, left: 0 }
  let good: Millis | undefined
  let before: Millis | undefined
  for (const quote of quotes) {
    if (before !== undefined)
      addStretch(sum, { from: before, to: quote.time, freshUntil: (good ?? 0) + age, waits: gate.waits }, session)
    if (session !== 'us_stocks' || sessionAt(session, quote.time).open)
      if (gate.validateQuote(quote).published !== undefined) good = quote.time
    before = quote.time
  }
  return sum
}

type Stretch = { readonly from: Millis; readonly to: Millis; readonly freshUntil: number; readonly waits: boolean }

function addStretch(sum: Played['first'], { from, to, freshUntil, waits }: Stretch, session: Session): void {
  for (let at = from; at < to; ) {
    const state = sessionAt(session, at)
    const end = millis(Math.min(to, state.changesAt))
    const fresh = Math.max(0, Math.min(end, freshUntil) - at) / 1000
    if (state.open) {
      sum.open += fresh
      sum.stale += (end - at) / 1000 - fresh
      if (waits) sum.left += fresh
    }
    at = end
  }
}

function row(name: string, quotes: readonly FeedQuote[], played: readonly One[]): string {
  const add = (of: (one: One) => number) => played.reduce((sum, one) => sum + of(one), 0)
  opens.push({ ours: add(({ seconds }) => seconds.open), peer: add(({ first }) => first.open) })
  const cells = [
    quotes.length,
    add(({ first }) => first.open),
    add(({ first }) => first.left),
    add(({ first }) => first.stale),
    ...(['open', 'held', 'stale'] as const).map((status) => add(({ seconds }) => seconds[status])),
    ...(['suspect', 'confirmed', 'refuted'] as const).map((kind) => add(({ gate }) => gate[kind])),
  ]
  return `| ${[name, ...cells.map((cell) => Math.round(cell).toLocaleString('en'))].join(' | ')} |`
}
