/** The ports of a start are open from its first moment on, also while the real server takes them over. */
import { freePort } from '@veritick/testing/free-port'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { listenOn } from '../http/index.ts'
import { holdPorts } from './placeholder.ts'

/** Clients that ask one after the other, each on a connection of its own. */
const CLIENTS = 8
const LIMITS = { trustProxy: false, socketsPerAddress: 20, connectionsPerAddress: 20 }

test.each(['127.0.0.1', '0.0.0.0', '::1'])(
  'on %s no client finds the port closed while it is handed over',
  async (host) => {
    const place = { host, port: await freePort(host) }
    const placeholder = await holdPorts([place], LIMITS)
    const app = Fastify()
    app.get('/healthz', () => ({ status: 'running' }))
    onTestFinished(() => app.close())
    const answers: string[] = []
    let isOver = false
    const ask = async () => {
      while (!isOver) answers.push(await statusOf(place))
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, ask))
    await expect.poll(() => answers.length).toBeGreaterThan(CLIENTS)
    expect(new Set(answers)).toEqual(new Set(['starting']))

    await listenOn(app, place, placeholder.handOver)
    const before = answers.length
    await expect.poll(() => answers.length).toBeGreaterThan(before + 2 * CLIENTS)
    // The placeholder's own stop, afterwards, closes nothing of the real server.
    await placeholder.release()
    expect(await statusOf(place)).toBe('running')
    isOver = true
    await clients
    expect(new Set(answers), 'a refused connection is an answer of its own').toEqual(new Set(['starting', 'running']))
    expect(answers.at(-1)).toBe('running')

    await app.close()
    expect(await statusOf(place), 'the real server closes the port').toBe('ECONNREFUSED')
  },
)

test('localhost has two addresses: both are open afterwards, on the port that was held', async () => {
  const place = { host: 'localhost', port: await freePort('127.0.0.1') }
  const placeholder = await holdPorts([place], LIMITS)
  const app = Fastify()
  app.get('/healthz', () => ({ status: 'running' }))
  onTestFinished(() => app.close())
  await listenOn(app, place, placeholder.handOver)
  expect(await statusOf({ ...place, host: '127.0.0.1' })).toBe('running')
})

test('a browser gets a page that reloads itself, and everything else the state', async () => {
  const place = { host: '127.0.0.1', port: await freePort('127.0.0.1') }
  const placeholder = await holdPorts([place], LIMITS)
  onTestFinished(() => placeholder.release())
  placeholder.say('store_unreachable')
  const ask = (accept: string) => fetch(`http://${place.host}:${place.port}/trade`, { headers: { accept } })
  const [page, state] = [await ask('text/html,application/xhtml+xml,*/*;q=0.8'), await ask('*/*')]
  for (const { status, headers } of [page, state]) expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const html = await page.text()
  expect(html).toContain('<meta http-equiv="refresh" content="2">')
  expect(html).toContain('Veritick is starting')
  expect(await state.json()).toEqual({ status: 'starting', reason: 'store_unreachable' })
})

async function statusOf({ host, port }: { readonly host: string; readonly port: number }): Promise<string> {
  try {
    const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::1' ? '[::1]' : host
    const answer = await fetch(`http://${address}:${port}/healthz`, { headers: { connection: 'close' } })
    return ((await answer.json()) as { status: string }).status
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: string } }
    return cause?.code ?? String(error)
  }
}
