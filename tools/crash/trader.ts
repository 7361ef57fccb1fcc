/**
 * A process that trades as fast as possible, on each store that it is given, until it is killed: twenty traders at
 * once, a moving market. Each answer is written to the pipe at once, so the parent reads exactly the answers that a
 * customer could have seen.
 */
import { writeSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { accountId, millis, must, points } from '@veritick/domain'
import { createEngine } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import pino from 'pino'
import { type Core, openCore } from '../../apps/server/src/core/core.ts'
import { openStore } from '../../apps/server/src/store/store.ts'
import { answerOf, submissionOf, TRADERS } from './load.ts'
import { close, demo, NOON, opening, quote } from './world.ts'

export type Haunt = {
  /** Begins each line about it. */
  readonly kind: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly world: string
}

const { haunts, round }: { readonly haunts: readonly Haunt[]; readonly round: number } = JSON.parse(
  process.env.LOAD ?? '{}',
)
const begun = await Promise.all(haunts.map(open))
writeSync(1, 'ready\n')
for (const begin of begun) begin()

/** Opens the store with its traders; the returned function starts them. */
async function open({ kind, ...place }: Haunt): Promise<() => void> {
  const store = await openStore(place)
  const core = await openCore({
    journalKey: JOURNAL_KEY,
    store,
    engine: createEngine(),
    wallClock: () => millis(Date.now()),
    log: pino({ level: 'fatal' }, pino.destination(2)),
    onFatal: () => process.exit(3),
    snapshotPace: { events: 300, batches: 50 },
  })
  const seq = store.epoch * 1_000_000
  for (const command of opening(NOON, seq)) core.market(command)
  for (let account = 1; account <= TRADERS; account += 1) await core.submit({ command: demo(account) })
  return () => {
    for (let account = 1; account <= TRADERS; account += 1) void trade(core, { kind, account })
    void move(core, seq)
  }
}

/** Orders, one after the other; some are closed again or get a stop-loss. */
async function trade(core: Core, who: { readonly kind: string; readonly account: number }): Promise<void> {
  const { kind, account } = who
  for (let number = 1; ; number += 1) {
    const key = `${round}-${account}-${number}`
    const answer = answerOf(await core.submit(submissionOf(key)))
    writeSync(1, `${kind} ${key} ${answer}\n`)
    const order = Number(answer)
    if (number % 3 === 0 && order > 0) await core.submit({ command: close({ account, order, key: `close ${key}` }) })
    if (number % 5 === 0 && order > 0) {
      const stops = {
        stopLoss: points(100_000),
        takeProfit: undefined,
        request: must(submissionOf(key).request, 'a key').key,
      }
      await core.submit({ command: { kind: 'set_stops', at: NOON, account: accountId(account), order, ...stops } })
    }
  }
}

async function move(core: Core, begun: number): Promise<void> {
  for (let seq = begun + 1; ; seq += 1) {
    await turn()
    const step = (seq * 7_919) % 101
    core.market(quote({ at: NOON, instrument: 1, seq, bid: 139_250 + step, ask: 139_258 + step }))
    core.market(quote({ at: NOON, instrument: 2, seq, bid: 101_650 + step, ask: 101_660 + step }))
  }
}
