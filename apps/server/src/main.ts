/** The file that Node runs: the process itself, and in its threads the program that each was started for. */
import { isMainThread, workerData } from 'node:worker_threads'

if (isMainThread) {
  const { runProcess } = await import('./start/process.ts')
  await runProcess(import.meta.filename)
} else if (workerData.thread === 'store') {
  const { runStoreThread } = await import('./store/embedded-thread.ts')
  await runStoreThread()
} else {
  const { runCoreThread } = await import('./core/core-thread.ts')
  await runCoreThread()
}
