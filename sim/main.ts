/**
 * `npm run sim -- --seeds N --steps M [--seed S]`: simulates N histories of M steps each from seed S on; `--long`
 * simulates 20,000. A failing one is shrunk and written into sim/regressions, where the tests replay it for ever.
 * `--feeds N` plays N worlds of sim/feeds instead.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createEngine, createReferenceEngine } from '@veritick/engine'
import { QuoteFlow } from '../apps/server/src/market/flow.ts'
import { compare } from './compare.ts'
import { Coverage } from './coverage.ts'
import { type Counts, playFeed } from './feeds/play.ts'
import { simulate } from './history.ts'
import { shrink } from './shrink.ts'

/** Eighty times what `npm test` simulates: about ten minutes of one core. */
const LONG_SEEDS = '20000'

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    seeds: { type: 'string' },
    steps: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    /** So many worlds of feeds and their traders, instead. */
    feeds: { type: 'string' },
  },
})
const [length, first] = [count(values.steps), count(values.seed)]
process.exitCode =
  values.feeds === undefined
    ? run({ seeds: count(values.seeds ?? (values.long ? LONG_SEEDS : '200')), length, first })
    : runFeeds({ seeds: count(values.feeds), length, first })

function runFeeds({ seeds, length, first }: { seeds: number; length: number; first: number }): number {
  const counts: Counts = new Map()
  for (let seed = first; seed < first + seeds; seed++) {
    const { fault, step } = playFeed(QuoteFlow, { seed, length, counts })
    if (fault === undefined) continue
    print(`feed ${seed} fails at step ${step}: ${fault}`)
    return 1
  }
  for (const [name, times] of [...counts].sort()) print(`${String(times).padStart(9)}  ${name}`)
  print(`${seeds} feeds of ${length} moments: every fill is at the newest valid row`)
  return 0
}

function run({ seeds, length, first }: { seeds: number; length: number; first: number }): number {
  const engines = { reference: createReferenceEngine, subject: createEngine }
  const coverage = new Coverage()
  const began = performance.now()
  let events = 0
  for (let seed = first; seed < first + seeds; seed++) {
    const simulation = simulate(engines, { seed, length, coverage })
    events += simulation.events
    if (simulation.fault === undefined) continue
    print(`seed ${seed} fails at step ${simulation.fault.step} (${simulation.fault.kind}): ${simulation.fault.detail}`)
    const steps = shrink(engines, simulation.steps)
    const file = fileURLToPath(new URL(`./regressions/seed-${seed}.json`, import.meta.url))
    writeFileSync(file, `[\n${steps.map((step) => `  ${JSON.stringify(step)}`).join(',\n')}\n]\n`)
    print(`shrunk to ${steps.length} steps: ${compare(engines, steps)?.detail}\nwritten to ${file}`)
    return 1
  }
  const seconds = (performance.now() - began) / 1000
  for (const line of coverage.lines()) print(line)
  const rate = Math.round((seeds * length) / seconds)
  print(
    `${seeds} seeds of ${length} steps: both engines agree on ${events} events; ${seconds.toFixed(1)} s, ${rate} steps a second`,
  )
  return 0
}

function count(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${text} is no count`)
  return value
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
