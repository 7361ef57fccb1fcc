/**
 * `npm run crash [-- --rounds N | --long]`: the tests that kill the server under load, with more rounds than `npm test`
 * has time for: 20, N, or 200.
 */
import { parseArgs } from 'node:util'
import { bin, ensureModules, installForTests, run } from './needs.mjs'

const ROUNDS = 20
const LONG_ROUNDS = 200
const USAGE = `npm run crash -- [options]

Kills the server with SIGKILL on each kind of store: the core under as many orders as it takes, the whole server under
500 orders a second over HTTP and in stop-outs of 10,000 positions, and each movement of money after each of its steps.
After each kill every answered request is in the journal once, any other once or not at all, books and ledger agree,
and receipts pass the verifier. Prints each round of the whole server: its rate and how soon it filled an order again.

  --rounds N    how many kills of each store (${ROUNDS})
  --long        ${LONG_ROUNDS} rounds
  --help        this text
`

const rounds = readRounds()
if (rounds !== undefined) {
  ensureModules()
  await installForTests()
  run(bin('vitest'), ['run', 'core/crash.test.ts', 'money/killed.test.ts', 'start/killed-server.test.ts'], {
    env: { ...process.env, CRASH_ROUNDS: String(rounds) },
  })
}

/** `undefined`: the usage was printed instead. */
function readRounds() {
  try {
    const options = { rounds: { type: 'string' }, long: { type: 'boolean' }, help: { type: 'boolean' } }
    const { values } = parseArgs({ options })
    if (values.help) {
      process.stdout.write(USAGE)
      return undefined
    }
    if (values.long && values.rounds !== undefined) throw new Error('--long and --rounds cannot be given together')
    const count = Number(values.rounds ?? (values.long ? LONG_ROUNDS : ROUNDS))
    if (!Number.isSafeInteger(count) || count < 1)
      throw new Error(`--rounds ${values.rounds} is not a whole number from 1 on`)
    return count
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    process.exitCode = 2
    return undefined
  }
}
