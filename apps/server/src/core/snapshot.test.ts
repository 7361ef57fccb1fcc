/**
 * A snapshot is the state at the end of its batch, also where a command is decided while the batch waits. One of
 * another version costs a replay and nothing else.
 */
import { setImmediate } from 'node:timers/promises'
import { millis, must } from '@veritick/domain'
import { createEngine, STATE_LAYOUT } from '@veritick/engine'
import { openLocation, storeKinds } from '@veritick/testing/stores'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { demo, NOON, opening } from '../../../../tools/crash/world.ts'
import { RootsBehind } from '../journal/roots.ts'
import { openStore } from '../store/store.ts'
import { openCore } from './core.ts'

test('a command that is decided while a batch waits for the roots is not in the snapshot of the batch', async () => {
  const kind = must(storeKinds().at(-1), 'there is a store')
  const world = 'snapshots'
  const where = await openLocation(kind, [world])
  const log: string[] = []
  const open = async () => {
    const store = await openStore({ ...where, world })
    const engine = createEngine()
    const core = await openCore({
      store,
      engine,
      wallClock: () => millis(1_800_000_000_000),
      log: pino({ level: 'warn' }, { write: (line: string) => void log.push(line) }),
      onFatal: (error) => void log.push(String(error)),
      // The second batch ends with a snapshot.
      snapshotPace: { events: 1, batches: 1 },
    })
    return { store, engine, core }
  }
  const { store, engine, core } = await open()
  for (const command of opening(NOON, 100)) core.market(command)
  await core.submit({ command: demo(7) })

  let isFull = true
  const room = vi.spyOn(RootsBehind.prototype, 'room').mockImplementation(async () => {
    while (isFull) await setImmediate()
  })
  const first = core.submit({ command: demo(8) })
  await expect.poll(() => room.mock.calls.length).toBe(1)
  const second = core.submit({ command: demo(9) })
  isFull = false
  await Promise.all([first, second])
  room.mockRestore()
  await expect.poll(() => store.query('select batch from snapshots')).toEqual([{ batch: 2 }])
  await core.projected()
  // Not stopped: as after a crash.
  await store.close()

  const again = await open()
  expect(again.engine.stateBytes()).toEqual(engine.stateBytes())
  expect(log).toEqual([])
  await again.core.stop()
  await again.store.close()
  await where.clean()
})

test('a snapshot of another version at the end of the journal is removed; later starts succeed', async () => {
  const kind = must(storeKinds().at(-1), 'there is a store')
  const world = 'layouts'
  const where = await openLocation(kind, [world])
  const log: string[] = []
  const open = async () => {
    const store = await openStore({ ...where, world })
    const core = await openCore({
      store,
      engine: createEngine(),
      wallClock: () => millis(1_800_000_000_000),
      log: pino({ level: 'warn' }, { write: (line: string) => void log.push(line) }),
      onFatal: (error) => void log.push(String(error)),
    })
    const stop = async () => {
      await core.stop()
      await store.close()
    }
    return { store, core, stop }
  }
  const first = await open()
  for (const command of opening(NOON, 100)) first.core.market(command)
  await first.core.submit({ command: demo(7) })
  const end = first.core.stats().batches
  await first.core.stop()
  const other = `set_byte(state, 0, ${STATE_LAYOUT + 1})`
  await first.store.query(`update snapshots set state = ${other}, state_hash = sha256(${other})`)
  await first.store.close()

  const second = await open()
  expect(log).toEqual([expect.stringContaining(`the state has layout ${STATE_LAYOUT + 1}`)])
  expect(second.core.stats().snapshotBatch).toBe(0)
  await second.core.submit({ command: demo(8) })
  await second.stop()
  const third = await open()
  expect(third.core.stats().snapshotBatch).toBe(end + 1)
  expect(log.length).toBe(1)
  await third.stop()
  await where.clean()
})
