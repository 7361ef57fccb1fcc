/**
 * The processes of many seeds on all processors: each thread has its own bundle of the core and its own virtual time,
 * so a seed is the same history on each of them.
 */
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { loadSubject } from './bundle.ts'
import { type ProcessHistory, simulateProcess } from './history.ts'

/** Every `stride`-th seed from `from` on, below `end`. */
type Share = { readonly from: number; readonly end: number; readonly stride: number; readonly length: number }

export type ProcessRun = {
  readonly events: number
  readonly starts: number
  readonly counts: ReadonlyMap<string, number>
  readonly fault: FailedSeed | undefined
}
export type FailedSeed = Pick<ProcessHistory, 'steps' | 'fault'> & { readonly seed: number }

/** True in a thread that this file has started, whose program then does nothing else. */
export const isShare = !isMainThread && workerData?.share !== undefined

/** `program`: the file that calls `runShare` where `isShare` says so. */
export async function simulateProcesses(
  program: string,
  asked: { readonly from: number; readonly seeds: number; readonly steps: number },
): Promise<ProcessRun> {
  const { from, seeds, steps } = asked
  const stride = Math.min(seeds, availableParallelism())
  const workers = Array.from({ length: stride }, (_, place) => {
    const share: Share = { from: from + place, end: from + seeds, stride, length: steps }
    return new Worker(program, { workerData: { share } })
  })
  const runs = await Promise.all(workers.map(resultOf))
  const counts = new Map<string, number>()
  for (const run of runs) for (const [kind, times] of run.counts) counts.set(kind, (counts.get(kind) ?? 0) + times)
  return {
    events: runs.reduce((sum, run) => sum + run.events, 0),
    starts: runs.reduce((sum, run) => sum + run.starts, 0),
    counts,
    fault: runs.flatMap(({ fault }) => fault ?? []).sort((one, two) => one.seed - two.seed)[0],
  }
}

function resultOf(worker: Worker): Promise<ProcessRun> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('a thread of the simulator ended without a result')))
  })
}

/** Runs the share of this thread until one history fails. */
export async function runShare(): Promise<void> {
  const { from, end, stride, length }: Share = workerData.share
  const subject = await loadSubject()
  const counts = new Map<string, number>()
  let [events, starts] = [0, 0]
  let fault: FailedSeed | undefined
  for (let seed = from; seed < end && fault === undefined; seed += stride) {
    const history = await simulateProcess(subject, { seed, length, counts })
    events += history.events
    starts += history.starts
    if (history.fault !== undefined) fault = { seed, steps: history.steps, fault: history.fault }
  }
  parentPort?.postMessage({ events, starts, counts, fault } satisfies ProcessRun)
}
