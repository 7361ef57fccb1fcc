/**
 * A process ends before the notices of its last events are stored, and the next one starts without their instrument:
 * the follower once ended at the first of them, so no customer was told anything any more.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { expect, onTestFinished, test, vi } from 'vitest'

const CATALOGUE = fileURLToPath(new URL('../../../catalogue', import.meta.url))

type Listed = { readonly instruments: readonly { readonly code: string }[] }

/** The catalogue as it is, in a folder, without Microsoft. */
function catalogueWithoutMicrosoft(folder: string): string {
  const path = join(folder, 'reduced')
  cpSync(CATALOGUE, path, { recursive: true })
  const file = join(path, 'companies.json')
  const listed: Listed = JSON.parse(readFileSync(file, 'utf8'))
  const instruments = listed.instruments.filter(({ code }) => code !== 'MSFT')
  writeFileSync(file, JSON.stringify({ ...listed, instruments }))
  return path
}

async function settled({ context }: TestServer): Promise<void> {
  await context.core.query({ kind: 'trading' })
  await context.notices.settled()
}

test('fill and stop-loss of an order are told after its instrument has left the catalogue', {
  timeout: 90_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veritick-notices-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const before = await openTestServer({ dataDir, again: true })
  before.feed.say('MSFT', '500.00', '500.10')
  const { token } = await before.person()
  const ana = new Caller(before.url, token)
  const order = { forex_id: before.feed.id('MSFT'), type: 1, status: 1, cont: '1', multiple: 5 } as const
  await ana.does('submit', { ...order, status: 0, target_price: '495.00', stop_loss_price: '490.00' })
  await settled(before)
  const { store } = before.context
  const progress = await store.query<{ batch: number }>('select batch from notice_progress')
  before.feed.say('MSFT', '494.90', '495.00')
  before.feed.say('MSFT', '490.00', '490.10')
  await settled(before)
  // As a crash between the commits and the notices leaves it.
  await store.query('delete from customer_notices')
  await store.query('update notice_progress set batch = $1, account_id = 0', [progress[0]?.batch])
  await before.close()

  const config = { catalogue: catalogueWithoutMicrosoft(dataDir) }
  const after = await openTestServer({ dataDir, again: true, config })
  onTestFinished(() => after.close())
  const told = async () => (await new Caller(after.url, token).does('noticeList', {})).list.map(({ kind }) => kind)
  await vi.waitFor(async () => expect(await told()).toEqual(['order_closed', 'order_opened']), 30_000)
})
