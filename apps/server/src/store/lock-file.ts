/**
 * A file that says which process writes here. It outlives `kill -9`, so the next start checks it: stale when that
 * process is gone or its number now belongs to another program, which started at another moment. One machine only,
 * and processes that see each other: containers that share the folder do not.
 */
import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { StoreRefused } from './interface.ts'

type Holder = { readonly pid: number; readonly started: string }

/** Takes the lock and gives the function that frees it. Throws StoreRefused while its holder lives. */
export function takeLockFile(path: string): () => void {
  const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, own)
  try {
    if (!link(draft, path)) {
      const found = readText(path)
      const holder = holderIn(found)
      if (holder !== undefined && isAlive(holder)) {
        throw new StoreRefused(
          `process ${holder.pid} is already writing here (${path}): stop it first, or use another DATA_DIR`,
        )
      }
      if (!clear(path, found) || !link(draft, path))
        throw new StoreRefused(`another process was faster to write here (${path})`)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readText(path) === own) rmSync(path, { force: true })
  }
}

/** A link appears complete or not at all, so no process reads a partial lock. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Moves a stale lock away; false when another process has replaced it meanwhile: its lock is put back. */
function clear(path: string, stale: string | undefined): boolean {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
    if (readText(aside) === stale) return true
    link(aside, path)
    return false
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function holderIn(text: string | undefined): Holder | undefined {
  try {
    const found: unknown = JSON.parse(text ?? '')
    if (typeof found !== 'object' || found === null || !('pid' in found) || !('started' in found)) return undefined
    const { pid, started } = found
    return typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 && typeof started === 'string'
      ? { pid, started }
      : undefined
  } catch {
    return undefined
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  const started = startOf(holder.pid)
  return started === '' || holder.started === '' || started === holder.started
}

/** The mark that tells a process from a later one with the same number; empty where this machine has none. */
function startOf(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`)
  if (stat !== undefined) {
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${readText('/proc/sys/kernel/random/boot_id')?.trim()} ${afterName[19]}`
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
