/**
 * A whole journal read by docs/domain/journal-format.md alone: headers, chain, events, requests and decisions, and the
 * tree that each header carries. Only the readers of the offline verifier are used, none of the server.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { millis, must } from '@veritick/domain'
import { createEngine } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import type { Header } from '@veritick/verify'
import { type Fields, headerBytes, leafHash, Reader, readEvent, readFields, sha256 } from '@veritick/verify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Core, openCore } from '../../apps/server/src/core/core.ts'
import type { Store } from '../../apps/server/src/store/interface.ts'
import { openStore } from '../../apps/server/src/store/store.ts'
import { close, demo, NOON, opening, place, quote, requestKey } from '../crash/world.ts'
import { ROOT } from '../needs.mjs'

const PAGE = readFileSync(join(ROOT, 'docs/domain/journal-format.md'), 'utf8')
const ZEROS = '0'.repeat(64)
const HASHES = ['body_hash', 'previous_hash', 'snapshot_hash', 'tree_root'] as const

type Row = Record<string, number | Uint8Array>
type Entry = { readonly key: string; readonly content: string; readonly decision: Decision }
type Decision =
  | { readonly refusal: string }
  | { readonly events: readonly Fields[]; readonly order: Fields | undefined }

describe.each(storeKinds())('the journal of the %s store', (kind) => {
  let where: StoreLocation
  let store: Store
  let rows: readonly Row[]

  beforeAll(async () => {
    where = await openLocation(kind, ['read'])
    for (const opened of [1, 2]) {
      store = await openStore({ ...where, world: 'read' })
      await trade(opened)
      rows = await store.query('select * from journal order by batch')
      await store.close()
    }
  })
  afterAll(() => where.clean())

  async function trade(opened: number): Promise<void> {
    const core = await openCore({
      journalKey: JOURNAL_KEY,
      store,
      engine: createEngine(),
      wallClock: () => millis(1_800_000_000_000 + opened),
      log: pino({ level: 'silent' }),
      onFatal: (error) => {
        throw error
      },
    })
    for (const command of opening(NOON, opened * 100)) core.market(command)
    await core.submit({ command: demo(opened) })
    const ask = (key: string, command: Parameters<Core['submit']>[0]['command']) =>
      core.submit({ command, request: { key: requestKey(key), content: `all of ${key}` } })
    const first = await ask(`${opened}`, place({ account: opened, key: `${opened}`, stopLoss: 139_000 }))
    const order = must(first.outcome.ok ? first.outcome.order : undefined, 'an order').view.order
    await ask(`p${opened}`, place({ account: opened, key: `p${opened}`, target: 139_200 }))
    await ask(`r${opened}`, place({ account: opened, key: `r${opened}`, lots: 490_000, leverage: 10 }))
    await Promise.all(
      [1, 2, 3, 4, 5].map((at) =>
        ask(`${opened}-${at}`, place({ account: opened, key: `${opened}-${at}`, lots: 100 })),
      ),
    )
    core.market(quote({ at: NOON + 1, instrument: 1, seq: opened * 100 + 1, bid: 139_190, ask: 139_199 }))
    await ask(`c${opened}`, close({ account: opened, order, key: `c${opened}`, at: NOON + 1 }))
    await core.receipt(order)
    await core.stop()
  }

  test('each header has its hash and names the batch before it', () => {
    expect(rows.length).toBeGreaterThan(10)
    let before: { readonly header: Header; readonly hash: string } | undefined
    for (const row of rows) {
      const header = headerOf(row)
      const hash = hex(row.hash)
      expect(header.schema).toBe(2)
      expect(sha256(headerBytes(header))).toBe(hash)
      expect(header.batch).toBe((before?.header.batch ?? 0) + 1)
      expect(header.previous_hash).toBe(before?.hash ?? ZEROS)
      expect(header.first_event).toBe(before === undefined ? 1 : before.header.first_event + before.header.event_count)
      before = { header, hash }
    }
  })

  test('events and requests fill the bytes that the header covers', () => {
    for (const row of rows) {
      const header = headerOf(row)
      expect(sha256(Buffer.concat([bytesOf(row.events), bytesOf(row.requests)]))).toBe(header.body_hash)
      expect(bytesOf(row.events).length).toBe(header.event_bytes)
      expect(eventsOf(bytesOf(row.events)).length).toBe(header.event_count)
      expect(entriesOf(bytesOf(row.requests)).length).toBe(header.request_count)
    }
    expect(rows.filter((row) => row.event_count === 0).length).toBeGreaterThanOrEqual(4)
  })

  test('an entry of a request says what was asked and what became of it', () => {
    const entries = new Map(rows.flatMap((row) => entriesOf(bytesOf(row.requests))).map((each) => [each.key, each]))
    const of = (key: string) => must(entries.get(requestKey(key)), key)
    expect(of('1').content).toBe(sha256(Buffer.from('all of 1')))
    expect(of('1').decision).toMatchObject({
      events: [{ kind: 'order_opened', order: 1, request: requestKey('1'), stopLoss: 139_000 }],
      order: {
        order: 1,
        account: 1,
        holding: true,
        side: 'buy',
        price: 139_308,
        openQuote: { seq: 100 },
        pending: null,
      },
    })
    expect(of('p1').decision).toMatchObject({
      order: { holding: false, pending: 'limit', price: 139_200, openedAt: null },
    })
    expect(of('r1').decision).toEqual({ refusal: 'margin_not_enough' })
    expect(of('c2').decision).toMatchObject({ events: [{ kind: 'order_closed', request: requestKey('c2') }] })
    const made = new Set(rows.flatMap((row) => eventsOf(bytesOf(row.events)).map(({ event }) => event.request)))
    for (const { key, decision } of entries.values()) expect(made.has(key)).toBe('events' in decision)
  })

  test('the tree that a header carries is that of the batches before it, and its nodes are what joined', () => {
    const leaves = rows.map((row) => leafHash(Buffer.from(hex(row.hash) + eventsRoot(row), 'hex')))
    let joined = 0
    for (const row of rows) {
      const { batch, tree_size: size, tree_root: root } = headerOf(row)
      expect(size).toBeLessThan(batch)
      expect(size).toBeGreaterThanOrEqual(joined)
      expect(rootOf(leaves.slice(0, size))).toBe(root)
      const nodes = Array.from({ length: size - joined }, (_, at) => nodesOf(joined + at + 1)).flat()
      expect(hex(row.tree_nodes)).toBe(nodes.join(''))
      joined = size
    }
    expect(joined).toBeGreaterThan(rows.length - 4)

    function nodesOf(batch: number): readonly string[] {
      const nodes = [eventsRoot(must(rows[batch - 1], 'a batch'))]
      for (let size = 2; batch % size === 0; size *= 2) nodes.push(rootOf(leaves.slice(batch - size, batch)))
      return nodes
    }
  })
})

function headerOf(row: Row): Header {
  const hashes = Object.fromEntries(HASHES.map((name) => [name, hex(row[name])]))
  // The columns have the names of the header's fields.
  return { ...row, ...hashes } as unknown as Header
}

function eventsOf(bytes: Uint8Array): readonly { readonly event: Fields; readonly bytes: Uint8Array }[] {
  const reader = new Reader(bytes)
  const events: { event: Fields; bytes: Uint8Array }[] = []
  while (!reader.ended()) {
    const start = reader.place()
    const event = readEvent(reader)
    events.push({ event, bytes: bytes.subarray(start, reader.place()) })
  }
  return events
}

function entriesOf(bytes: Uint8Array): readonly Entry[] {
  const reader = new Reader(bytes)
  const entries: Entry[] = []
  while (!reader.ended()) {
    const key = hex(reader.take(16))
    const content = hex(reader.take(32))
    entries.push({ key, content, decision: decisionOf(reader.take(reader.natural())) })
  }
  return entries
}

function decisionOf(bytes: Uint8Array): Decision {
  const reader = new Reader(bytes)
  const decision = reader.flag()
    ? { events: Array.from({ length: reader.natural() }, () => readEvent(reader)), order: orderOf(reader) }
    : { refusal: reader.word(REFUSALS) }
  expect(reader.ended()).toBe(true)
  return decision
}

/** `holding` is the word `orderStatus`: 0 pending, 1 holding. */
function orderOf(reader: Reader): Fields | undefined {
  if (!reader.flag()) return undefined
  const view = readFields(
    reader,
    'order:natural account:natural instrument:natural holding:flag side:side pending:pendingKind? lots:natural ' +
      'leverage:natural price:natural stopLoss:natural? takeProfit:natural? margin:whole fee:whole swap:whole ' +
      'placedAt:natural openedAt:natural? openQuote:quote? openConversion:conversion? wasPending:flag ' +
      'openReference:natural? closePrice:natural? profit:whole? conversion:conversion?',
  )
  return { ...view, ...readFields(reader, 'quote:quote?') }
}

const LISTED = must(/^- `refusal`: (.*(?:\n {2}.*)*)$/m.exec(PAGE)?.[1], 'the page lists the refusals')
const REFUSALS = LISTED.split(/,\s+/)

function eventsRoot(row: Row): string {
  return rootOf(eventsOf(bytesOf(row.events)).map(({ bytes }) => leafHash(bytes)))
}

/** RFC 9162, 2.1.1, as its recursion says. */
function rootOf(leaves: readonly string[]): string {
  if (leaves.length === 0) return sha256(new Uint8Array())
  if (leaves.length === 1) return must(leaves[0], 'one leaf')
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  const sides = [leaves.slice(0, split), leaves.slice(split)].map((side) => Buffer.from(rootOf(side), 'hex'))
  return sha256(Buffer.concat([Buffer.from([1]), ...sides]))
}

function bytesOf(value: number | Uint8Array | undefined): Uint8Array {
  if (typeof value === 'object') return value
  throw new Error('the column holds bytes')
}

function hex(value: number | Uint8Array | undefined): string {
  return Buffer.from(bytesOf(value)).toString('hex')
}
