/** Beside every failure: the market that it happened in. */
import { afterEach } from 'vitest'
import { MARKET_SEED } from './world.ts'

afterEach(({ task }) => {
  if (task.result?.state === 'fail') process.stderr.write(`\n"${task.name}" failed with MARKET_SEED=${MARKET_SEED}\n`)
})
