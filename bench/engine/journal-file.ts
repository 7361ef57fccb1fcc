/**
 * A journal in a file, sealed as the server seals its batches: bytes of events, SHA-256 of the body, header with the
 * hash of the batch before, and its hash. A batch is flushed by `fdatasync` while the next one is collected, as the
 * command queue does it; at most one flush runs. The file is removed at the end.
 */
import { fdatasync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { EventRun } from '@veritick/engine'
import {
  CHAIN_START,
  type ChainHead,
  headAfter,
  headerBytes,
  type NewBatch,
  NO_SNAPSHOT_HASH,
  sealBatch,
} from '../../apps/server/src/journal/batch.ts'
import { AT } from './stage.ts'

const flushed = promisify(fdatasync)

export type Journal = {
  /** Seals the events and appends them. */
  append(run: EventRun): Promise<void>
  /** Appends bytes as they are. */
  appendBytes(bytes: Uint8Array): Promise<void>
  /** Resolves when everything that was appended is on the disk. */
  durable(): Promise<void>
  end(): Promise<void>
}

/** The batch after `head`, without requests and with an empty tree. */
export function sealed(head: ChainHead, events: EventRun, epoch: number): NewBatch {
  return sealBatch(head, {
    events,
    requests: [],
    marketTime: AT,
    wallTime: AT,
    epoch,
    snapshotHash: NO_SNAPSHOT_HASH,
    treeSize: 0,
    treeRoot: NO_SNAPSHOT_HASH,
    treeNodes: new Uint8Array(0),
  })
}

export async function openJournalFile(): Promise<Journal> {
  const folder = await mkdtemp(join(tmpdir(), 'veritick-bench-'))
  const file = await open(join(folder, 'journal'), 'w')
  let head = CHAIN_START
  let flushing: Promise<void> = Promise.resolve()

  async function flush(parts: readonly Uint8Array[]): Promise<void> {
    await flushing
    await file.writev(parts as Uint8Array[])
    flushing = flushed(file.fd)
  }

  return {
    append: async (events) => {
      const batch = sealed(head, events, 1)
      head = headAfter(batch)
      await flush([headerBytes(batch.header), batch.events])
    },
    appendBytes: (bytes) => flush([bytes]),
    durable: () => flushing,
    end: async () => {
      await flushing
      await file.close()
      await rm(folder, { recursive: true })
    },
  }
}
