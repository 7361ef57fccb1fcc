/**
 * Says of every failure the seed of the market, what each open page shows and met, and why the servers refused calls.
 * Keeps screenshots.
 */
import { afterEach } from 'vitest'
import { shownPages } from './phone.ts'
import { MARKET_SEED, refusedCalls } from './world.ts'

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const said = [`"${task.name}" failed with MARKET_SEED=${MARKET_SEED}`]
  for (const [at, page] of shownPages().entries()) {
    const name = `failed-${task.name.replace(/\W+/g, '-')}-${at + 1}`
    said.push(`${name}.png: ${page.address} "${await page.keep(name).catch((error) => `no answer: ${error}`)}"`)
    for (const trouble of page.troubles) said.push(`  ${trouble}`)
  }
  said.push(...refusedCalls)
  process.stderr.write(`\n${said.join('\n')}\n`)
})
