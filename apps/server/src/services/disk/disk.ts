/**
 * The free space of DATA_DIR: pictures, mails of the outbox and the embedded store are written there. An operator is
 * warned before it is full, because what cannot be written then is lost or refused.
 */
import { statfs } from 'node:fs/promises'
import { type Millis, must } from '@veritick/domain'
import type { Logger } from 'pino'
import { DATA_DISK_FULL_ADVICE } from '../../store/index.ts'
import type { Jobs } from '../jobs/index.ts'

/** Less is a warning, on a disk of ten times as much or more; on a smaller one a tenth of it is. */
export const DISK_FREE_MIN_BYTES = 1_073_741_824
const DISK_FREE_MIN_SHARE = 0.1
/** Less counts as full: an upload or a few mails need as much. */
export const DISK_FULL_BYTES = 4_194_304
const LOOKED_AT_EVERY_MS = 30_000

export type DiskTrouble = { readonly reason: 'data_disk_low' | 'data_disk_full'; readonly since: Millis }

export type Disk = {
  /** Bytes, at the last look; `undefined`: it could not be looked at. */
  free(): number | undefined
  trouble(): DiskTrouble | undefined
  /** Looks now instead of at the next half minute. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** Has looked once when it is given. */
export async function openDisk(options: {
  readonly folder: string
  readonly wallClock: () => Millis
  readonly log: Logger
  readonly jobs: Jobs
}): Promise<Disk> {
  const { folder, wallClock, log } = options
  let free: number | undefined
  let trouble: DiskTrouble | undefined

  async function look(): Promise<void> {
    const seen = await statfs(folder).catch(() => undefined)
    free = seen && seen.bavail * seen.bsize
    const reason = seen && reasonOf(must(free, 'free space was counted'), seen.blocks * seen.bsize)
    if (reason === trouble?.reason) return
    trouble = reason && { reason, since: wallClock() }
    if (reason === 'data_disk_full') log.error({ folder, free }, DATA_DISK_FULL_ADVICE)
    else if (reason === 'data_disk_low')
      log.warn({ folder, free }, 'the disk of DATA_DIR is nearly full: free space on it before it is')
    else log.info({ folder, free }, 'the disk of DATA_DIR has room again')
  }

  await look()
  const job = options.jobs.add({ name: 'disk', everyMs: LOOKED_AT_EVERY_MS, run: look })
  return { free: () => free, trouble: () => trouble, look: () => job.run(), stop: () => job.stop() }
}

function reasonOf(free: number, size: number): DiskTrouble['reason'] | undefined {
  if (free < DISK_FULL_BYTES) return 'data_disk_full'
  return free < Math.min(DISK_FREE_MIN_BYTES, size * DISK_FREE_MIN_SHARE) ? 'data_disk_low' : undefined
}
