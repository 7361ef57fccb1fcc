/**
 * PostgreSQL ends connections of the real process, chosen by a proxy before it. The process goes on without any of
 * them, and trades again when the store answers; a start without them is refused with the cause in a sentence.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { type PostgresProxy, postgresProxy } from '@veritick/testing/postgres-proxy'
import { OPEN_LINE, type Started, startProcess } from '@veritick/testing/processes'
import { programOf, SERVER_MAIN } from '@veritick/testing/programs'
import { canHavePostgres } from '@veritick/testing/scratch-postgres'
import { storeFaults } from '@veritick/testing/store-faults'
import { openLocation, type StoreLocation } from '@veritick/testing/stores'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const SENTENCE = 'PostgreSQL was restarted, failed over, or the network to it broke'
const SHUTDOWN = { code: '57P01' } as const
const PATIENCE = { timeout: 20_000 }

describe.skipIf(!canHavePostgres())('PostgreSQL ends connections', () => {
  let folder: string
  let program: string
  let location: StoreLocation
  let proxy: PostgresProxy
  /** One process for all tests of a server that runs: each leaves it as it was. */
  let server: Started
  const running: Started[] = []
  const heals: (() => void)[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veritick-lost-'))
    program = await programOf(SERVER_MAIN)
    location = await openLocation('server', ['simulated'])
    proxy = await postgresProxy(must(location.databaseUrl, 'a server'))
    server = start()
    await server.until(OPEN_LINE)
  })
  afterEach(() => {
    for (const heal of heals.splice(0)) heal()
  })
  afterAll(async () => {
    for (const each of running) await each.end()
    await proxy.close()
    await location.clean()
    rmSync(folder, { recursive: true, force: true })
  })

  function start(): Started {
    const settings = { DATA_DIR: folder, PORT: '0', OFFICE_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' }
    const started = startProcess([process.execPath, program], {
      env: { ...process.env, ...settings, DATABASE_URL: proxy.url },
    })
    running.push(started)
    return started
  }

  const addressOf = () => /here: (http:\S+)/.exec(server.said())?.[1] ?? ''

  async function asks(address: string, path: string, headers: Record<string, string> = {}) {
    const answer = await fetch(`${address}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), ...headers },
      body: '{}',
    })
    const { data } = (await answer.json()) as { data: unknown }
    return { status: answer.status, data }
  }
  async function healthOf(address: string) {
    const answer = await fetch(`${address}/healthz`)
    const { reason } = (await answer.json()) as { reason?: string }
    return { code: answer.status, reason }
  }
  /** A transaction makes user and account, and a commit opens the account in the engine. */
  const opensAccount = (address: string) => asks(address, 'api/user/createAccountDemoForU')

  test('under a commit: it is sent again, and its answer comes', async () => {
    const faults = await storeFaults(must(location.databaseUrl, 'a server'), 'simulated')
    const unlock = await faults.lock('journal')
    const unanswered = opensAccount(addressOf())
    await server.until(/a commit is late/)
    proxy.break('commit', SHUTDOWN)
    await server.until(new RegExp(SENTENCE))
    await unlock()
    expect((await unanswered).status).toBe(200)
    await faults.end()
    expect(server.said()).not.toContain('"level":60')
  })

  test('of transactions and background work, old and new: the process goes on', async () => {
    const address = addressOf()
    const { token } = (await opensAccount(address)).data as { token: string }
    const lanes = ['transactions', 'background']
    heals.push(...lanes.map((lane) => proxy.breakNew(lane, SHUTDOWN)))
    for (const lane of lanes) proxy.break(lane, SHUTDOWN)
    await expect.poll(() => lanes.map((lane) => proxy.count(lane))).toEqual([0, 0])
    expect((await opensAccount(address)).status).toBe(503)
    const reset = await asks(address, 'v1/api/main/user/resetForexDemoAccount', { authorization: token })
    expect(reset.status).toBe(200)
    for (const heal of heals.splice(0)) heal()
    expect((await opensAccount(address)).status).toBe(200)
    expect(server.said()).not.toContain('"level":60')
  })

  test('all of them, old and new: the process stays, says why, and trades when the store is back', async () => {
    const address = addressOf()
    const { token } = (await opensAccount(address)).data as { token: string }
    const before = server.said().length
    heals.push(proxy.breakNew('', SHUTDOWN))
    proxy.break('', SHUTDOWN)
    const resets = () => asks(address, 'v1/api/main/user/resetForexDemoAccount', { authorization: token })
    const waiting = resets()
    await expect.poll(() => healthOf(address), PATIENCE).toEqual({ code: 503, reason: 'store_lost' })
    expect((await resets()).status).toBe(503)
    for (const heal of heals.splice(0)) heal()
    expect((await waiting).status).toBe(200)
    await expect.poll(() => healthOf(address), PATIENCE).toEqual({ code: 200, reason: undefined })
    expect((await resets()).status).toBe(200)
    await server.until(/the writer's lock is held again/)
    expect(server.said().slice(before)).toContain(SENTENCE)
    expect(server.said()).not.toContain('"level":60')
    expect(server.child.exitCode).toBeNull()
  })

  test.each(['background', 'reads'])(
    'of the lane %s while the server opens: the start is refused with the sentence',
    async (lane) => {
      await server.end()
      heals.push(proxy.breakNew(lane, SHUTDOWN))
      const { code, said } = await start().ended
      expect(code).toBe(1)
      expect(said).toContain(SENTENCE)
      expect(said).not.toContain('    at ')
    },
    60_000,
  )
})
