/** The options of `npm run sim`, read once: what it can do, and a sentence for an option that it cannot read. */
import { parseArgs } from 'node:util'

export const USAGE = `npm run sim -- [options]

Simulates seeded histories and ends with 0 when nothing is wrong, with 1 on a finding, with 2 on a wrong option.
A history that fails is shrunk and written into sim/regressions, where the tests replay it for ever.

  (nothing)     both engines on the same histories, compared after every step
  --process     the whole write path on a store that fails, with crashes between any two steps
  --feeds       broken feeds with traders who see each price first
  --mutants     every bug made on purpose, of the engine and of the process: each has to be found

  --from S      the first seed (1)
  --seeds N     how many histories (200)
  --steps M     how long each is (300; of a process 1000)
  --long        20,000 histories instead of 200
  --help        this text`

export type Mode = 'engines' | 'process' | 'feeds' | 'mutants'

export type SimOptions = { readonly mode: Mode; readonly from: number; readonly seeds: number; readonly steps: number }

/** Two hundred times what `npm test` simulates of both engines: about ten minutes of one core. */
const LONG_SEEDS = 20_000
const SEEDS = 200
const STEPS = { engines: 300, process: 1_000, feeds: 300, mutants: 300 } as const

/** The options, or what to print instead. */
export function readOptions(args: readonly string[]): SimOptions | { readonly print: string; readonly status: 0 | 2 } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        process: { type: 'boolean', default: false },
        feeds: { type: 'boolean', default: false },
        mutants: { type: 'boolean', default: false },
        long: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        from: { type: 'string' },
        seeds: { type: 'string' },
        steps: { type: 'string' },
      },
    })
    if (values.help) return { print: USAGE, status: 0 }
    const modes = (['process', 'feeds', 'mutants'] as const).filter((mode) => values[mode])
    if (modes.length > 1) throw new Error(`--${modes.join(' and --')} cannot be given together`)
    if (values.long && values.seeds !== undefined) throw new Error('--long and --seeds cannot be given together')
    const mode = modes[0] ?? 'engines'
    return {
      mode,
      from: count('from', values.from, 1),
      seeds: count('seeds', values.seeds, values.long ? LONG_SEEDS : SEEDS),
      steps: count('steps', values.steps, STEPS[mode]),
    }
  } catch (error) {
    return { print: `${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, status: 2 }
  }
}

function count(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} ${text} is not a whole number from 1 on`)
  return value
}
