/**
 * Virtual time for the simulated process. The bundle of the server's core gets these functions in place of Node's
 * timers and clock (bundle.ts), so the simulator decides when each timer fires, and nothing waits in real time. A task
 * belongs to the process that asked for it: tasks of a process that has ended never run.
 */

/** `owner`: number of the simulated process; 0 is the store itself, which outlives every process. */
export type Task = {
  readonly at: number
  readonly order: number
  readonly owner: number
  run: () => void
  isOver: boolean
}

class VirtualTime {
  /** Milliseconds since the simulated world began. */
  now = 0
  /** The process whose code runs. */
  owner = 0
  private heap: Task[] = []
  /** The work of the next turn of the event loop, in its order. */
  private soon: Task[] = []
  private orders = 0

  reset(): void {
    this.now = 0
    this.owner = 0
    this.heap = []
    this.soon = []
    this.orders = 0
  }

  after(delay: number, run: () => void, owner = this.owner): Task {
    const task = { at: this.now + Math.max(0, delay), order: this.orders++, owner, run, isOver: false }
    this.push(task)
    return task
  }

  nextTurn(run: () => void): Task {
    const task = { at: this.now, order: this.orders++, owner: this.owner, run, isOver: false }
    this.soon.push(task)
    return task
  }

  /** The next task until this moment, taken out, with the clock moved to it; `undefined`: there is none. */
  take(until: number): Task | undefined {
    const turn = this.soon.shift()
    if (turn !== undefined) return turn
    const first = this.heap[0]
    if (first === undefined || first.at > until) return undefined
    this.pop()
    this.now = first.at
    return first
  }

  /** Ends every task of a process. */
  end(owner: number): void {
    for (const task of [...this.heap, ...this.soon]) if (task.owner === owner) task.isOver = true
  }

  private push(task: Task): void {
    const { heap } = this
    let at = heap.length
    heap.push(task)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent]
      if (above === undefined || !isBefore(task, above)) break
      heap[at] = above
      at = parent
    }
    heap[at] = task
  }

  private pop(): void {
    const { heap } = this
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let at = 0
    for (;;) {
      const left = heap[2 * at + 1]
      const right = heap[2 * at + 2]
      if (left === undefined) break
      const child = right !== undefined && isBefore(right, left) ? 2 * at + 2 : 2 * at + 1
      const smaller = heap[child]
      if (smaller === undefined || !isBefore(smaller, last)) break
      heap[at] = smaller
      at = child
    }
    heap[at] = last
  }
}

function isBefore(a: Task, b: Task): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}

export const time = new VirtualTime()

/** The timer of Node, as far as the core uses it. */
type Timer = { task: Task; unref(): Timer }

function timerOf(task: Task): Timer {
  const timer: Timer = { task, unref: () => timer }
  return timer
}

function virtualTimeout(run: () => void, delay = 0): Timer {
  return timerOf(time.after(delay, run))
}

function virtualInterval(run: () => void, delay: number): Timer {
  const timer = timerOf(time.after(delay, again))
  function again(): void {
    timer.task = time.after(delay, again)
    run()
  }
  return timer
}

function virtualClear(timer: Timer | undefined): void {
  if (timer !== undefined) timer.task.isOver = true
}

/** Returns a promise where no function is given: this module replaces `node:timers/promises` too. */
function virtualImmediate(run?: () => void): unknown {
  return run === undefined ? new Promise<void>((resolve) => void time.nextTurn(resolve)) : time.nextTurn(run)
}

const virtualPerformance = { now: () => time.now }

export {
  virtualClear as clearInterval,
  virtualClear as clearTimeout,
  virtualImmediate as setImmediate,
  virtualInterval as setInterval,
  virtualPerformance as performance,
  virtualTimeout as setTimeout,
}
