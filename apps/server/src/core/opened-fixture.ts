/** A core on a store of its own that a test opens again and again: each opening is a start of the server. */
import { millis } from '@veritick/domain'
import { createEngine } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { oneStoreKind, openLocation } from '@veritick/testing/stores'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import type { Store } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { openCore } from './core.ts'
import type { SnapshotPace } from './snapshot.ts'

/** `log`: the warnings of every start, and what ended one. */
export async function startsOf(world: string) {
  const kind = oneStoreKind()[0]
  const where = await openLocation(kind, [world])
  onTestFinished(() => where.clean())
  const log: string[] = []
  /** `commit` stands for that of the store, `background` for its lane of background work. */
  async function open(
    options: {
      readonly snapshotPace?: SnapshotPace
      readonly commit?: Store['commit']
      readonly background?: (own: Store['background']) => Store['background']
    } = {},
  ) {
    const { snapshotPace, commit, background } = options
    const store = await openStore({ ...where, world })
    const engine = createEngine()
    const core = await openCore({
      journalKey: JOURNAL_KEY,
      store: {
        ...store,
        ...(commit !== undefined && { commit }),
        ...(background !== undefined && { background: background(store.background) }),
      },
      engine,
      wallClock: () => millis(1_800_000_000_000),
      log: pino({ level: 'warn' }, { write: (line: string) => void log.push(line) }),
      onFatal: (error) => void log.push(String(error)),
      ...(snapshotPace !== undefined && { snapshotPace }),
    })
    const stop = async () => {
      await core.stop()
      await store.close()
    }
    return { store, engine, core, stop }
  }
  return { open, log }
}
