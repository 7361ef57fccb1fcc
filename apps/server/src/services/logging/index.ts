/** The log of the process and of its threads, without personal data. */
export { messageForLog } from './logging.ts'
export { processLog } from './process-log.ts'
