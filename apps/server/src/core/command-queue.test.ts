/** The queue during a commit: damage is found, a batch is cut, live orders are too many for one quote. */
import { setImmediate } from 'node:timers/promises'
import { accountId, micros, millis } from '@veritick/domain'
import { expect, test } from 'vitest'
import { demo, NOON, opening, place } from '../../../../tools/crash/world.ts'
import { ORDERS_WITH_DEMO_MAX } from './command-queue.ts'
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

test('a batch that is cut has the market time of its last event, not that of what waits', async () => {
  const { open } = await startsOf('cut')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHeld = false
  const { core, store, stop } = await open({
    commit: async (sql, params) => {
      if (isHeld) await released
      return store.commit(sql, params)
    },
  })
  await core.submit({ command: demo(6) })
  isHeld = true
  core.market(demo(7))
  await setImmediate()
  await setImmediate()
  for (let account = 8; account <= 10_008; account++) core.market(demo(account))
  core.market(demo(10_009, millis(NOON + 60_000)))
  release()
  await core.submit({ command: demo(10_010) })
  const rows = await store.query('select event_count, market_time from journal order by batch')
  expect(rows.slice(1)).toEqual([
    { event_count: 1, market_time: NOON },
    { event_count: 10_000, market_time: NOON },
    { event_count: 3, market_time: NOON + 60_000 },
  ])
  await stop()
})

test('a demo account places no order where one quote could reach too many, and other accounts do', async () => {
  const { open, log } = await startsOf('full')
  const { core, engine, stop } = await open()
  for (const command of opening(NOON, 100)) core.market(command)
  await core.submit({ command: demo(6) })
  const real = { kind: 'open_account', at: NOON, account: accountId(7), accountKind: 'real' } as const
  await core.submit({ command: real })
  const money = { at: NOON, amount: micros(1_000_000_000), reference: '11'.repeat(16) } as const
  await core.submit({ command: { kind: 'credit', account: accountId(7), category: 'deposit', ...money } })
  let placed = 0
  const outcomeOf = async (account: number) => {
    placed += 1
    const { outcome } = await core.submit({ command: place({ account, key: `order ${placed}` }) })
    return outcome.ok ? 'opened' : outcome.reason
  }
  expect([await outcomeOf(6), await outcomeOf(7)]).toEqual(['opened', 'opened'])
  engine.liveOrderCount = () => ORDERS_WITH_DEMO_MAX
  expect([await outcomeOf(6), await outcomeOf(7)]).toEqual(['busy', 'opened'])
  expect(log).toEqual([])
  await stop()
})
