/**
 * After a restart the feed has no price of one instrument that an account holds. The account was then never stopped
 * out. Now the price that the journal named last values it, and losses of its other positions lead to a stop-out.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { expect, onTestFinished, test } from 'vitest'
import { REMEMBERED_AFTER } from './flow.ts'

const EURUSD = { forex_id: 1, type: 1, status: 1, multiple: 30 } as const

async function restarted() {
  const dataDir = mkdtempSync(join(tmpdir(), 'veritick-remembered-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const before = await openTestServer({ dataDir, again: true })
  before.feed.say('EURUSD', '1.08500', '1.08510')
  before.feed.say('MSFT', '500.00', '500.10')
  const { token } = await before.person()
  const ana = new Caller(before.url, token)
  const share = await ana.does('submit', { ...EURUSD, forex_id: before.feed.id('MSFT'), cont: '10', multiple: 5 })
  const euros = await ana.does('submit', { ...EURUSD, cont: '20' })
  await before.close()
  return { dataDir, token, share: share.Id, euros: euros.Id }
}

async function held(server: TestServer, token: string | undefined): Promise<readonly unknown[]> {
  await server.context.core.query({ kind: 'trading' })
  return (await new Caller(server.url, token).does('myDeal', { status: 1 })).data.map(({ Id }) => Id)
}

test.each([
  { feed: 'is late with MSFT', silent: [] },
  { feed: 'no longer has MSFT', silent: ['MSFT'] },
])(
  'a feed that $feed: the stop-out waits five minutes for it and then goes by the journal',
  {
    timeout: 90_000,
  },
  async ({ silent }) => {
    const { dataDir, token, share, euros } = await restarted()
    const after = await openTestServer({ dataDir, again: true, silent })
    onTestFinished(() => after.close())
    after.feed.say('EURUSD', '1.04000', '1.04010')
    expect(await held(after, token)).toEqual(expect.arrayContaining([share, euros]))
    // No stop-out would follow: the account opens nothing, at a good price of the feed neither.
    const ana = new Caller(after.url, token)
    expect(await ana.reason('submit', { ...EURUSD, cont: '0.01' })).toBe('price_stale')
    after.feed.wait(REMEMBERED_AFTER)
    after.feed.say('EURUSD', '1.04000', '1.04010')
    // Only what has a price of the feed is closed, at that price.
    await expect.poll(() => held(after, token)).toEqual([share])
    expect(await ana.reason('submit', { ...EURUSD, cont: '0.01' })).toBe('good')
    const [ended] = (await ana.does('myDeal', { status: 3 })).data
    expect(ended).toMatchObject({ Id: euros, UpdatePrice: '1.04000', CloseReason: 'stop_out' })
    expect(await ana.reason('close', { id: share })).toBe(silent.length === 0 ? 'price_stale' : 'market_closed')
  },
)

test('a price that comes in time is the one that counts', { timeout: 90_000 }, async () => {
  const { dataDir, token, share, euros } = await restarted()
  const after = await openTestServer({ dataDir, again: true })
  onTestFinished(() => after.close())
  after.feed.say('MSFT', '12000.00', '12000.10')
  after.feed.say('EURUSD', '1.04000', '1.04010')
  after.feed.wait(REMEMBERED_AFTER)
  after.feed.say('EURUSD', '1.04000', '1.04010')
  expect(await held(after, token)).toEqual(expect.arrayContaining([share, euros]))
})
