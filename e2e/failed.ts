/** Adds the seed of the market to every failure. */
import { afterEach } from 'vitest'
import { MARKET_SEED } from './world.ts'

afterEach(({ task }) => {
  if (task.result?.state === 'fail') process.stderr.write(`\n"${task.name}" failed with MARKET_SEED=${MARKET_SEED}\n`)
})
