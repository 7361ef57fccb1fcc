/** Durable batches of a small market, as the journal would give them. */
import { createEngine, type Event, EventBuffer } from '@veritick/engine'
import { close, demo, NOON, opening, place as order } from '../../../../tools/crash/world.ts'
import { CHAIN_START, type DurableBatch, headAfter, NO_SNAPSHOT_HASH, sealBatch } from '../journal/index.ts'

type Command = Parameters<ReturnType<typeof createEngine>['apply']>[0]

/** One engine and the batches of what it decides, in order. */
export function batchMaker(): (commands: readonly Command[]) => DurableBatch {
  const engine = createEngine()
  let after = CHAIN_START
  return (commands) => {
    const events = commands.flatMap((command): readonly Event[] => {
      const outcome = engine.apply(command)
      if (!outcome.ok) throw new Error(outcome.reason)
      return outcome.events
    })
    const buffer = new EventBuffer()
    for (const event of events) buffer.add(event)
    const sealed = sealBatch(after, {
      events: buffer.run(),
      requests: [],
      marketTime: NOON,
      wallTime: NOON,
      epoch: 1,
      snapshotHash: NO_SNAPSHOT_HASH,
      treeSize: 0,
      treeRoot: NO_SNAPSHOT_HASH,
      treeNodes: new Uint8Array(),
    })
    after = headAfter(sealed)
    return { header: sealed.header, events, bytes: sealed.events }
  }
}

export const OPENED: readonly Command[] = [...opening(), demo(1), demo(2)]
export const TRADED: readonly Command[] = [
  order({ account: 1, key: 'one' }),
  order({ account: 2, key: 'two', target: 139_000 }),
]
export const CLOSED: readonly Command[] = [close({ account: 1, order: 1, key: 'close' })]
