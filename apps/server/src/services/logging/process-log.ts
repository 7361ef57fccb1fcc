/** The log of the process and of each of its threads: lines of JSON to the standard error output. */
import pino, { type Logger } from 'pino'
import { errorForLog } from './logging.ts'

/** A log whose reader has gone must not keep the server from closing cleanly. */
export function processLog(level: string): Logger {
  const destination = pino.destination({ dest: 2, sync: true })
  destination.on('error', () => {})
  return pino({ level, serializers: { err: errorForLog } }, destination)
}
