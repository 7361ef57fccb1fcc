/**
 * A scheduler of its own for a part that a test opens beside the server's: names of jobs are used once in each
 * scheduler.
 */
import pino from 'pino'
import { realRuntime } from '../../../apps/server/src/services/clock/index.ts'
import { type Jobs, openJobs, realTimers } from '../../../apps/server/src/services/jobs/index.ts'

export const separateJobs = (log = pino({ level: 'silent' })): Jobs =>
  openJobs({ timers: realTimers, now: realRuntime.now, log })
