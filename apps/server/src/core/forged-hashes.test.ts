/**
 * A store whose attacker computed hashes anew: a snapshot with the headers after it, the requests and the tree that
 * batches carry. The start or the check of older batches names the change; a past that was rewritten from its events on
 * is found by a tree head that the operator noted outside the store, and only by it. The store is the thorough one of
 * forged.test.ts.
 */

import { must } from '@veritick/domain'
import type { Event } from '@veritick/engine'
import { forgeSnapshot, rewriteJournal } from '@veritick/testing/forgery'
import { storeKinds } from '@veritick/testing/stores'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NO_SNAPSHOT_HASH } from '../journal/batch.ts'
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
} from './forged-fixture.ts'

const STARTS = 120_000
const store = new ForgedStore(must(storeKinds().at(-1), 'a store'))

beforeAll(() => store.prepare(), STARTS)
afterEach(() => store.closeAll(), STARTS)
afterAll(() => store.remove(), STARTS)

describe('a snapshot and the headers after it, every hash computed anew', () => {
  const forgeBoth = async (query: Query) => {
    await query('delete from snapshots where batch = $1', [store.newest])
    const hash = await forgeSnapshot(query, store.carried, richer(store.ana))
    await rewriteJournal(query, store.carried + 1, {
      snapshotHash: (header) => (header.batch === store.carried + 1 ? hash : header.snapshotHash),
    })
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
        await rewriteJournal(query, 1, { events, snapshotHash: () => NO_SNAPSHOT_HASH })
      })
      await expect(store.start({ knownHead: store.head })).rejects.toThrow(
        'the journal is not the one of the known head',
      )
      await expect(store.start({ knownHead: { ...store.head, size: store.head.size + 1 } })).rejects.toThrow(
        'its end is missing',
      )
      // Without one nothing in the store contradicts it: this is the limit of what a start can prove.
      const server = await store.start()
      expect(await balanceOf(server, store.ana)).toBe((store.balances.get(store.ana) ?? 0) + MILLION)
      await store.closeAll()
    },
    STARTS,
  )
})

describe('the requests and the tree that batches carry', () => {
  test.each(REQUEST_CHANGES)(
    '%s in an entry: named in a batch that the start reads, found by the check in an older one',
    async (_, change) => {
      const from = (batch: number) => (query: Query) => changeRequests(query, batch, change)
      const named = (batch: string) =>
        new RegExp(`^journal batch ${batch} .* its events and requests do not have the hash`)
      await store.forged(from(store.carried + 1))
      await expect(store.start()).rejects.toThrow(named('\\d+'))
      await store.forged(from(1))
      const server = await store.start()
      await expect.poll(() => server.context.core.journalCheck().damage, CHECKED).toMatch(named('\\d+'))
      await store.closeAll()
    },
    STARTS,
  )

  test.each(REQUEST_CHANGES)(
    '%s in an entry, every hash computed anew: a noted head finds it',
    async (_, change) => {
      await store.forged((query) =>
        rewriteJournal(query, 1, { requests: ([first, ...rest]) => (first ? [change(first), ...rest] : []) }),
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
        rewriteJournal(query, batch, { treeRoot: (header, root) => (header.batch === batch ? flipped(root) : root) })
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
        rewriteJournal(query, store.carried + 1, {
          eventsRoot: (header, root) => (isWrong(header) ? flipped(root) : root),
        }),
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
