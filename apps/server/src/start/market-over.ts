/** Opens the market over the core: where it left off, and the quotes that the journal named last. */
import { join } from 'node:path'
import type { InstrumentId } from '@veritick/domain'
import type { Logger } from 'pino'
import type { Config } from '../config/index.ts'
import type { Core } from '../core/index.ts'
import {
  type Catalogue,
  type Feed,
  KNOWN_MARKET_FILE,
  type Market,
  type MarketQuote,
  openMarket,
} from '../market/index.ts'
import type { Jobs } from '../services/jobs/index.ts'
import type { Store } from '../store/index.ts'

/** Keeps the market's memory outside the store. */
export const marketFileOf = ({ dataDir, world }: Config): string => join(dataDir, world, KNOWN_MARKET_FILE)

export async function marketOver(parts: {
  readonly core: Core
  readonly store: Store
  readonly jobs: Jobs
  readonly catalogue: Catalogue
  readonly feed: Feed
  readonly config: Config
  readonly log: Logger
}): Promise<Market> {
  const { core, store, jobs, catalogue, feed, config, log } = parts
  const { lastRollover } = await core.query({ kind: 'trading' })
  const { sessions } = config
  const instruments = catalogue.instruments.map(({ terms }) => terms.id)
  const remembered = new Map<InstrumentId, MarketQuote>()
  for (const view of await core.query({ kind: 'markets', instruments })) {
    if (view?.quote !== undefined) remembered.set(view.terms.id, view.quote)
  }
  return openMarket({
    feed,
    catalogue,
    // The market reserves quote numbers there: reads of clients must not delay that.
    store: store.background,
    jobs,
    sessions,
    resumeAt: core.marketTime(),
    lastRollover,
    remembered,
    // An answer of the core waits for the commit of all that was decided before it.
    durable: () => core.query({ kind: 'trading' }),
    isClockTrusted: config.isClockTrusted,
    memoryFile: marketFileOf(config),
    log: log.child({ part: 'market' }),
  })
}
