/**
 * Attacks with rows around which the platform knows little, through the real server: the first row of an instrument,
 * the first row after a restart, and invalid rows behind which the price goes on. Each customer sees the feed first.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallInput } from '@veritick/contract'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const BID = 108_500
let folder: string
let server: TestServer
/** Seconds of the feed so far. */
let second = 0

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-first-'))
  server = await openTestServer({ checked: true, dataDir: folder, again: true })
  second = 0
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const row = (bid: number, ask = bid + 10) => server.feed.row('EURUSD', ++second * 1_000, [bid, ask])
const calm = (seconds: number) => {
  for (let index = 0; index < seconds; index++) row(BID + (index % 3))
}
const buys = (lots: string): CallInput<'submit'> => ({ forex_id: 1, type: 1, status: 1, cont: lots, multiple: 30 })

test('a first row at half the price fills nothing; the market opens with the second row that agrees', async () => {
  const cat = await server.person()
  row(54_250)
  expect(await cat.reason('submit', buys('20.00'))).toBe('price_stale')
  row(BID)
  expect(await cat.reason('submit', buys('0.10'))).toBe('price_stale')
  row(BID + 1)
  expect(await cat.does('submit', buys('0.10'))).toMatchObject({ Price: '1.08511' })
})

test('after a restart a first row at half the price neither fills an order nor stops an account out', async () => {
  calm(70)
  const victim = await server.person()
  const thief = await server.person()
  const stopped = await victim.does('submit', { ...buys('1.00'), stop_loss_price: '1.05000', target_profit_price: '0' })
  const large = await victim.does('submit', buys('20.00'))
  await server.close()
  server = await openTestServer({ checked: true, dataDir: folder, again: true })
  const [held, thieves] = [new Caller(server.url, victim.token), new Caller(server.url, thief.token)]
  row(54_250)
  expect(await thieves.reason('submit', buys('20.00'))).toBe('price_stale')
  row(BID)
  expect(await thieves.reason('submit', buys('20.00'))).toBe('price_stale')
  row(BID + 1)
  expect(await thieves.does('submit', buys('0.10'))).toMatchObject({ Price: '1.08511' })
  const open = (await held.does('myDeal', { status: 1 })).data.map(({ Id }) => Id)
  expect(open.sort()).toEqual([stopped.Id, large.Id].sort())
  expect((await held.does('myDeal', { status: 3 })).data).toEqual([])
})

test('the last row of before a restart, sent again after it, fills nothing where the market has gone on', async () => {
  // The last minute has not ended: no stored candle knows its last row.
  calm(70)
  const last = BID + 40
  row(last)
  const thief = await server.person()
  await server.close()
  server = await openTestServer({ checked: true, dataDir: folder, again: true })
  const again = new Caller(server.url, thief.token)
  for (const bid of [last, last, BID + 2_000]) {
    row(bid)
    expect(await again.reason('submit', buys('20.00'))).toBe('price_stale')
  }
  row(BID + 2_001)
  expect(await again.does('submit', buys('0.10'))).toMatchObject({ Price: '1.10511' })
})

test('nor where the market has gone on by less than the guard', async () => {
  calm(70)
  const thief = await server.person()
  await server.close()
  server = await openTestServer({ checked: true, dataDir: folder, again: true })
  const again = new Caller(server.url, thief.token)
  row(BID + 200)
  row(BID + 201)
  // As at the end of the calm minute.
  row(BID)
  expect(await again.reason('submit', buys('20.00'))).toBe('price_unconfirmed')
  row(BID + 202)
  expect(await again.does('submit', buys('0.10'))).toMatchObject({ Price: '1.08712' })
})

describe('the last row of before a silence, sent again after it, fills nothing', () => {
  const last = BID + 7
  const afterSilence = async () => {
    calm(70)
    row(last)
    const thief = await server.person()
    second += 300
    return thief
  }

  test('while a suspect waits', async () => {
    const thief = await afterSilence()
    for (const bid of [last, BID + 2_000, last]) {
      row(bid)
      expect(await thief.reason('submit', buys('20.00'))).toBe('price_stale')
    }
    row(BID + 2_000)
    row(BID + 2_001)
    expect(await thief.does('submit', buys('0.10'))).toMatchObject({ Price: '1.10511' })
  })

  test('when its source returns a second time within a minute', async () => {
    const thief = await afterSilence()
    for (const wait of [0, 29, 29]) {
      second += wait
      row(last)
      expect(await thief.reason('submit', buys('20.00'))).toBe('price_stale')
    }
  })
})

describe('a price that goes on behind invalid rows cannot be traded at its old level', () => {
  const BROKEN: readonly [string, (bid: number) => void][] = [
    ['crossed', (bid) => row(bid, BID - 1)],
    ['without an ask', (bid) => row(bid, 0)],
    ['ahead of the market clock', (bid) => server.feed.late('EURUSD', ++second * 1_000 + 60_000, [bid, bid + 10])],
  ]
  test.each(BROKEN)('%s', async (_, broken) => {
    calm(60)
    const bob = await server.person()
    const short = await bob.does('submit', { ...buys('0.10'), type: 2 })
    let bid = BID
    for (let step = 0; step < 8; step++) {
      bid = Math.round(bid * 1.003)
      broken(bid)
      expect(await bob.reason('submit', buys('20.00'))).toBe('price_unconfirmed')
      expect(await bob.reason('close', { id: short.Id })).toBe('price_unconfirmed')
    }
    row(bid)
    expect(await bob.reason('submit', buys('0.10'))).toBe('price_unconfirmed')
    row(bid + 1)
    expect(await bob.does('submit', buys('0.10'))).toMatchObject({ Price: ((bid + 11) / 100_000).toFixed(5) })
  })

  test('crossed for minutes on a slow instrument; a single one ends with the next valid row', async () => {
    for (let minute = 0; minute < 40; minute++) {
      second += 59
      row(BID + (minute % 3))
    }
    const bob = await server.person()
    row(BID + 500, BID)
    expect(await bob.reason('submit', buys('0.10'))).toBe('price_unconfirmed')
    row(BID + 1)
    expect(await bob.does('submit', buys('0.10'))).toMatchObject({ Price: '1.08511' })
    for (let passed = 0; passed < 170; passed++) row(BID + 10 * passed, BID - 1)
    expect(await bob.reason('submit', buys('20.00'))).toBe('price_stale')
  })
})
