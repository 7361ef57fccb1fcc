/** The log of the process and of its threads, without personal data. */
export { processLog } from './process-log.ts'
