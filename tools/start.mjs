/**
 * `npm start`: installs what is missing, builds what changed, then becomes the server in this very process, so that
 * signals reach the server. The script in package.json begins with `exec`: the shell that npm starts is replaced by
 * this process, npm's own forwarding reaches it, and npm ends with its exit code. When npm is killed hard, no signal is
 * sent; this process then sees that its parent has changed and asks the server to stop. Help, and an option that does
 * not exist, are answered before anything is installed or built.
 */
import { helpFor, refusalText, unknownOption } from '../apps/server/src/config/start-options.mjs'
import { build } from './build.mjs'
import { ensureModules } from './needs.mjs'

/** How often the parent is compared. A server without its npm ends that much later. */
const PARENT_CHECK_MS = 250

/**
 * Only npm's own `start` is a parent that must live: a shell or a supervisor that started this process may end before
 * it.
 */
const parent = process.env.npm_lifecycle_event === 'start' ? process.ppid : undefined
const isOrphan = () => parent !== undefined && process.ppid !== parent

const options = process.argv.slice(2)
const help = helpFor(options)
if (help !== undefined) {
  process.stdout.write(help)
  process.exit(0)
}
const unknown = unknownOption(options)
if (unknown !== undefined) {
  process.stderr.write(refusalText([unknown]))
  process.exit(1)
}
ensureModules()
await build()
if (isOrphan()) {
  process.stderr.write('npm has ended: the server is not started\n')
  process.exit(1)
}
if (parent !== undefined) {
  const timer = setInterval(() => {
    if (!isOrphan()) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  timer.unref()
}
await import('../apps/server/dist/main.js')
