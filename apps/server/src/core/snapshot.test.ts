/**
 * A snapshot is the state at the end of its batch, also where a command is decided while the batch waits. One of
 * another version costs a replay and nothing else.
 */
import { setImmediate } from 'node:timers/promises'
import { must } from '@veritick/domain'
import { STATE_LAYOUT } from '@veritick/engine'
import { forgeSnapshot } from '@veritick/testing/forgery'
import { expect, test, vi } from 'vitest'
import { demo, NOON, opening } from '../../../../tools/crash/world.ts'
import { RootsBehind } from '../journal/roots.ts'
import type { Store } from '../store/index.ts'
import { forgeTables, richer } from './forged-fixture.ts'
import { startsOf } from './opened-fixture.ts'

test('a command that is decided while a batch waits for the roots is not in the snapshot of the batch', async () => {
  const { open, log } = await startsOf('snapshots')
  // The second batch ends with a snapshot.
  const { store, engine, core } = await open({ snapshotPace: { events: 1, batches: 1 } })
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
  await again.stop()
})

test('a snapshot of another version at the end of the journal is removed; later starts succeed', async () => {
  const { open, log } = await startsOf('layouts')
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
})

test('an attacker whose batch carries a forged snapshot only while the start reads it is refused', async () => {
  const { open, log } = await startsOf('carriers')
  const first = await open()
  for (const command of opening(NOON, 100)) first.core.market(command)
  await first.core.submit({ command: demo(7) })
  await first.core.stop()
  const { query } = first.store
  const [newest] = await query<{ batch: number }>('select max(batch) as batch from journal')
  const end = must(newest, 'a batch').batch
  await forgeTables(query, 7)
  const hash = await forgeSnapshot(query, end, richer(7))
  await first.store.close()

  const carrier = `insert into journal
    select (json_populate_record(journal, json_build_object('batch', batch + 1, 'snapshot_hash', $2::bytea))).*
    from journal where batch = $1`
  const race = ({ query: own, ...rest }: Store['background']): Store['background'] => ({
    ...rest,
    query: async (sql, params) => {
      const isRead = sql.includes('left join journal next')
      if (isRead) await own(carrier, [end, hash])
      const rows = await own(sql, params)
      if (isRead) await own('delete from journal where batch > $1', [end])
      return rows as never
    },
  })
  await expect(open({ background: race })).rejects.toThrow(
    `journal batch ${end + 1} is missing: it carried the snapshot at batch ${end}`,
  )
  expect(log).toEqual([])
})
