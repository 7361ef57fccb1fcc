/**
 * `npm run sim`: simulates histories of both engines, of the whole process, or of feeds, and looks for bugs that were
 * made on purpose. options.ts documents what it takes.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { must } from '@veritick/domain'
import { createEngine, createReferenceEngine } from '@veritick/engine'
import { QuoteFlow } from '../apps/server/src/market/flow.ts'
import { compare } from './compare.ts'
import { Coverage } from './coverage.ts'
import { type Counts, playFeed } from './feeds/play.ts'
import { firstEngineFault } from './find-mutants.ts'
import { simulate } from './history.ts'
import { removeMutants } from './mutant-engine.ts'
import { MUTANTS } from './mutants.ts'
import { readOptions, type SimOptions } from './options.ts'
import { loadSubject } from './process/bundle.ts'
import { firstFailing } from './process/find-mutants.ts'
import { PROCESS_MUTANTS } from './process/mutants.ts'
import { shrinkProcess } from './process/shrink.ts'
import { isShare, runShare, simulateProcesses } from './process/threads.ts'
import { shrink } from './shrink.ts'

const RUNS = { engines: runEngines, process: runProcess, feeds: runFeeds, mutants: runMutants } as const

/** This program, which its threads run too. */
const PROGRAM = must(process.argv[1], 'Node runs a program')

const options = readOptions(process.argv.slice(2))
// An async function: the program may be compiled to a form without await at the top.
if (isShare) void runShare()
else
  void main().then((status) => {
    process.exitCode = status
  })

async function main(): Promise<number> {
  if (!('print' in options)) return RUNS[options.mode](options)
  const stream = options.status === 0 ? process.stdout : process.stderr
  stream.write(`${options.print}\n`)
  return options.status
}

function runFeeds({ seeds, steps, from }: SimOptions): number {
  const counts: Counts = new Map()
  for (let seed = from; seed < from + seeds; seed++) {
    const { fault, step } = playFeed(QuoteFlow, { seed, length: steps, counts })
    if (fault === undefined) continue
    print(`feed ${seed} fails at step ${step}: ${fault}`)
    return 1
  }
  printCounts(counts)
  print(`${seeds} feeds of ${steps} moments: every fill is at the newest valid row`)
  return 0
}

function runEngines({ seeds, steps, from }: SimOptions): number {
  const engines = { reference: createReferenceEngine, subject: createEngine }
  const coverage = new Coverage()
  const cost = costOf(seeds * steps)
  let events = 0
  for (let seed = from; seed < from + seeds; seed++) {
    const simulation = simulate(engines, { seed, length: steps, coverage })
    events += simulation.events
    if (simulation.fault === undefined) continue
    print(`seed ${seed} fails at step ${simulation.fault.step} (${simulation.fault.kind}): ${simulation.fault.detail}`)
    const kept = shrink(engines, simulation.steps)
    print(`shrunk to ${kept.length} steps: ${compare(engines, kept)?.detail}`)
    print(`written to ${writeSteps(`seed-${seed}.json`, kept)}`)
    return 1
  }
  for (const line of coverage.lines()) print(line)
  print(`${seeds} seeds of ${steps} steps: both engines agree on ${events} events; ${cost()}`)
  return 0
}

async function runProcess({ seeds, steps, from }: SimOptions): Promise<number> {
  const cost = costOf(seeds * steps)
  const { counts, events, starts, fault: failed } = await simulateProcesses(PROGRAM, { from, seeds, steps })
  if (failed !== undefined) {
    print(`process ${failed.seed} fails at step ${failed.fault?.step}: ${failed.fault?.detail}`)
    const kept = await shrinkProcess(await loadSubject(), failed.steps)
    print(`shrunk to ${kept.length} steps, written to ${writeSteps(`process/seed-${failed.seed}.json`, kept)}`)
    return 1
  }
  printCounts(counts)
  print(`${seeds} processes of ${steps} steps: ${events} events, ${starts} starts, nothing lost; ${cost()}`)
  return 0
}

/** The engine's mutants and the process's, each until it is found. */
async function runMutants(): Promise<number> {
  let missed = 0
  const tell = (bug: string, found: string | undefined) => {
    if (found === undefined) missed += 1
    print(`${found ?? 'NOT FOUND'.padEnd(9)}  ${bug}`)
  }
  for (const [index, mutant] of MUTANTS.entries()) {
    const found = await firstEngineFault(mutant, index)
    tell(mutant.bug, found && `seed ${found.seed}`.padEnd(9))
  }
  removeMutants()
  for (const mutant of PROCESS_MUTANTS) {
    const found = await firstFailing(mutant)
    tell(mutant.bug, found && `seed ${found.seed}`.padEnd(9))
  }
  print(
    `${MUTANTS.length + PROCESS_MUTANTS.length - missed} of ${MUTANTS.length + PROCESS_MUTANTS.length} mutants found`,
  )
  return missed === 0 ? 0 : 1
}

/** Measures processor time, because other programs may use the machine too, and time of the clock on all processors. */
function costOf(steps: number): () => string {
  const [began, start] = [process.cpuUsage(), performance.now()]
  const aMinute = (seconds: number) => Math.round((steps / seconds) * 60)
  return () => {
    const { user, system } = process.cpuUsage(began)
    const [used, passed] = [(user + system) / 1_000_000, (performance.now() - start) / 1_000]
    const rates = `${aMinute(used)} steps a minute of one processor, ${aMinute(passed)} by the clock`
    return `${used.toFixed(1)} s of processor time in ${passed.toFixed(1)} s; ${rates}`
  }
}

/** The path of the file. */
function writeSteps(name: string, steps: readonly unknown[]): string {
  const file = fileURLToPath(new URL(`./regressions/${name}`, import.meta.url))
  writeFileSync(file, `[\n${steps.map((step) => `  ${JSON.stringify(step)}`).join(',\n')}\n]\n`)
  return file
}

function printCounts(counts: ReadonlyMap<string, number>): void {
  for (const [name, times] of [...counts].sort()) print(`${String(times).padStart(9)}  ${name}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
