/**
 * A store whose attacker computed hashes anew, and the codes of the batches too, because they read the encryption key
 * (foreign-batch.test.ts: without it). They changed a snapshot with the headers after it, the requests and the tree
 * that batches carry. The start or the check of older batches names the change; a past that was rewritten from its
 * events on is found by a tree head that the operator noted outside the store, and only by it. The store is the
 * thorough one of forged.test.ts. Beside them: what the operator and the last process know about the journal.
 */
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { millis, must } from '@veritick/domain'
import type { Event } from '@veritick/engine'
import { forgeSnapshot, restoreTables, rewriteJournal } from '@veritick/testing/forgery'
import { oneStoreKind } from '@veritick/testing/stores'
import type { TestServer } from '@veritick/testing/test-server'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BatchHeader, NO_SNAPSHOT_HASH } from '../journal/batch.ts'
import { readKept } from '../store/index.ts'
import type { Query } from '../store/interface.ts'
import {
  balanceOf,
  CHECKED,
  changeRequests,
  ForgedStore,
  flipped,
  forgeTables,
  grantedMore,
  MILLION,
  REQUEST_CHANGES,
  richer,
  traded,
} from './forged-fixture.ts'
import { KNOWN_BATCH_FILE, keepKnownBatch } from './known-batch.ts'

const STARTS = 120_000
const store = new ForgedStore(oneStoreKind()[0])

beforeAll(() => store.prepare(), STARTS)
afterEach(() => store.closeAll(), STARTS)
afterAll(() => store.remove(), STARTS)

describe('a snapshot and the headers after it, every hash computed anew', () => {
  const forgeBoth = async (query: Query) => {
    await query('delete from snapshots where batch = $1', [store.newest])
    const hash = await forgeSnapshot(query, store.carried, richer(store.ana))
    const snapshotHash = (header: BatchHeader) => (header.batch === store.carried + 1 ? hash : header.snapshotHash)
    await rewriteJournal(query, store.carried + 1, { snapshotHash }, store.journalKey)
  }
  const differing = /^table account_totals, account \d+, balance: expected \d+, found \d+$/

  test(
    'the read tables do not agree, and rebuilding them does not help',
    async () => {
      await store.forged(forgeBoth)
      await expect(store.start()).rejects.toThrow(differing)
      await expect(store.start({ rebuildReadTables: true })).rejects.toThrow(differing)
    },
    STARTS,
  )

  test(
    'with the read tables forged alike it opens, and the check of the older batches stops it',
    async () => {
      await store.forged(async (query) => {
        await forgeBoth(query)
        await forgeTables(query, store.ana)
      })
      const server = await store.start()
      const named = `the ledger entries of batches 1 to ${store.carried}`
      await expect
        .poll(() => server.context.core.journalCheck().damage, CHECKED)
        .toMatch(/are forged: .* account \d+, balance: expected \d+, found \d+$/)
      expect(server.context.core.journalCheck().damage).not.toContain(named)
      expect(server.context.core.stats().state).toBe('failed')
      await store.closeAll()
      await expect(store.start()).rejects.toThrow(
        `the snapshot at batch ${store.carried} and the header of batch ${store.carried + 1} ` +
          'that carries it are forged',
      )
    },
    STARTS,
  )

  test(
    'only a tree head that was noted outside the store finds it before trading opens',
    async () => {
      await store.forged(async (query) => {
        await forgeBoth(query)
        await forgeTables(query, store.ana)
      })
      await expect(store.start({ knownHead: store.head })).rejects.toThrow(
        new RegExp(
          `^the journal is not the one of the known head. the tree head of the first ${store.head.size} batches: expected ${store.head.hash}, found`,
        ),
      )
    },
    STARTS,
  )

  test(
    'a past that was rewritten from its events on is found by a noted head alone',
    async () => {
      await store.forged(async (query) => {
        await query('delete from snapshots')
        await query('update projection set version = 0')
        const events = (each: readonly Event[]) => each.map((event) => grantedMore(event, store.ana))
        await rewriteJournal(query, 1, { events, snapshotHash: () => NO_SNAPSHOT_HASH }, store.journalKey)
      })
      await expect(store.start({ knownHead: store.head })).rejects.toThrow(
        'the journal is not the one of the known head',
      )
      await expect(store.start({ knownHead: { ...store.head, size: store.head.size + 1 } })).rejects.toThrow(
        'its end is missing',
      )
      // Without one nothing contradicts an attacker who has the key: this is the limit of what a start can prove.
      const server = await store.start()
      expect(await balanceOf(server, store.ana)).toBe((store.balances.get(store.ana) ?? 0) + MILLION)
      await store.closeAll()
    },
    STARTS,
  )
})

