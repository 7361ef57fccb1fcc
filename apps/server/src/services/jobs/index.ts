/** The periodic jobs of the server: one scheduler for all of them. */
export { type Job, type JobState, type Jobs, openJobs, realTimers, type Timers } from './jobs.ts'
