/**
 * The process itself: its output to the operator, the addresses at which the network reaches it, and its end on a
 * damaged journal.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { programOf } from '@veritick/testing/programs'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStore } from './store/store.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const WORLD = 'simulated'
let location: StoreLocation
let child: ChildProcess | undefined

beforeAll(async () => {
  location = await openLocation('embedded')
})
afterEach(stopped)
afterAll(() => location.clean())

/** Everything it has said when it is open or has ended. */
async function started(environment: Record<string, string>): Promise<string> {
  const process_ = spawn(process.execPath, [await programOf(MAIN)], {
    env: {
      ...process.env,
      DATA_DIR: location.dataDir,
      PORT: '0',
      OFFICE_PORT: '0',
      LOG_LEVEL: 'silent',
      ...environment,
    },
  })
  child = process_
  let said = ''
  const open = new Promise<void>((resolve) => {
    for (const stream of [process_.stdout, process_.stderr])
      stream.on('data', (data) => {
        said += String(data)
        if (said.includes('the office:')) resolve()
      })
  })
  await Promise.race([open, once(process_, 'close')])
  return said
}

async function stopped(): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

test('open to this machine only, on a store that it makes: it names no address for a phone', async () => {
  const said = await started({ HOST: '127.0.0.1' })
  expect(said).toContain('Veritick is open (simulated market)')
  expect(said).not.toContain('on your phone')
  expect(said).toMatch(
    /the office: http:\/\/localhost:\d+\n {2}\(from this machine only; OFFICE_HOST opens it to others\)\n\n-+\n {2}The office has no admin yet\./,
  )
  expect(said.match(/http:\/\/localhost:\d+\/#\/welcome\/[\w-]{43}\n/g)).toHaveLength(1)
})

test('a damaged journal stops the next start in words that say what to do', async () => {
  const store = await openStore({ dataDir: location.dataDir, databaseUrl: undefined, world: WORLD })
  await store.query("update journal set hash = decode(repeat('00', 32), 'hex') where batch = 1")
  await store.query('delete from snapshots')
  await store.close()
  const said = await started({ HOST: '127.0.0.1' })
  expect(said).toContain('Veritick cannot start:\n  journal batch 1')
  expect(said).toContain('restore it from the newest backup')
  expect(said).not.toContain('    at ')
}, 180_000)
