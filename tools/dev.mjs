/**
 * `npm run dev`: the server from its sources with restarts, the web app with hot reload on :5173, the office on :5174.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bin, ensureModules, ROOT } from './needs.mjs'

ensureModules()
const children = [
  spawn(bin('tsx'), ['watch', 'apps/server/src/main.ts'], { cwd: ROOT, stdio: 'inherit' }),
  spawn(bin('vite'), [], { cwd: join(ROOT, 'apps/web'), stdio: 'inherit' }),
  spawn(bin('vite'), [], { cwd: join(ROOT, 'apps/office'), stdio: 'inherit' }),
]
const stop = (signal) => {
  for (const child of children) child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
for (const child of children) {
  child.on('exit', (code) => {
    stop('SIGTERM')
    process.exitCode = code ?? 0
  })
}
