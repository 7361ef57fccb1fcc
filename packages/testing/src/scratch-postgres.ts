/**
 * A PostgreSQL server of its own for a test or a bench: TEST_DATABASE_URL when given, else a scratch cluster from the system's
 * programs in a temporary folder, gone afterwards. As root it runs as the `postgres` user, because PostgreSQL refuses root.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres } from '../../../tools/needs.mjs'

export type ScratchPostgres = { readonly url: string; stop(): Promise<void> }

/** Only in its socket's name: on the network it does not listen, so no two clusters can take each other's place. */
const PORT = 5432
const READY_WAIT_MS = 60_000

/** False where no PostgreSQL can be had: the caller skips, loudly. */
export function canHavePostgres(): boolean {
  return process.env.TEST_DATABASE_URL !== undefined || findPostgres() !== undefined
}

/** Settings as PostgreSQL has them, fsync included: what is measured and proven here holds there. */
export async function scratchPostgres(): Promise<ScratchPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) return { url: given, stop: async () => {} }
  const programs = findPostgres()
  if (programs === undefined) throw new Error('no PostgreSQL here: install it or set TEST_DATABASE_URL')
  const folder = mkdtempSync(join(tmpdir(), 'veritick-postgres-'))
  const owner = ownerOf(folder)
  const data = join(folder, 'data')
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
  const settings = ['-D', data, '-p', String(PORT), '-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`]
  const server = spawn(join(programs, 'postgres'), settings, { ...owner, cwd: folder, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = `postgres://postgres@${encodeURIComponent(folder)}:${PORT}/postgres`
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await Promise.race([ready(url), ended.then(() => Promise.reject(new Error('PostgreSQL ended before it was ready')))])
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const owner = { uid: id('-u'), gid: id('-g') }
  chownSync(folder, owner.uid, owner.gid)
  return owner
}

async function ready(url: string): Promise<void> {
  const deadline = performance.now() + READY_WAIT_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
