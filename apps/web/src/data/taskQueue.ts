/**
 * Splits long work into tasks, so that the browser draws and reacts to taps between them: on a slow phone a tap waits
 * for the end of a long task.
 */

/** Resolves in a later task of the browser. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

let last = Promise.resolve()

/** Resolves in a separate task, after the tasks of earlier calls. For many rows that start at the same moment. */
export function inTurn(): Promise<void> {
  last = last.then(nextTask)
  return last
}