describe('the requests and the tree that batches carry', () => {
  test.each(REQUEST_CHANGES)(
    '%s in an entry: named at the start, also in a batch that the snapshot covers',
    async (_, change) => {
      const from = (batch: number) => (query: Query) => changeRequests(query, batch, change)
      for (const batch of [store.carried + 1, 1]) {
        await store.forged(from(batch))
        await expect(store.start()).rejects.toThrow(/^journal batch \d+ .*its events and requests do not have the hash/)
      }
    },
    STARTS,
  )

  test.each(REQUEST_CHANGES)(
    '%s in an entry, every hash computed anew: a noted head finds it',
    async (_, change) => {
      await store.forged((query) =>
        rewriteJournal(
          query,
          1,
          { requests: ([first, ...rest]) => (first ? [change(first), ...rest] : []) },
          store.journalKey,
        ),
      )
      await expect(store.start({ knownHead: store.head })).rejects.toThrow(
        'the journal is not the one of the known head',
      )
    },
    STARTS,
  )

  test(
    'a wrong tree root in a header, every hash computed anew: named, or found by the check in an older batch',
    async () => {
      const wrongAt = (batch: number) => (query: Query) =>
        rewriteJournal(
          query,
          batch,
          { treeRoot: (header, root) => (header.batch === batch ? flipped(root) : root) },
          store.journalKey,
        )
      const named = (batch: number) =>
        new RegExp(`^journal batch ${batch} .*the tree root that its header carries is not that`)
      await store.forged(wrongAt(store.newest))
      await expect(store.start()).rejects.toThrow(named(store.newest))
      await store.forged(wrongAt(3))
      const server = await store.start()
      await expect.poll(() => server.context.core.journalCheck().damage, CHECKED).toMatch(named(3))
      await store.closeAll()
    },
    STARTS,
  )

  test(
    'a wrong root of the events of a batch that the start replays, every hash computed anew: found by the check',
    async () => {
      const isWrong = (header: { readonly batch: number }) => header.batch === store.carried + 1
      await store.forged((query) =>
        rewriteJournal(
          query,
          store.carried + 1,
          { eventsRoot: (header, root) => (isWrong(header) ? flipped(root) : root) },
          store.journalKey,
        ),
      )
      const server = await store.start()
      await expect
        .poll(() => server.context.core.journalCheck().damage, CHECKED)
        .toMatch(/^journal batch \d+ .*the tree root that its header carries is not that/)
      await store.closeAll()
    },
    STARTS,
  )

  test(
    'the tree nodes of an old batch changed: named by the start where it builds on them, else by the check',
    async () => {
      const nodes = 'tree_nodes = set_byte(tree_nodes, 3, get_byte(tree_nodes, 3) # 1)'
      await store.forged((query) => query(`update journal set ${nodes} where batch = ${store.newest}`))
      await expect(store.start()).rejects.toThrow(new RegExp(`^journal batch ${store.newest} .*tree nodes`))
      await store.forged((query) => query(`update journal set ${nodes} where batch = 3`))
      const server = await store.start().catch((error: unknown) => error)
      if (server instanceof Error) expect(server.message).toMatch(/^journal batch \d+ .*tree nodes/)
      else
        await expect
          .poll(() => store.opened.at(-1)?.context.core.journalCheck().damage, CHECKED)
          .toMatch(/^journal batch 3 .*tree nodes/)
      await store.closeAll()
      await expect(store.start({ knownHead: store.head })).rejects.toThrow(
        'the journal is not the one of the known head',
      )
    },
    STARTS,
  )
})

const confirmed = async () => {
  await store.forged(async () => {})
  await store.opensRight({ knownHead: store.head })
}
test('a head that was noted is confirmed', confirmed, STARTS)

const OPERATING = fileURLToPath(new URL('../../../../docs/operating.md', import.meta.url))
const HOLDS = 'the journal begins with the batches of the known head'
/** The option as the manual writes it: with the names of the values in the log. */
const TYPED = '--known-head=<treeSize>:<treeHead>'

/** The head that a line of the log names. */
function loggedHead(server: TestServer, message: string) {
  const lines = server.logged.map((line): Record<string, unknown> => JSON.parse(line))
  const { treeSize, treeHead, batches } = must(
    lines.findLast(({ msg }) => msg === message),
    message,
  )
  return { size: Number(treeSize), hash: String(treeHead), batches: Number(batches) }
}

