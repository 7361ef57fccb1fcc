/** The errors that the open servers of this process have logged, for the output of a test that fails. */

/** The log lines of each open server. */
const logs = new Set<readonly string[]>()
/** Lines of one server that are shown, the newest ones. */
const SHOWN_MAX = 20
/** The level of pino from which a line is an error. */
const ERROR_LEVEL = 50

/** Until the given function is called, the lines are among those that `loggedErrors` reads. */
export function noteLog(lines: readonly string[]): () => void {
  logs.add(lines)
  return () => void logs.delete(lines)
}

export function loggedErrors(): readonly string[] {
  return [...logs].flatMap((lines) => lines.filter(isError).slice(-SHOWN_MAX))
}

const isError = (line: string) => Number(/^\{"level":(\d+)/.exec(line)?.[1]) >= ERROR_LEVEL
