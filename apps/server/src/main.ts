/** The file that Node runs: the process itself, its threads, and the core's process where it has one of its own. */
import { isMainThread, workerData } from 'node:worker_threads'
import { CORE_PROCESS } from './core/core-channel.ts'

if (isMainThread && process.argv[2] === CORE_PROCESS) {
  const { runCoreProcess } = await import('./core/core-thread.ts')
  await runCoreProcess()
} else if (isMainThread) {
  const { runProcess } = await import('./start/process.ts')
  await runProcess(import.meta.filename)
} else if (workerData.thread === 'store') {
  const { runStoreThread } = await import('./store/embedded-thread.ts')
  await runStoreThread()
} else {
  const { runCoreThread } = await import('./core/core-thread.ts')
  await runCoreThread()
}