test(
  'the heads that the log names at a start and at a close are confirmed, and a shorter journal is refused',
  async () => {
    expect(readFileSync(OPERATING, 'utf8').split(TYPED)).toHaveLength(3)
    await store.forged(async () => {})
    const first = await store.start()
    await store.closeAll()
    const noted = ['the journal was read', 'the tree head of the journal'].map((message) => loggedHead(first, message))
    for (const { size, batches } of noted) expect(size).toBeLessThan(batches)
    for (const { size, hash } of noted) {
      const compared = await store.start({ knownHead: { size, hash } })
      const holds = compared.logged.map((line): unknown => JSON.parse(line))
      expect(holds).toContainEqual(expect.objectContaining({ msg: HOLDS, treeSize: size, known: hash }))
      await traded(compared, 1)
      await store.closeAll()
    }
    const last = loggedHead(must(first, 'a start'), 'the tree head of the journal')
    await store.inStore((query) => query('delete from journal where batch >= $1', [last.size]))
    const shorter = await store.refused({ knownHead: { size: last.size, hash: last.hash } })
    expect(shorter.message).toContain(`but the known head is of ${last.size}: its end is missing`)
  },
  STARTS,
)

test(
  'a store that lacks the newest batch of the last process is refused until an operator accepts the loss',
  async () => {
    await store.forged(async () => {})
    const file = store.knownBatchFile
    const keep = (batch: number, hash: Uint8Array) =>
      keepKnownBatch(file, { batch, hash }, { at: millis(0), log: pino({ level: 'silent' }) })
    const hashes = await store.inStore((query) =>
      query<{ hash: Uint8Array }>('select hash from journal where batch = $1', [store.newest]),
    )
    const { hash } = must(hashes[0], 'the newest batch')
    const lost = store.newest + 1
    keep(lost, hash)
    // A supervisor starts the server again and again.
    for (const acceptedLoss of [undefined, undefined, store.newest]) {
      const fault = await store.refused({ acceptedLoss })
      expect(fault.message).toContain(
        `the journal ends with batch ${store.newest} and lacks batch ${lost} with the hash`,
      )
      expect(fault.remedy).toContain(`--accept-loss=${lost}`)
    }
    await store.opensRight({ acceptedLoss: lost })
    await store.opensRight()
    keep(store.newest, flipped(hash))
    expect((await store.refused()).message).toContain(`lacks batch ${store.newest} with the hash`)
    keep(store.newest, hash)
    await store.opensRight()
    expect(JSON.parse(readKept(file)).batch).toBeGreaterThanOrEqual(store.newest)
  },
  STARTS,
)

test(
  'an attacker who puts the store back to before a payment is refused, because the data folder names a later batch',
  async () => {
    await store.forged(async () => {})
    await traded(await store.start(), 1)
    await store.closeAll()
    await store.inStore((query) => restoreTables(query))
    expect((await store.refused()).message).toContain(`the journal ends with batch ${store.newest} and lacks batch `)
  },
  STARTS,
)

test(
  'an attacker who hides the newest batch before a stop is refused, because the server names it from memory',
  async () => {
    await store.forged(async () => {})
    const server = await store.start()
    await traded(server, 1)
    await server.context.store.query('delete from journal where batch = (select max(batch) from journal)')
    await store.closeAll()
    expect((await store.refused()).message).toMatch(/the journal ends with batch \d+ and lacks batch \d+ with the hash/)
  },
  STARTS,
)

test.each(['', '{"batch":7,"ha', '{"batch":"7"}'])(
  'a damaged file of the newest batch, %j, is named, until an operator accepts that it says nothing',
  async (text) => {
    await store.forged(async () => {})
    const file = store.knownBatchFile
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    const named = store.newest + 1
    for (const acceptedLoss of [undefined, store.newest, named + 1]) {
      const fault = await store.refused({ acceptedLoss })
      expect(fault.message).toContain(`${KNOWN_BATCH_FILE} is damaged`)
      expect(fault.remedy).toContain(`--accept-loss=${named}`)
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
    await store.opensRight({ acceptedLoss: named })
    await store.opensRight()
  },
  STARTS,
)

test(
  'a file of the newest batch that cannot be read is named with its remedy, and no accepted loss passes over it',
  async () => {
    await store.forged(async () => {})
    const file = store.knownBatchFile
    mkdirSync(file, { recursive: true })
    for (const acceptedLoss of [undefined, store.newest + 1]) {
      const fault = await store.refused({ acceptedLoss })
      expect(fault.message).toContain(`${file} cannot be read (EISDIR)`)
      expect(fault.remedy).toContain('rights to this file')
    }
    rmdirSync(file)
    await store.opensRight()
  },
  STARTS,
)
