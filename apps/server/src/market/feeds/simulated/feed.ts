/**
 * The simulated market as a feed: it looks at the clock, and gives what the function of prices.ts says was quoted
 * since. It has no state worth keeping: what it quotes does not depend on when it was started. Its clock is the wall
 * clock as far as that can be believed.
 */
import { type InstrumentId, type Millis, millis } from '@veritick/domain'
import type { Catalogue } from '../../catalogue.ts'
import { CheckedClock, type ClockFault, type Clocks, DIFFERENCE_MAX } from '../../clock.ts'
import { type Feed, type FeedListener, GUARD_MIN } from '../../feed.ts'
import { type QuoteSeconds, SimulatedPrices } from './prices.ts'

/** How often it looks, milliseconds. */
const LOOK_EVERY = 50
/** Behind by more (the machine slept), it goes on from now; candles of the time between come from the function. */
const BEHIND_MAX = 30_000

export type SimulatedOptions = {
  readonly catalogue: Catalogue
  readonly seed: string
  readonly sessions: 'always' | 'real'
  readonly quoteSeconds?: QuoteSeconds
} & Clocks

export function simulatedFeed(options: SimulatedOptions): Feed {
  const prices = new SimulatedPrices(options)
  const clock = new CheckedClock(options)
  let reached: Millis = options.wallClock()
  let timer: NodeJS.Timeout | undefined
  let fault: ClockFault | undefined

  /** The wall clock where it can be believed and has come to where the market stands; `fault` says why not. */
  const believed = (): Millis | undefined => {
    const now = clock.read(reached)
    if (now === undefined) fault = { kind: 'jumped', difference: clock.difference ?? 0 }
    else fault = now < reached - DIFFERENCE_MAX ? { kind: 'behind_journal', difference: now - reached } : undefined
    return fault === undefined ? now : undefined
  }
  const look = (listener: FeedListener) => {
    const now = believed()
    if (now === undefined) return listener.halted(reached)
    if (now <= reached) return
    const from = reached
    reached = now
    if (now - from > BEHIND_MAX) listener.missed(now)
    else for (const quote of prices.quotesBetween(from, now)) listener.quote(quote)
    listener.alive(now)
  }

  return {
    name: 'simulated',
    simulated: true,
    history: {
      candle: (stretch) => prices.candle(stretch),
      quoteBefore: (instrument, moment) => prices.lastQuote(instrument, millis(moment - 1)),
    },
    speed: 1,
    covers: (instrument: InstrumentId) => prices.covers(instrument),
    clock: () => reached,
    clockFault: () => fault,
    spacing: () => 0,
    guardMin: () => GUARD_MIN,
    ordinaryPrice: () => undefined,
    async open({ resumeAt, isClockDoubted, past }) {
      reached = resumeAt ?? options.wallClock()
      if (isClockDoubted && options.wallClock() > reached) clock.doubt(reached)
      // Where the clock was set back, market time waits for it, because it never goes back.
      reached = millis(Math.max(reached, believed() ?? reached))
      for (const { terms } of options.catalogue.instruments) await past(prices.lastQuote(terms.id, reached))
    },
    run(listener) {
      timer = setInterval(() => look(listener), LOOK_EVERY)
    },
    async stop() {
      clearInterval(timer)
    },
  }
}
