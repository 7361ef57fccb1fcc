/** The file that Node runs: the process itself, and in its threads the program that each was started for. */
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const { runProcess } = await import('./process.ts')
  await runProcess(import.meta.filename)
} else {
  const { runStoreThread } = await import('./db/embedded-thread.ts')
  await runStoreThread()
}
