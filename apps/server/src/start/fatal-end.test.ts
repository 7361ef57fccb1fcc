/**
 * An exception that nothing catches ends the process with code 1, as before. Before that the core makes durable what it
 * decided, and keeps the newest batch in the data folder, so that an attacker who can write to the store and causes the
 * exception cannot delete what was answered last. The real process, and the end alone with a core that hangs.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPEN_LINE, type Started, serverFromSources, startProcess } from '@veritick/testing/processes'
import { oneStoreKind, openLocation } from '@veritick/testing/stores'
import { Caller } from '@veritick/testing/test-server'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { CoreFatal, KNOWN_BATCH_FILE } from '../core/index.ts'
import { openStore, readKept } from '../store/index.ts'
import { FatalEnd } from './fatal-end.ts'

const STARTS = 120_000
const KIND = oneStoreKind()[0]
const NEVER = new Promise<void>(() => {})

/** Throws in one thread or process of the server as soon as the file is there. */
const thrower = (where: 'main' | 'core', file: string) => `
import { existsSync } from 'node:fs'
import { isMainThread, workerData } from 'node:worker_threads'
const isOwn = isMainThread && process.argv[2] === 'veritick-core'
const here = isMainThread ? (isOwn ? 'core' : 'main') : workerData?.thread
if (here === '${where}')
  setInterval(() => { if (existsSync('${file}')) throw new Error('thrown for the test') }, 20).unref()
`

describe('the real process keeps the newest batch when an exception is thrown', () => {
  let server: Started | undefined
  let clean: (() => Promise<void>) | undefined
  afterEach(async () => {
    await server?.end()
    await clean?.()
  })

  const CASES = (['main', 'core'] as const).flatMap((where) =>
    (KIND === 'server' ? (['thread', 'process'] as const) : (['thread'] as const)).map((core) => ({ where, core })),
  )
  test.each(CASES)(
    'in the thread of the $where, while the core has a $core of its own',
    async ({ where, core }) => {
      const location = await openLocation(KIND, ['simulated'])
      clean = location.clean
      const { dataDir, databaseUrl } = location
      const thrown = join(dataDir, 'throw-now')
      const { DATABASE_URL: _, ...env } = process.env
      server = startProcess(await serverFromSources(), {
        env: {
          ...env,
          ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
          ...{ DATA_DIR: dataDir, PORT: '0', OFFICE_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info', CORE: core },
          NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(thrower(where, thrown))}`,
        },
      })
      await server.until(OPEN_LINE)
      const [, address = ''] = await server.until(/here: (http:\S+)/)
      const visitor = new Caller(address, undefined)
      await visitor.does('createAccountDemoForU', { demo_id: 'e'.repeat(32) })
      // Nothing has kept it yet, unless five seconds have passed.
      writeFileSync(thrown, '')
      const { code, said } = await server.ended
      expect(code, said).toBe(1)
      expect(linesOf(said)).toContainEqual(expect.objectContaining({ level: 60, msg: 'the process ends' }))
      expect(said).toContain('thrown for the test')
      const store = await openStore({ ...location, world: 'simulated' })
      const [newest] = await store.query<{ batch: number }>('select max(batch) as batch from journal')
      await store.close()
      const known = join(dataDir, 'simulated', KNOWN_BATCH_FILE)
      expect(existsSync(known) && JSON.parse(readKept(known))).toMatchObject({ batch: newest?.batch })
    },
    STARTS,
  )
})

function linesOf(said: string): readonly unknown[] {
  return said.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
}

describe('the end of the process', () => {
  const error = new Error('nothing catches this')

  function ending(withinMs: number) {
    const codes: number[] = []
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    return { codes, lines, end: new FatalEnd({ log, exit: (code) => void codes.push(code), withinMs }) }
  }

  test('waits for the core, and a second failure meanwhile changes nothing', async () => {
    const { codes, lines, end } = ending(60_000)
    let stops = 0
    let stopped = () => {}
    const stopping = new Promise<void>((resolve) => {
      stopped = resolve
    })
    end.coreOpened({
      stop: () => {
        stops += 1
        return stopping
      },
    })
    end.end(error)
    end.end(new Error('another one'))
    end.end(new CoreFatal('engine_broken', error))
    await new Promise((resolve) => setImmediate(resolve))
    expect(codes).toEqual([])
    stopped()
    await expect.poll(() => codes).toEqual([1])
    expect(stops).toBe(1)
    expect(lines).toMatchObject([{ level: 60, msg: 'the process ends', err: { message: error.message } }])
  })

  test.each([
    ['hangs', () => NEVER],
    ['rejects', () => Promise.reject(error)],
    [
      'throws',
      () => {
        throw error
      },
    ],
  ])('a core whose stop %s does not keep the process', async (_, stop) => {
    const { codes, end } = ending(50)
    end.coreOpened({ stop })
    end.end(error)
    await expect.poll(() => codes).toContain(1)
  })

  test('a core that tells its own end, and a process without one, are not waited for', () => {
    const { codes, end } = ending(60_000)
    end.end(error)
    expect(codes).toEqual([1])
    const other = ending(60_000)
    other.end.coreOpened({ stop: () => NEVER })
    other.end.end(new CoreFatal('fence_lost', error))
    expect(other.codes).toEqual([1])
  })
})
