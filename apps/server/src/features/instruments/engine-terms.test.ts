/**
 * Terms of instruments and fees as the operator states them, and as customers with open and ended orders see them, also
 * after restarts.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { expect, onTestFinished, test } from 'vitest'

const CATALOGUE = fileURLToPath(new URL('../../../catalogue', import.meta.url))
const APPLE = 'AAPL'

function folder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `veritick-${name}-`))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The catalogue as it is, without Apple. */
function catalogueWithoutApple(): string {
  const path = folder('catalogue')
  cpSync(CATALOGUE, path, { recursive: true })
  const file = join(path, 'companies.json')
  const companies = JSON.parse(readFileSync(file, 'utf8')) as { instruments: { code: string }[] }
  writeFileSync(
    file,
    JSON.stringify({ ...companies, instruments: companies.instruments.filter(({ code }) => code !== APPLE) }),
  )
  return path
}

test('an instrument leaves the catalogue only after its orders have ended, and what ended stays readable', async () => {
  const dataDir = folder('terms')
  const whole = { dataDir, again: true } as const
  const reduced = { ...whole, config: { catalogue: catalogueWithoutApple() } }
  let server: TestServer = await openTestServer(whole)
  onTestFinished(() => server.close())
  server.feed.say(APPLE, '228.50', '228.52')
  const ana = await server.person()
  const ask = { forex_id: server.feed.id(APPLE), type: 1, status: 1, cont: '1', multiple: 5 } as const
  const order = await ana.does('submit', ask)
  await server.close()

  await expect(openTestServer(reduced)).rejects.toThrow(
    `AAPL (id ${ask.forex_id}) is not in the catalogue, but order ${order.Id} on it is open; put it back with "enabled": false`,
  )

  server = await openTestServer(whole)
  server.feed.say(APPLE, '229.50', '229.52')
  await new Caller(server.url, ana.token).does('close', { id: order.Id })
  await server.close()

  server = await openTestServer(reduced)
  const again = new Caller(server.url, ana.token)
  const history = await again.does('myDeal', { status: 3 })
  expect(history.data).toMatchObject([
    { Id: order.Id, Price: '228.52', ForexTradeLists: { Code: APPLE, ShowCode: APPLE, PricePrecision: 2 } },
  ])
  expect((await again.does('forexChange', {})).list.map((line) => line.MemoTran)).toContain(`Profit AAPL #${order.Id}`)
  expect(server.context.ids.order((await again.does('receipt', { id: order.Id })).order)).toBe(order.Id)
  expect(await again.reason('submit', ask)).toBe('instrument_unknown')
})

test('a change of the kind of fee holds for the next order, at once and after a restart', async () => {
  const dataDir = folder('fees')
  let server = await openTestServer({ dataDir, again: true })
  onTestFinished(() => server.close())
  server.feed.say('EURUSD', '1.08500', '1.08510')
  const ana = await server.person()
  const buy = { forex_id: server.feed.id('EURUSD'), type: 1, status: 1, cont: '0.10', multiple: 30 } as const
  expect((await ana.does('submit', buy)).TradeFee).toBe('0.350000')

  const change = {
    key: 'trade_fee_type',
    value: 2,
    who: 'staff:1',
    reason: 'fees by margin from March',
    seenVersion: 0,
  }
  expect(await server.context.settings.change(change)).toMatchObject({ ok: true, version: 1 })
  expect((await ana.does('getBasicInfo', {})).trade_fee_type).toBe(2)
  const [eurusd] = (await ana.does('tradeList', {})).filter((item) => item.Code === 'EURUSD')
  const byMargin = await ana.does('submit', buy)
  // 361.666667 of margin x the rate, rounded up
  expect(eurusd?.ForexFeeRate).toBe('0.001000')
  expect(byMargin.TradeFee).toBe('0.361667')
  await server.close()

  // The variable is a first value only: what the office set since then holds.
  server = await openTestServer({ dataDir, again: true, config: { feeType: 1 } })
  expect((await new Caller(server.url, ana.token).does('getBasicInfo', {})).trade_fee_type).toBe(2)
})
