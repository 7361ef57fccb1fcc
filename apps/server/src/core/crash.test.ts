/**
 * `kill -9` under load, again and again, both stores at once: each answered order is there, once; the books sum to
 * zero; the chain holds; snapshot and tail come to the state of the whole journal. `npm run crash` makes more rounds
 * than `npm test`.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isTemporaryRefusal, millis, must } from '@veritick/domain'
import { bookSum, createEngine, type Engine } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { programOf } from '@veritick/testing/programs'
import { tries } from '@veritick/testing/quick'
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerOf, submissionOf } from '../../../../tools/crash/load.ts'
import type { Haunt } from '../../../../tools/crash/trader.ts'
import { eventsOf, sha256 } from '../journal/batch.ts'
import { hex } from '../journal/batch-tree.ts'
import { journalAfter } from '../journal/rows.ts'
import { purseSums } from '../projections/ledger-fixture.ts'
import type { Store } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { type Core, openCore } from './core.ts'
import { replay } from './recover.ts'
import { NO_SNAPSHOT } from './snapshot.ts'

/** Even and odd rounds differ: one finds the snapshot of a clean stop, the other finds none. */
const asked = process.env.CRASH_ROUNDS
const ROUNDS = Number(asked ?? tries(2, 5))
/** The load goes on for less than this once each store has answered a few times. */
const LOAD_MAX_MS = asked === undefined ? 250 : 800
const WORLD = 'crash'
const TRADER = fileURLToPath(new URL('../../../../tools/crash/trader.ts', import.meta.url))
/** Of each store in a round, before it is killed: fewer would be no load. */
const ANSWERED_MIN = 10
/** Answers asked for again after each kill, newest first. */
const ASKED_AGAIN = 30

type Haunted = Haunt & {
  readonly location: StoreLocation
  readonly answered: Map<string, string>
  tails: number
  slowestMs: number
}

