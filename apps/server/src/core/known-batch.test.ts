/**
 * A stop keeps the newest batch in the data folder before it waits for the store: a process that ends after a failure
 * waits a short time only, and an attacker who can write to the store can hold the tables that a stop writes. A start
 * asks what it replayed for this batch, not only what it read before.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demo, place, requestKey } from '../../../../tools/crash/world.ts'
import { readKept } from '../store/index.ts'
import type { Store } from '../store/interface.ts'
import { KNOWN_BATCH_FILE } from './known-batch.ts'
import { startsOf } from './opened-fixture.ts'

test.each([
  ['a commit that returned before', false],
  ['a commit that returns during the stop', true],
])('%s is kept while an attacker holds the tables that the stop writes', async (_, isLate) => {
  const { open, dataDir } = await startsOf('simulated')
  const keptIn = join(dataDir, 'kept')
  const hold = gate()
  const late = gate()
  let isHeld = false
  const held = async () => void (isHeld && (await hold.opened))
  let own: Store['commit'] | undefined
  const { core, stop } = await open({
    keptIn,
    own: (commit) => {
      own = commit
    },
    commit: async (sql, params) => {
      if (isLate) await late.opened
      return (own as Store['commit'])(sql, params)
    },
    background: (lane) => ({
      ...lane,
      query: (sql, params) => held().then(() => lane.query(sql, params)),
      transaction: (work) => held().then(() => lane.transaction(work)),
    }),
  })
  const answered = core.submit({ command: demo(7) })
  if (!isLate) await answered
  isHeld = true
  const stopping = stop()
  late.open()
  await answered
  const known = () => JSON.parse(readKept(join(keptIn, KNOWN_BATCH_FILE)))
  await expect.poll(known).toMatchObject({ batch: core.stats().batches })
  expect(core.stats().batches).toBeGreaterThan(0)
  hold.open()
  await stopping
})

test('a journal whose end an attacker cuts off while the start reads it is refused', async () => {
  const { open, dataDir } = await startsOf('simulated')
  const keptIn = join(dataDir, 'kept')
  const first = await open({ keptIn })
  await first.core.submit({ command: demo(7) })
  // A refusal stands in a batch without events, so no read table says more than the journal that is left.
  const asked = { command: place({ account: 7, key: 'refused' }), request: { key: requestKey('refused'), content: '' } }
  expect((await first.core.submit(asked)).outcome.ok).toBe(false)
  const newest = first.core.stats().batches
  await first.stop()
  const cutting = (own: Store['background']): Store['background'] => ({
    ...own,
    query: async (sql, params) => {
      if (sql.includes('from snapshots'))
        for (const table of ['journal', 'snapshots'])
          await own.query(`delete from ${table} where batch >= $1`, [newest])
      return own.query(sql, params)
    },
  })
  await expect(open({ keptIn, background: cutting })).rejects.toThrow(`lacks batch ${newest} with the hash`)
})

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
