/** A core on a store of its own that a test opens again and again: each opening is a start of the server. */
import { millis } from '@veritick/domain'
import { createEngine } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { oneStoreKind, openLocation } from '@veritick/testing/stores'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import type { Store } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { openCore, type StartTasks } from './core.ts'
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
      /** Is given the commits of the store that `commit` stands for. */
      readonly own?: (commit: Store['commit']) => void
      readonly keptIn?: string
      readonly tasks?: StartTasks
    } = {},
  ) {
    const { snapshotPace, commit, background, keptIn, tasks } = options
    const store = await openStore({ ...where, world })
    options.own?.(store.commit)
    const fatal: Error[] = []
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
      onFatal: (error) => {
        fatal.push(error)
        log.push(String(error))
      },
      ...(snapshotPace !== undefined && { snapshotPace }),
      ...(tasks !== undefined && { tasks }),
      keptIn,
    }).catch(async (error: unknown) => {
      await store.close()
      throw error
    })
    const stop = async () => {
      await core.stop()
      await store.close()
    }
    return { store, engine, core, fatal, stop }
  }
  return { open, log, dataDir: where.dataDir }
}
