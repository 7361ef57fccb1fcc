/** A commit that runs while the check finds damage: its batch is durable, and readers of the read tables get it. */
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { demo, NOON, opening } from '../../../../tools/crash/world.ts'
import { startsOf } from './opened-fixture.ts'

test('a reader of the read tables gets the batch that was being committed when damage was found', async () => {
  const { open, log } = await startsOf('damaged')
  const first = await open()
  for (const command of opening(NOON, 100)) first.core.market(command)
  await first.core.submit({ command: demo(6) })
  await first.core.submit({ command: demo(7) })
  await first.stop()
  const second = await open()
  await second.core.submit({ command: demo(8) })
  await second.core.projected()
  await second.store.query('update journal set events = set_byte(events, 0, get_byte(events, 0) # 1) where batch = 1')
  await second.stop()
  expect(log).toEqual([])

  let isRunning = false
  let isFound = false
  const { core, store, stop } = await open({
    commit: async (sql, params) => {
      isRunning = true
      while (!isFound) await setImmediate()
      return store.commit(sql, params)
    },
  })
  const rejected = expect(core.submit({ command: demo(9) })).rejects.toThrow('the core has failed')
  await expect.poll(() => isRunning).toBe(true)
  core.beginJournalCheck()
  await rejected
  isFound = true
  await expect.poll(() => core.stats().batches).toBe(4)
  await core.projected()
  expect(await store.query('select batch from projection')).toEqual([{ batch: 4 }])
  await stop()
})
