/**
 * Work for many sockets, a slice at a time: orders are answered between two slices. A slice is bounded by the messages
 * that it makes, because one socket may have one message of a turn, or a hundred.
 */

/** About 1 ms. */
export const MESSAGES_PER_SLICE = 1_000
/** A socket's write costs as much as so many messages. */
export const MESSAGES_PER_WRITE = 10

/** `steps` says how many messages each step was. `done` is called after the last step. */
export function inSlices(steps: Iterator<number>, done: () => void): void {
  for (let messages = 0; messages < MESSAGES_PER_SLICE; ) {
    const step = steps.next()
    if (step.done === true) {
      done()
      return
    }
    messages += step.value
  }
  setImmediate(() => inSlices(steps, done))
}
