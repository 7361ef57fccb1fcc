/** The periodic jobs of the server: one scheduler for all of them. */
export { type JobState, type Jobs, openJobs, realTimers, type Timers } from './jobs.ts'
