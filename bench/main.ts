/**
 * `npm run bench`: every figure of bench/results.md, one program after the other; `npm run bench -- engine` runs one.
 * The run ends with the lines that are short of their target or void. It fails when a program fails, not when a figure
 * is short.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { must } from '@veritick/domain'

/** Name of the program, bench/<name>.ts, and what it measures. */
const PROGRAMS: Readonly<Record<string, string>> = {
  engine: 'orders and quotes through the engine, beside an order book',
  commit: 'orders through the write path, beside plain inserts',
  http: 'orders over HTTP, beside a bare route',
  trouble: 'the store in trouble: orders meanwhile, and the first one after it',
  stops: '10,000 stops on one quote',
  restart: 'a start from a large journal',
  casework: 'a start with many deposits and withdrawals: their comparison with the engine',
  'money-decisions': 'what a decision about money keeps outside the store, beside a file that is written whole',
  size: 'cost of quotes and orders with ten times as many accounts, positions, instruments',
  strangers: 'orders while an attacker sends random tokens',
  feeds: 'how long each recording can be traded',
  'first-load': 'the first load of the app',
  frames: 'ticking prices, answers to taps and memory in a browser, beside a static page',
  sockets: 'quotes to thousands of sockets, beside a bare ws loop',
}

/** The last word of a line that bench/measure.ts printed. */
const NOT_OK = /\) (?:short|void)$/

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => PROGRAMS[name] === undefined && name !== '--help')
if (wanted.includes('--help')) process.stdout.write(help())
else if (unknown.length > 0) refuse(unknown)
else await runAll(Object.keys(PROGRAMS).filter((name) => wanted.length === 0 || wanted.includes(name)))

async function runAll(programs: readonly string[]): Promise<void> {
  const notOk: string[] = []
  const failed: string[] = []
  for (const program of programs) {
    process.stdout.write(`\n# ${program}\n`)
    const { status, lines } = await run(program)
    notOk.push(...lines.filter((line) => NOT_OK.test(line)))
    if (status !== 0) failed.push(program)
  }
  process.stdout.write(listOf('short or void', notOk) + listOf('failed', failed))
  if (failed.length > 0) process.exitCode = 1
}

/** Runs one program and shows its output at once. */
async function run(program: string): Promise<{ readonly status: number | null; readonly lines: readonly string[] }> {
  const path = fileURLToPath(new URL(`./${program}.ts`, import.meta.url))
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', path], {
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let text = ''
  for await (const piece of must(child.stdout ?? undefined, 'a pipe')) {
    process.stdout.write(piece)
    text += String(piece)
  }
  return { status: await ended, lines: text.split('\n') }
}

function listOf(title: string, lines: readonly string[]): string {
  return `\n# ${title}: ${lines.length === 0 ? 'none' : lines.length}\n${lines.map((line) => `${line}\n`).join('')}`
}

function help(): string {
  const width = Math.max(...Object.keys(PROGRAMS).map((name) => name.length))
  const rows = Object.entries(PROGRAMS).map(([name, what]) => `  ${name.padEnd(width)}  ${what}\n`)
  return `npm run bench              every program\nnpm run bench -- <name>    one or more of these:\n${rows.join('')}`
}

function refuse(names: readonly string[]): void {
  process.stderr.write(`no such program: ${names.join(', ')}\n\n${help()}`)
  process.exitCode = 2
}
