/**
 * The signals that end the process cleanly: SIGTERM from a supervisor, SIGINT from Ctrl-C, SIGHUP from a terminal that closes (Node
 * does not keep `nohup`'s setting). They may come before the server is open, and more than once: a terminal signals its whole
 * process group, and npm forwards what it got itself. The first one counts, the others change nothing.
 */

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Resolves with the first signal that asks the process to end. Call it as the first thing of the process. */
export function firstStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve(signal))
  })
}
