/** The disk of DATA_DIR as it fills up: a warning first, then the alarm, then neither. A real small disk. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { millis, must } from '@veritick/domain'
import { smallDisk } from '@veritick/testing/store-faults'
import { separateJobs } from '@veritick/testing/test-jobs'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { DATA_DISK_FULL_ADVICE } from '../../store/trouble.ts'
import { DISK_FULL_BYTES, openDisk } from './disk.ts'

const MIB = 1_048_576

test('a disk that fills up is warned of, named when full, and forgotten with room again', async ({ skip }) => {
  const small = smallDisk(80)
  if (small === undefined) return skip('only root can make a small disk')
  onTestFinished(() => small.remove())
  const log: string[] = []
  const disk = await openDisk({
    folder: small.folder,
    wallClock: () => millis(7),
    log: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
    jobs: separateJobs(),
  })
  const leave = async (bytes: number) => {
    writeFileSync(join(small.folder, 'filler'), '')
    await disk.look()
    writeFileSync(join(small.folder, 'filler'), Buffer.alloc(must(disk.free(), 'it was looked at') - bytes))
    await disk.look()
    return disk.trouble()
  }
  expect(disk.trouble()).toBeUndefined()
  expect(await leave(9 * MIB)).toBeUndefined()
  expect(await leave(7 * MIB)).toEqual({ reason: 'data_disk_low', since: 7 })
  expect(await leave(DISK_FULL_BYTES - MIB)).toEqual({ reason: 'data_disk_full', since: 7 })
  expect(await leave(9 * MIB)).toBeUndefined()
  expect(log.join()).toContain('nearly full')
  expect(log.join()).toContain(DATA_DISK_FULL_ADVICE)
  expect(log.join()).toContain('has room again')
  await disk.stop()
})

test('a folder that is not there is no trouble, and its space is not known', async () => {
  const disk = await openDisk({
    folder: '/nowhere/at/all',
    wallClock: () => millis(7),
    log: pino({ level: 'silent' }),
    jobs: separateJobs(),
  })
  expect([disk.free(), disk.trouble()]).toEqual([undefined, undefined])
  await disk.stop()
})
