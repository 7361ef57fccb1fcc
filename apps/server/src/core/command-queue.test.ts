/** A commit that runs while the check finds damage: its batch is durable, and readers of the read tables get it. */
import { setImmediate } from 'node:timers/promises'
import { millis, must } from '@veritick/domain'
import { createEngine } from '@veritick/engine'
import { openLocation, storeKinds } from '@veritick/testing/stores'
import pino from 'pino'
import { expect, test } from 'vitest'
import { demo, NOON, opening } from '../../../../tools/crash/world.ts'
import type { Store } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { openCore } from './core.ts'

test('a reader of the read tables gets the batch that was being committed when damage was found', async () => {
  const kind = must(storeKinds().at(-1), 'there is a store')
  const world = 'damaged'
  const where = await openLocation(kind, [world])
  let commit: (() => Promise<void>) | undefined
  const open = async () => {
    const store = await openStore({ ...where, world })
    const held: Store['commit'] = async (sql, params) => {
      await commit?.()
      return store.commit(sql, params)
    }
    const core = await openCore({
      store: { ...store, commit: held },
      engine: createEngine(),
      wallClock: () => millis(1_800_000_000_000),
      log: pino({ level: 'silent' }),
      onFatal: (error) => {
        throw error
      },
    })
    const stop = async () => {
      await core.stop()
      await store.close()
    }
    return { store, core, stop }
  }
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

  const { core, store, stop } = await open()
  let isRunning = false
  let isFound = false
  commit = async () => {
    isRunning = true
    while (!isFound) await setImmediate()
  }
  const rejected = expect(core.submit({ command: demo(9) })).rejects.toThrow('the core has failed')
  await expect.poll(() => isRunning).toBe(true)
  core.beginJournalCheck()
  await rejected
  isFound = true
  await expect.poll(() => core.stats().batches).toBe(4)
  await core.projected()
  expect(await store.query('select batch from projection')).toEqual([{ batch: 4 }])
  await stop()
  await where.clean()
})
