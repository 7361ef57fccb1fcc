/**
 * Mutants: faults in a copy of the market's source, one change each; the worlds have to find every one. The first is
 * the gate as it was in the first version.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Mutant, withBug } from '../mutant.ts'
import type { Flow } from './play.ts'

/** `file` is directly in apps/server/src/market. */
type FeedMutant = Mutant & {
  /** The world that found it when it was last looked at, where that was a late one: it is tried before all others. */
  readonly seed?: number
}

export const MUTANTS: readonly FeedMutant[] = [
  {
    bug: 'the first gate: a suspect waits, the old price is traded on, and any second row near it confirms',
    file: 'item.ts',
    line: "import { LATE, QualityGate, type QuoteVerdict } from './quality.ts'",
    becomes: `import { LATE, type QuoteVerdict } from './quality.ts'\nimport { FirstGate as QualityGate } from '${fileURLToPath(new URL('./first-gate.ts', import.meta.url))}'`,
  },
  {
    bug: 'a suspect that holds nothing',
    file: 'item.ts',
    line: "if (held !== undefined) return 'held'",
    becomes: '',
  },
  {
    bug: 'a hold that is told with the next quote',
    file: 'flow.ts',
    line: 'if (published === undefined) this.#reviewOne(item, at)\n    else this.#publish',
    becomes: 'if (published !== undefined) this.#publish',
  },
  {
    bug: 'a row of the same moment that confirms',
    file: 'quality.ts',
    line: 'quote.time >= newestTime : quote.time > newestTime',
    becomes: 'quote.time >= newestTime : quote.time >= newestTime',
  },
  {
    bug: 'a row that comes again with a new time and confirms',
    file: 'doubts.ts',
    line: 'count >= REPEATED_MIN && at - first >= REPEATED_FOR',
    becomes: 'count > 0',
  },
  {
    bug: 'a row that comes again after a silence and confirms',
    file: 'quality.ts',
    line: '!this.#doubts.isRepeatedEnough(quote, at)',
    becomes: 'at - newestTime < LOST_FOR',
  },
  {
    bug: 'a source that returns twice within a minute and confirms its last row',
    file: 'doubts.ts',
    line: 'count >= REPEATED_MIN && at - first >= REPEATED_FOR',
    becomes: 'count > 1 && at - first >= REPEATED_FOR',
  },
  {
    bug: 'a lost price that refutes the first row of the new one',
    file: 'quality.ts',
    line: 'const isLost = this.#isLost(quote, at)',
    becomes: 'const isLost = suspect === undefined && this.#isLost(quote, at)',
  },
  {
    bug: 'a lost price that is believed as soon as another one was',
    file: 'quality.ts',
    line: 'this.#doubts.endAfter(quote, at)',
    becomes: 'this.#doubts.endAfter(quote, (at - LOST_FOR) as Millis)',
  },
  {
    bug: 'a session that opens on the last quote of the one before',
    file: 'quality.ts',
    line: 'const isLost = this.#isLost(quote, at)',
    becomes: 'const isLost = at < 0',
  },
  {
    bug: 'a stale price that ends with the last quote sent again',
    file: 'quality.ts',
    line: 'priceLost(): void {',
    becomes: 'priceLost(): void {}\n  unused(): void {',
  },
  {
    bug: 'a row written twice that confirms',
    file: 'quality.ts',
    line: 'if (this.#isLate(raw, at)) return this.#newestTime > newestTime ? WAITS : LATE',
    becomes: 'if (raw.time < (this.#good?.time ?? 0)) return LATE',
  },
  {
    bug: 'late rows that are published',
    file: 'quality.ts',
    line: 'if (this.#isLate(raw, at)) return this.#newestTime > newestTime ? WAITS : LATE',
    becomes: 'if (this.#hold !== undefined && this.#isLate(raw, at)) return LATE',
  },
  {
    bug: 'spreads that are not looked at',
    file: 'quality.ts',
    line: 'const wide = this.#isWide(quote)',
    becomes: 'const wide = this.#isWide(quote) && false',
  },
  {
    bug: 'a price that confirms a spread',
    file: 'quality.ts',
    line: '(wide && !this.#isSpreadConfirmed(suspect, quote))',
    becomes: 'false',
  },
  {
    bug: 'moves of suspects that widen the guard',
    file: 'quality.ts',
    line: 'this.counts.suspect++\n',
    becomes:
      'this.counts.suspect++\n    for (let often = 0; often < 30; often++) this.#lessons.wait(quote, this.#goods, this.#terms.spreadTypical())\n    this.#lessons.learn()\n',
  },
  {
    bug: 'a leap at the end of a trend that confirms it',
    file: 'quality.ts',
    line: 'hold.run >= TREND && isGoingOn && this.#isStep(older, suspect, quote)',
    becomes: 'hold.run >= TREND && isGoingOn',
  },
  {
    bug: 'a trend that goes back',
    file: 'quality.ts',
    line: 'if (!isOn(before, suspect) || !isOn(suspect, quote)) return false',
    becomes: '',
  },
  {
    bug: 'a suspect of before a silence that is believed as soon as another price was',
    file: 'quality.ts',
    line: 'if (this.#newest !== undefined) this.#doubts.lose(this.#newest)',
    becomes: '',
  },
  {
    bug: 'a hold that never ends although the price is right',
    file: 'quality.ts',
    line: 'this.#hold = undefined\n    const limit',
    becomes: 'const limit',
  },
  {
    bug: 'five minutes for every instrument',
    file: 'pace.ts',
    line: 'if (this.#intervals.count < INTERVALS_MIN) return this.#least',
    becomes: 'if (this.#intervals.count >= 0) return this.#most',
  },
  {
    bug: 'a pace by one silence of a few intervals',
    file: 'pace.ts',
    line: 'Math.min(this.#intervals.percentile(PERCENTILE), this.#intervals.secondLargest())',
    becomes: 'this.#intervals.percentile(PERCENTILE)',
    seed: 14,
  },
  {
    bug: 'a pace by the longest interval',
    file: 'pace.ts',
    line: 'Math.min(this.#intervals.percentile(PERCENTILE), this.#intervals.secondLargest())',
    becomes: 'this.#intervals.percentile(100)',
    seed: 14,
  },
  {
    bug: 'a pace by rare silences',
    file: 'pace.ts',
    line: 'Math.min(INTERVALS_SILENT * usual, INTERVALS_AWAY * frequent)',
    becomes: 'INTERVALS_SILENT * usual',
  },
  {
    bug: 'an invalid row that leaves the old price tradable',
    file: 'quality.ts',
    line: 'this.#hold ??= this.#held(at)\n      // The source has left it.',
    becomes: '',
  },
  {
    bug: 'a first live row that is believed alone',
    file: 'quality.ts',
    line: 'this.#good === undefined ? !isLive || guard',
    becomes: 'this.#good === undefined ? isLive || guard',
    seed: 51,
  },
  {
    bug: 'a row of a source that is ahead whose own time is forgotten',
    file: 'quality.ts',
    line: 'this.#newestTime = raw.time',
    becomes: 'this.#newestTime = Math.min(raw.time, at)',
  },
  {
    bug: 'a source of the future that is believed',
    file: 'quality.ts',
    line: "return time > at + AHEAD_MAX ? 'ahead' : undefined",
    becomes: 'return at < 0 ? "ahead" : undefined',
  },
  {
    bug: 'a rate that is not waited for',
    file: 'item.ts',
    line: "return conversion === 'held' || conversion === 'stale' ? conversion : 'open'",
    becomes: "return conversion === 'closed' ? 'open' : 'open'",
  },
]

const MARKET = fileURLToPath(new URL('../../apps/server/src/market/', import.meta.url))
/** Ignored by git; inside the server, so that imports find their packages. */
const FOLDER = fileURLToPath(new URL('../../apps/server/.cache/mutants/', import.meta.url))

/** The flow of a copy of the market with the fault in it. */
export async function flowWith(mutant: Mutant, index: number): Promise<Flow> {
  const folder = `${FOLDER}${index}/`
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(MARKET).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    cpSync(MARKET + file, folder + file)
    const source = readFileSync(folder + file, 'utf8')
    const changed = file === mutant.file ? withBug(source, mutant) : source
    writeFileSync(folder + file, changed.replaceAll("from '../", `from '${MARKET}../`))
  }
  const { QuoteFlow } = await import(/* @vite-ignore */ pathToFileURL(`${folder}flow.ts`).href)
  return QuoteFlow
}

export function removeMutants(): void {
  rmSync(FOLDER, { recursive: true, force: true })
}
