/**
 * Two threads call the embedded store by ports of their own. However many calls of one wait, a call of the other is
 * carried out after the statement that runs, and a commit of the journal before every other call.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { copyTemplate } from '@veritick/testing/template'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoreCall, StoreReply } from './embedded-calls.ts'
import { serveEmbedded } from './embedded-thread.ts'

type Request = StoreCall extends infer Call ? (Call extends StoreCall ? Omit<Call, 'call'> : never) : never

const folder = mkdtempSync(join(tmpdir(), 'veritick-turns-'))
/** The names of answered calls, in the order of their answers. */
let order: string[] = []

/** A thread's side of a port, without the store's client: it names its calls. */
class Caller {
  readonly opened: Promise<unknown>
  readonly #port: MessagePort
  readonly #waiting = new Map<number, { readonly name: string; readonly done: (reply: StoreReply) => void }>()
  #calls = 0

  constructor(port: MessagePort) {
    this.#port = port
    this.opened = new Promise((done) => this.#waiting.set(0, { name: '', done }))
    port.on('message', (reply: StoreReply) => {
      const call = this.#waiting.get(reply.call)
      if (call === undefined) return
      if (reply.call > 0) order.push(call.name)
      call.done(reply)
    })
  }

  ask(name: string, request: Request, transfer: readonly MessagePort[] = []): Promise<StoreReply> {
    const call = ++this.#calls
    return new Promise((done) => {
      this.#waiting.set(call, { name, done })
      this.#port.postMessage({ ...request, call }, [...transfer])
    })
  }

  query(name: string, options: { transaction?: number; goesFirst?: boolean; sql?: string } = {}) {
    const { transaction, goesFirst = false, sql = 'select 1' } = options
    return this.ask(name, { kind: 'query', transaction, sql, params: [], rowMode: 'object', goesFirst })
  }

  queries(name: string, count: number): Promise<unknown>[] {
    return Array.from({ length: count }, (_, at) => this.query(`${name} ${at}`))
  }

  /** The thread has ended. */
  end(): void {
    this.#port.close()
  }
}

let main: Caller

async function joined(): Promise<Caller> {
  const { port1, port2 } = new MessageChannel()
  const caller = new Caller(port1)
  await Promise.all([main.ask('join', { kind: 'join', port: port2 }, [port2]), caller.opened])
  order = []
  return caller
}

beforeAll(async () => {
  copyTemplate(folder, 'world')
  const { port1, port2 } = new MessageChannel()
  main = new Caller(port1)
  void serveEmbedded(join(folder, 'world'), port2)
  await main.opened
})
afterAll(async () => {
  await main.ask('close', { kind: 'close' })
  main.end()
  rmSync(folder, { recursive: true, force: true })
})

test('the store carries out a call of one thread before 300 that wait of another thread', async () => {
  const core = await joined()
  const reads = main.queries('read', 300)
  const write = core.query('core')
  await Promise.all([...reads, write])
  expect(order.indexOf('core')).toBeLessThanOrEqual(5)
  core.end()
})

test('a thread that sends each call after the last answer has turns beside a thread with many calls', async () => {
  const core = await joined()
  const reads = main.queries('read', 200)
  for (let each = 0; each < 20; each++) await core.query(`core ${each}`)
  // Answers cross the event loop, so a few reads may be answered in between.
  expect(order.filter((name) => name.startsWith('read')).length).toBeLessThan(150)
  await Promise.all(reads)
  core.end()
})

test('the store carries out a commit of the journal before calls of its own thread that came earlier', async () => {
  const core = await joined()
  const reads = main.queries('read', 100)
  const background = core.queries('background', 100)
  const commit = core.query('commit', { goesFirst: true })
  await Promise.all([...reads, ...background, commit])
  expect(order.indexOf('commit')).toBeLessThanOrEqual(5)
  core.end()
})

test('a transaction has the connection alone: a commit and the calls of other threads wait for its end', async () => {
  const core = await joined()
  await main.ask('begin', { kind: 'begin', transaction: 1 })
  const others = [core.query('commit', { goesFirst: true }), core.query('core'), main.query('main')]
  const second = core.ask('second begin', { kind: 'begin', transaction: 7 })
  await main.query('in it', { transaction: 1 })
  await main.query('in it again', { transaction: 1 })
  await main.ask('end', { kind: 'commit', transaction: 1 })
  await second
  await core.ask('second end', { kind: 'rollback', transaction: 7 })
  await Promise.all(others)
  expect(order.slice(0, 5)).toEqual(['begin', 'in it', 'in it again', 'end', 'commit'])
  core.end()
})

test('a thread that ends leaves the connection to the others: its transaction is rolled back', async () => {
  const core = await joined()
  await core.ask('begin', { kind: 'begin', transaction: 1 })
  const sql = "insert into vault_keys (key_id, first_used_at) values ('of the ended', 3)"
  await core.query('insert', { transaction: 1, sql })
  void core.ask('begin that waits', { kind: 'begin', transaction: 2 })
  const read = main.query('read', { sql: "select 1 from vault_keys where key_id = 'of the ended'" })
  core.end()
  expect(await read).toMatchObject({ ok: true, rows: [] })
})

test('a call that fails is answered with its error, and the next call is carried out', async () => {
  expect(await main.query('bad', { sql: 'select * from no_such_table' })).toMatchObject({
    ok: false,
    error: { fields: { code: '42P01' } },
  })
  expect(await main.query('late', { transaction: 99 })).toMatchObject({
    ok: false,
    error: { message: 'transaction 99 is not open' },
  })
  expect(await main.query('good')).toMatchObject({ ok: true })
})
