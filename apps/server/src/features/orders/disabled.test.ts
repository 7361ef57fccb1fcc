/**
 * An instrument is disabled while customers hold positions in it: none is opened, every one can be closed. One that has
 * left the catalogue stays readable, and a request of before gets its first answer.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type PriceAlert, STATEMENT, type WireOrder } from '@veritick/contract'
import { Caller, openTestServer } from '@veritick/testing/test-server'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'veritick-disabled-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Listed = { code: string; enabled?: boolean }

/** The shipped catalogue, changed in one file. */
function catalogueWith(name: string, file: string, change: (listed: Listed[]) => Listed[]): string {
  const catalogue = join(folder, name)
  cpSync(fileURLToPath(new URL('../../../catalogue', import.meta.url)), catalogue, { recursive: true })
  const path = join(catalogue, file)
  const read: { instruments: Listed[] } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...read, instruments: change(read.instruments) }))
  return catalogue
}

const disabled = (code: string) => (listed: Listed[]) =>
  listed.map((each) => (each.code === code ? { ...each, enabled: false } : each))
const without = (code: string) => (listed: Listed[]) => listed.filter((each) => each.code !== code)

test('a disabled instrument: no new order, the pending one ends, positions close by hand and by their stop', {
  timeout: 90_000,
}, async () => {
  const dataDir = join(folder, 'data')
  const before = await openTestServer({ dataDir, again: true })
  before.feed.say('EURUSD', '1.08500', '1.08510')
  const { token } = await before.person()
  const ana = new Caller(before.url, token)
  const buy = { forex_id: 1, type: 1, status: 1, cont: '0.10', multiple: 30 } as const
  const [byHand, byStop, waiting] = [
    await ana.does('submit', buy),
    await ana.does('submit', { ...buy, stop_loss_price: '1.08000' }),
    await ana.does('submit', { ...buy, status: 0, target_price: '1.08300' }),
  ]
  await before.close()

  const after = await openTestServer({
    dataDir,
    again: true,
    config: { catalogue: catalogueWith('disabled', 'forex.json', disabled('EURUSD')) },
  })
  const anaAgain = new Caller(after.url, token)
  after.feed.say('EURUSD', '1.08400', '1.08410')
  const listed = (await after.visitor.does('tradeList', {})).find(({ Code }) => Code === 'EURUSD')
  expect(listed).toMatchObject({ MarketStatus: 0, Stale: false, NextOpen: null })
  expect(await anaAgain.reason('submit', buy)).toBe('instrument_disabled')
  after.feed.say('EURUSD', '1.08290', '1.08300')
  expect(await anaAgain.does('close', { id: byHand.Id })).toMatchObject({ UpdatePrice: '1.08290' })
  after.feed.say('EURUSD', '1.07990', '1.08000')
  const reasons = async () => {
    const ended = (await anaAgain.does('myDeal', { status: 3 })).data
    return [byHand, byStop, waiting].map((order) => ended.find(({ Id }) => Id === order.Id)?.CloseReason)
  }
  // The quote's own batch commits by itself: the first look may come before it.
  await expect.poll(reasons).toEqual(['user', 'stop_loss', 'instrument_disabled'])
  await after.close()
})

test('an instrument that left the catalogue keeps its name in history, ledger and statement, and first answers', {
  timeout: 90_000,
}, async () => {
  const dataDir = join(folder, 'left')
  const before = await openTestServer({ dataDir, again: true })
  before.feed.say('MSFT', '430.10', '430.30')
  const { token } = await before.person()
  const ana = new Caller(before.url, token)
  const forex_id = before.feed.id('MSFT')
  const order = { forex_id, type: 1, status: 1, cont: '1', multiple: 5 } as const
  const alert = { forex_id, side: 'above', price: '500.5', repeat: false } as const
  const key = (text: string) => ({ 'idempotency-key': text })
  const first = [
    await ana.asks('submit', order, key('order')),
    await ana.asks('priceAlertAdd', alert, key('alert')),
  ] as const
  expect(first.map(({ code }) => code)).toEqual([1, 1])
  const { Id } = first[0].data as WireOrder
  await ana.does('close', { id: Id })
  await before.close()

  const after = await openTestServer({
    dataDir,
    again: true,
    config: { catalogue: catalogueWith('left', 'companies.json', without('MSFT')) },
  })
  const anaAgain = new Caller(after.url, token)
  expect((await after.visitor.does('tradeList', {})).map(({ Code }) => Code)).not.toContain('MSFT')
  const again = [
    await anaAgain.asks('submit', order, key('order')),
    await anaAgain.asks('priceAlertAdd', alert, key('alert')),
  ]
  expect(again.map(({ data }) => data)).toEqual([
    first[0].data,
    { ...(first[1].data as PriceAlert), show_code: 'MSFT' },
  ])
  const unknown = { reason: 'instrument_unknown', field: 'forex_id' }
  expect(await anaAgain.asks('submit', order, key('another'))).toMatchObject(unknown)
  expect(await anaAgain.asks('submit', { ...order, status: 0, target_price: '400' })).toMatchObject(unknown)
  expect(await anaAgain.asks('priceAlertAdd', alert, key('another alert'))).toMatchObject(unknown)
  expect((await anaAgain.does('myDeal', { status: 3 })).data[0]?.ForexTradeLists.ShowCode).toBe('MSFT')
  const lines = (await anaAgain.does('forexChange', {})).list
    .filter(({ OrderId }) => OrderId === Id)
    .map(({ MemoTran }) => MemoTran)
  expect(lines.map((words) => words.includes(`MSFT #${Id}`))).toEqual([true, true])
  const day = { from: '2026-03-04', to: '2026-03-04', format: 'csv' }
  const statement = await fetch(`${after.url}${STATEMENT.path}?${new URLSearchParams(day)}`, {
    headers: { authorization: token ?? '', lang: 'en' },
  })
  const text = await statement.text()
  for (const words of lines) expect(text).toContain(words)
  await after.close()
})
