/**
 * Long work in parts. Between two of them the browser draws and answers the customer: on a slow phone a tap that comes
 * during a long task waits for its end.
 */

/** Ends in a later task of the browser. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

let last = Promise.resolve()

/** Ends in a task of its own, after those of earlier calls. For many rows that start in one moment. */
export function inTurn(): Promise<void> {
  last = last.then(nextTask)
  return last
}