describe('kill -9 under load', () => {
  const haunted: Haunted[] = []
  beforeAll(async () => {
    for (const kind of storeKinds()) {
      const location = await openLocation(kind, [WORLD])
      const { dataDir, databaseUrl } = location
      haunted.push({ kind, dataDir, databaseUrl, world: WORLD, location, answered: new Map(), tails: 0, slowestMs: 0 })
    }
  })
  afterAll(async () => {
    for (const { location } of haunted) await location.clean()
  })

  test(
    `${ROUNDS} rounds lose nothing and repeat nothing`,
    async () => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const fresh = await runAndKill(round)
        for (const haunt of haunted) await check(haunt, { round, fresh: must(fresh.get(haunt.kind), 'its answers') })
      }
      for (const { kind, answered, tails, slowestMs } of haunted) {
        if (asked !== undefined)
          process.stdout.write(`${kind}: ${ROUNDS} rounds, ${answered.size} answers, slowest start ${slowestMs} ms\n`)
        expect(answered.size, kind).toBeGreaterThanOrEqual(ROUNDS * ANSWERED_MIN)
        expect(tails, kind).toBeGreaterThan(0)
      }
    },
    ROUNDS * 60_000,
  )

  /** Runs one round and kills it; gives the answers of each store, by key. */
  async function runAndKill(round: number): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
    const haunts = haunted.map(({ kind, dataDir, databaseUrl, world }) => ({ kind, dataDir, databaseUrl, world }))
    const child = spawn(process.execPath, [await programOf(TRADER)], {
      env: { ...process.env, LOAD: JSON.stringify({ haunts, round }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const kinds = haunts.map(({ kind }) => kind)
    const text = await textUntilKilled(child, { kinds, afterMs: (round * 7_919) % LOAD_MAX_MS })
    const lines = text.slice(text.indexOf('ready\n') + 6).split('\n')
    // The text after the last line feed is half a line: no reader has used it.
    const words = lines.slice(0, -1).map((line) => line.split(' '))
    return new Map(
      haunts.map(({ kind }) => [
        kind,
        new Map(words.flatMap(([at, key = '', answer = '']) => (at === kind ? [[key, answer]] : []))),
      ]),
    )
  }

  async function check(
    haunt: Haunted,
    after: { readonly round: number; readonly fresh: ReadonlyMap<string, string> },
  ): Promise<void> {
    const { round, fresh } = after
    for (const [key, answer] of fresh) haunt.answered.set(key, answer)
    const { store, core, engine, replayed } = await recovered(haunt)
    haunt.tails += replayed
    await checkState(store, engine)
    await checkOrders(store, haunt.answered)
    await askAgain(core, fresh, round)
    await core.projected()
    await checkBooks(store, engine)
    // Every other time the next start finds no snapshot of a clean stop, as after a crash.
    if (round % 2 === 0) await core.stop()
    await store.close()
  }

  async function recovered(haunt: Haunted): Promise<{ store: Store; core: Core; engine: Engine; replayed: number }> {
    const started = performance.now()
    const store = await openStore(haunt)
    const engine = createEngine()
    const log: string[] = []
    const core = await openCore({
      journalKey: JOURNAL_KEY,
      store,
      engine,
      wallClock: () => millis(Date.now()),
      log: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
      onFatal: (error) => {
        throw error
      },
    })
    haunt.slowestMs = Math.max(haunt.slowestMs, Math.round(performance.now() - started))
    expect(log.join()).not.toContain('damaged')
    const read: unknown = JSON.parse(
      must(
        log.find((line) => line.includes('the journal was read')),
        'a word about the recovery',
      ),
    )
    const replayed = typeof read === 'object' && read !== null && 'replayed' in read ? Number(read.replayed) : 0
    return { store, core, engine, replayed }
  }

  async function checkState(store: Store, engine: Engine): Promise<void> {
    const whole = createEngine()
    await replay(store.query, whole, NO_SNAPSHOT)
    expect(hex(sha256(engine.stateBytes()))).toBe(hex(sha256(whole.stateBytes())))
  }

  /** Each request made one order at most, and each answer names the order that its request made. */
  async function checkOrders(store: Store, answered: ReadonlyMap<string, string>): Promise<void> {
    const made = new Map<string, number[]>()
    for await (const row of journalAfter(store.query, 0)) {
      for (const event of eventsOf(row).events) {
        const isNew = event.kind === 'order_placed' || (event.kind === 'order_opened' && !event.pending)
        if (isNew) made.set(event.request, [...(made.get(event.request) ?? []), event.order])
      }
    }
    expect([...made.values()].filter((orders) => orders.length > 1)).toEqual([])
    const lost = [...answered].filter(([key, answer]) => {
      const orders = made.get(must(submissionOf(key).request, 'a key').key)
      return /^\d+$/.test(answer) ? orders?.[0] !== Number(answer) : orders !== undefined
    })
    expect(lost).toEqual([])
  }

  async function askAgain(core: Core, fresh: ReadonlyMap<string, string>, round: number): Promise<void> {
    for (const [key, answer] of [...fresh].slice(-ASKED_AGAIN)) {
      const again = await core.submit(submissionOf(key))
      expect([answerOf(again), again.repeated]).toEqual([answer, true])
    }
    // One whose answer no client got: it has happened and never happens again, or it is refused because the market has
    // not opened yet.
    const key = `${round}-1-${[...fresh.keys()].filter((each) => each.startsWith(`${round}-1-`)).length + 1}`
    const first = await core.submit(submissionOf(key))
    const again = await core.submit(submissionOf(key))
    expect([answerOf(again), again.repeated]).toEqual([answerOf(first), !isTemporaryRefusal(answerOf(first))])
  }

  async function checkBooks(store: Store, engine: Engine): Promise<void> {
    expect(bookSum(engine.book('demo'))).toBe(0n)
    const sums = await purseSums(store.query)
    expect(sums.reduce((sum, purse) => sum + BigInt(purse.sum), 0n)).toBe(0n)
    const totals = await store.query<{ account: number; balance: number }>(
      'select account, balance from account_totals order by account',
    )
    expect(totals.map(({ account, balance }) => [account, balance])).toEqual(
      [...engine.accounts()].sort((a, b) => a - b).map((account) => [account, engine.account(account)?.balance]),
    )
  }
})

/**
 * Everything the child wrote. It is killed this long after every store has answered a few times: the machine may be
 * busy with much else.
 */
async function textUntilKilled(
  child: ChildProcess,
  after: { readonly kinds: readonly string[]; readonly afterMs: number },
): Promise<string> {
  const output = must(child.stdout ?? undefined, 'the child has a pipe')
  const isLoaded = () => after.kinds.every((kind) => text.split(`\n${kind} `).length > ANSWERED_MIN + 1)
  let text = ''
  let timer: NodeJS.Timeout | undefined
  for await (const piece of output) {
    text += String(piece)
    if (timer === undefined && isLoaded()) timer = setTimeout(() => child.kill('SIGKILL'), after.afterMs)
  }
  expect(child.signalCode ?? (await new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal))))).toBe(
    'SIGKILL',
  )
  return text
}
