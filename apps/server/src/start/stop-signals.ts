/**
 * The signals that end the process cleanly: SIGTERM from a supervisor, SIGINT from Ctrl-C, SIGHUP from a terminal that
 * closes (Node does not keep `nohup`'s setting). They may come before the server is open, and more than once: a
 * terminal signals its whole process group, and npm forwards what it got itself. The first one counts, the others
 * change nothing.
 */
import type { Logger } from 'pino'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Resolves with the first signal that asks the process to end. Call it as the first thing of the process. */
export function firstStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve(signal))
  })
}

/** After a signal, what hangs is left behind. A supervisor waits 10 s. */
const DRAIN_MILLIS = 9_000

/**
 * Closes the server once the process is asked to end, and ends it: with 0, or with 1 when something of it did not close
 * in time.
 */
export function endWhenAsked(parts: {
  readonly stopAsked: Promise<NodeJS.Signals>
  readonly log: Logger
  readonly stop: () => Promise<void>
  readonly onFatal: (error: unknown) => void
}): void {
  const { stopAsked, log, stop, onFatal } = parts
  void stopAsked.then((signal) => {
    log.info({ signal }, 'closing')
    setTimeout(() => {
      log.error({ signal, waitedMs: DRAIN_MILLIS }, TOO_LONG)
      process.exit(1)
    }, DRAIN_MILLIS).unref()
    stop().then(() => {
      log.info({ signal }, 'closed')
      process.exit(0)
    }, onFatal)
  })
}

const TOO_LONG =
  'closing took too long, mostly because the store does not answer: the process ends without a last snapshot. ' +
  'Nothing that was answered is lost; the next start goes on from what is stored'
