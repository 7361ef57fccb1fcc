/**
 * A PostgreSQL server of its own for a test or a bench: TEST_DATABASE_URL when given, else a scratch cluster from the system's
 * programs in a temporary folder, gone afterwards. As root it runs as the `postgres` user, because PostgreSQL refuses root.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres } from './needs.mjs'

export type ScratchPostgres = { readonly url: string; stop(): Promise<void> }

const READY_WAIT_MS = 30_000

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
  const port = await freePort()
  const settings = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`]
  const server = spawn(join(programs, 'postgres'), settings, { ...owner, cwd: folder, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready(url)
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

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
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
