/**
 * Mutants: bugs made on purpose. Each is one change of one line of the fast engine's source, of the kind that people really make. A copy of
 * the engine with the change is compared like the real one, and the simulator has to find it.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Engine } from '@veritick/engine'

export type Mutant = { readonly bug: string; readonly file: string; readonly line: string; readonly becomes: string }

export const MUTANTS: readonly Mutant[] = [
  {
    bug: 'a close at the wrong side of the quote',
    file: 'closing.ts',
    line: 'price: (orders.side[slot] === BUY ? market.bid : market.ask) as Points,',
    becomes: 'price: (orders.side[slot] === BUY ? market.ask : market.bid) as Points,',
  },
  {
    bug: 'profit rounded down instead of half away',
    file: 'market.ts',
    line: 'return mulDivHalfAway(product, 1, this.rateDenominator)',
    becomes: 'return Math.floor(product / this.rateDenominator)',
  },
  {
    bug: 'a revaluation trigger set half as far again as it may be',
    file: 'revaluation-triggers.ts',
    line: 'const floor = bid - Math.floor(way.down * bid) - 1',
    becomes: 'const floor = bid - Math.floor(way.down * bid * 1.5) - 1',
  },
  {
    bug: 'a short without its revaluation trigger',
    file: 'revaluation-triggers.ts',
    line: 'revaluationTriggers.askRising.push(ceiling, exposure, generation)',
    becomes: '',
  },
  {
    bug: 'nobody looks when a rate leaves its band',
    file: 'prices.ts',
    line: 'if (outOfBand) state.markHoldersDirty(dependent)',
    becomes: '',
  },
  {
    bug: 'no revaluation trigger on the rate for those who are close',
    file: 'revaluation-triggers.ts',
    line: 'if (!banded && source?.hasQuote() === true) {',
    becomes: 'if (!banded && source?.hasQuote() === undefined) {',
  },
  {
    bug: 'what could not be closed is forgotten when its market opens',
    file: 'fast-engine.ts',
    line: 'if (accounts.stopOutDeferred[account] === 1) this.state.markDirty(account)',
    becomes: '',
  },
  {
    bug: 'nobody looks again when the feed is heard after a restart',
    file: 'fast-engine.ts',
    line: 'this.state.markHoldersDirty(market)',
    becomes: '',
  },
  {
    bug: 'accounts checked on rates of before the restart',
    file: 'market.ts',
    line: "return !this.hasLiveQuote || ((kind === 'multiply' || kind === 'divide') && !this.hasLiveRate())",
    becomes: 'return !this.hasLiveQuote',
  },
  {
    bug: 'an event that takes the time of its quote for its own',
    file: 'margin-check.ts',
    line: 'const at = cause.at as Millis',
    becomes: 'const at = cause.time as Millis',
  },
  {
    bug: 'a re-arming noticed too late',
    file: 'revaluation-triggers.ts',
    line: 'return (used * MARGIN_CALL_REARM_LEVEL) / 100',
    becomes: 'return (used * (MARGIN_CALL_REARM_LEVEL + 15)) / 100',
  },
  {
    bug: 'the second notice never given',
    file: 'margin-check.ts',
    line: 'level: MARGIN_WARNING_LEVEL,',
    becomes: 'level: 0 as never,',
  },
  {
    bug: 'a stop-out that begins with the oldest',
    file: 'margin-check.ts',
    line: 'closable.sort(orders.profit, orders.id)',
    becomes: 'closable.sort(orders.id, orders.id)',
  },
  {
    bug: 'an old stop-loss that still fires after an edit',
    file: 'evolve.ts',
    line: 'if (!waits) state.clearTriggers(slot)',
    becomes: '',
  },
  {
    bug: 'pending orders entered in the order of their prices',
    file: 'quote.ts',
    line: 'if (this.entries.count > 1) this.entries.sort(id, id)',
    becomes: '',
  },
  {
    bug: 'a closed position that goes on counting',
    file: 'holdings.ts',
    line: 'addSize(state, slot, -1)',
    becomes: '',
  },
  {
    bug: 'a quote of a closed market that fires stops',
    file: 'fast-engine.ts',
    line: 'if (market.isOpen()) this.quoteRun.run(market)',
    becomes: 'this.quoteRun.run(market)',
  },
  {
    bug: 'a heap that follows the larger child',
    file: 'queue.ts',
    line: 'if (child + 1 < this.size && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child++',
    becomes: 'if (child + 1 < this.size && (keys[child + 1] ?? 0) > (keys[child] ?? 0)) child++',
  },
  {
    bug: 'a fee that free margin need not cover',
    file: 'opening.ts',
    line: 'if (equityOf(state, account) - fee + spread < marginUsedOf(state, account) + margin)',
    becomes: 'if (equityOf(state, account) + spread < marginUsedOf(state, account) + margin)',
  },
  {
    bug: 'a loss below zero that nobody pays',
    file: 'closing.ts',
    line: 'if (balance >= 0 || accounts.holdings[account] !== 0) return',
    becomes: 'return',
  },
  {
    bug: 'a withdrawal that no revaluation trigger hears of',
    file: 'evolve.ts',
    line: "state.bookOf(account).move('clientBalance', 'clientLocked', amount)\n      state.markDirty(account)",
    becomes: "state.bookOf(account).move('clientBalance', 'clientLocked', amount)",
  },
  {
    bug: 'a correction that takes what positions need',
    file: 'cash.ts',
    line: "if (amount < 0 && equityOf(state, slot) + amount < marginUsedOf(state, slot)) return 'margin_not_enough'",
    becomes: '',
  },
]

const ENGINE = fileURLToPath(new URL('../packages/engine/src/', import.meta.url))
/** Ignored by git; inside the project, so that imports find their packages. */
const FOLDER = fileURLToPath(new URL('./.cache/mutants/', import.meta.url))

/** Builds a copy of the fast engine with the bug in it. */
export async function engineWith(mutant: Mutant, index: number): Promise<() => Engine> {
  const folder = `${FOLDER}${index}/`
  mkdirSync(folder, { recursive: true })
  cpSync(`${ENGINE}fast/`, folder, { recursive: true })
  for (const file of readdirSync(folder)) {
    const source = readFileSync(folder + file, 'utf8')
    const changed = file === mutant.file ? withBug(source, mutant) : source
    writeFileSync(folder + file, changed.replaceAll("from '../", `from '${ENGINE}`))
  }
  const { createEngine } = await import(/* @vite-ignore */ pathToFileURL(`${folder}fast-engine.ts`).href)
  return createEngine
}

export function removeMutants(): void {
  rmSync(FOLDER, { recursive: true, force: true })
}

/** The line must stand there exactly once: a mutant that was not applied would survive unnoticed. */
function withBug(source: string, { bug, file, line, becomes }: Mutant): string {
  if (source.split(line).length !== 2) throw new Error(`"${bug}" cannot be applied: ${file} has changed`)
  return source.replace(line, becomes)
}
