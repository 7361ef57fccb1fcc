/**
 * Batches that another program than this server wrote to the journal, with every hash right, while the server was
 * stopped. The code of the newest batch is not one that the encryption key makes, so the start is refused.
 */
import { type Micros, must } from '@veritick/domain'
import { type Event, encodeEvents, type Hash } from '@veritick/engine'
import { rewriteJournal } from '@veritick/testing/forgery'
import { storeKinds } from '@veritick/testing/stores'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventsOf, headAfter, NO_SNAPSHOT_HASH, sealBatch } from '../journal/batch.ts'
import { batchMac } from '../journal/batch-mac.ts'
import { HEADER_COLUMNS, type JournalRow, journalAfter, journalRow } from '../journal/rows.ts'
import { treeAfter } from '../journal/tree.ts'
import type { Query } from '../store/interface.ts'
import { balanceOf, ForgedStore, grantedMore, MILLION } from './forged-fixture.ts'

const STARTS = 120_000
const NOT_OURS = / was not written by this server: its message authentication code is not one that the encryption key/

describe.each(storeKinds())('on the %s store', (kind) => {
  const store = new ForgedStore(kind)

  beforeAll(() => store.prepare(), STARTS)
  afterEach(() => store.closeAll(), STARTS)
  afterAll(() => store.remove(), STARTS)

  test.each<readonly [string, CodeOf]>([
    ['the code of the batch before', (_, last) => last.mac],
    ['a code by a key of their own', (hash) => batchMac(new Uint8Array(32), hash)],
    ['no code', () => new Uint8Array()],
  ])('an attacker who appends a million with %s is refused', { timeout: STARTS }, async (_, codeOf) => {
    await store.forged((query) => appendProfit(query, store.ana, codeOf))
    const fault = await store.refused()
    expect(fault.message).toMatch(NOT_OURS)
    expect(fault.message).toContain(`journal batch ${store.newest + 1} `)
    expect(fault.remedy).toContain('restore it from the newest backup')
  })

  test('the same batch by a holder of the key is money: it was the code that refused it', {
    timeout: STARTS,
  }, async () => {
    await store.forged((query) => appendProfit(query, store.ana, (hash) => batchMac(store.journalKey, hash)))
    const server = await store.start()
    expect(await balanceOf(server, store.ana)).toBe((store.balances.get(store.ana) ?? 0) + MILLION)
  })

  test('an attacker who rewrites the past with all its hashes is refused', { timeout: STARTS }, async () => {
    await store.forged(async (query) => {
      await query('delete from snapshots')
      await query('update projection set version = 0')
      const events = (each: readonly Event[]) => each.map((event) => grantedMore(event, store.ana))
      await rewriteJournal(query, 1, { events, snapshotHash: () => NO_SNAPSHOT_HASH })
    })
    expect((await store.refused()).message).toMatch(NOT_OURS)
  })

  test('a batch that changes after the chain was checked does not join the tree', { timeout: STARTS }, () =>
    store.forged(async (query) => {
      const last = await newestRow(query)
      await treeAfter(query, last)
      await query(
        `update journal set events = '', event_count = 0, event_bytes = 0, requests = '', request_count = 0,
           body_hash = sha256('') where batch = $1`,
        [last.header.batch],
      )
      await expect(treeAfter(query, last)).rejects.toThrow('its hash is not the hash of its header')
    }),
  )
})

/** The code of the appended batch with this hash, after the `last` of the server. */
type CodeOf = (hash: Hash, last: JournalRow) => Uint8Array

async function newestRow(query: Query) {
  const [newest] = await query<{ batch: number }>('select max(batch) as batch from journal')
  return must(await journalRow(query, must(newest, 'a batch').batch), 'the last batch')
}

/** A batch behind the end of the journal that closes the newest position of an account with a million. */
async function appendProfit(query: Query, account: number, codeOf: CodeOf): Promise<void> {
  const last = await newestRow(query)
  const [snapshot] = await query<{ state_hash: Uint8Array }>('select state_hash from snapshots where batch = $1', [
    last.header.batch,
  ])
  const tree = await treeAfter(query, last)
  const treeNodes = tree.grow(last.header.treeSize)
  const { header, hash, events, requests } = sealBatch(headAfter(last), {
    events: encodeEvents([await closeWithProfit(query, account)]),
    requests: [],
    marketTime: last.header.marketTime,
    wallTime: last.header.wallTime,
    epoch: last.header.epoch,
    snapshotHash: snapshot?.state_hash ?? NO_SNAPSHOT_HASH,
    treeSize: last.header.treeSize,
    treeRoot: tree.root,
    treeNodes,
  })
  const columns = [...Object.keys(HEADER_COLUMNS), 'hash', 'events', 'requests', 'tree_nodes', 'mac']
  await query(
    `insert into journal (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
    [
      ...[header.batch, header.firstEvent, header.eventCount, header.eventBytes, header.requestCount],
      ...[header.marketTime, header.wallTime, header.epoch, header.schema, header.treeSize],
      ...[header.bodyHash, header.previousHash, header.snapshotHash, header.treeRoot],
      ...[hash, events, requests, treeNodes, codeOf(hash, last)],
    ],
  )
}

async function closeWithProfit(query: Query, account: number): Promise<Event> {
  const opened: { readonly event: OrderOpened; readonly sequence: number }[] = []
  const ended = new Set<number>()
  for await (const row of journalAfter(query, 0))
    for (const [at, event] of eventsOf(row).events.entries())
      if (event.kind === 'order_opened' && event.account === account)
        opened.push({ event, sequence: row.header.firstEvent + at })
      else if (event.kind === 'order_closed') ended.add(event.order)
  const { event, sequence } = must(
    opened.findLast((each) => !ended.has(each.event.order)),
    'a position',
  )
  const { at, order, instrument, price, quote, conversion } = event
  const profit = MILLION as Micros
  const rest = { reason: 'user', reference: undefined, request: undefined } as const
  return {
    ...{ kind: 'order_closed', at, order, account: event.account, previous: sequence },
    ...{ instrument, price, profit, quote, conversion, ...rest },
  }
}

type OrderOpened = Extract<Event, { kind: 'order_opened' }>
