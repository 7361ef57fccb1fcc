/** The pages of the web app: bytes that are made once, and a ceiling by network that leaves the files alone. */
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../services/clock/index.ts'
import { LIMITS } from '../services/rate-limits/index.ts'
import { ASSET, BUILT_PAGE, openWeb, type WebFixture } from './web-fixture.ts'

const PAGES = LIMITS.network.pages
const NORTH = { id: 7, name: 'North', logo: '' }

let web: WebFixture
let now = 0
let sent: unknown[] = []

afterEach(() => web.close())

async function open(): Promise<void> {
  now = 0
  sent = []
  const wire = (app: FastifyInstance) => {
    app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload))
  }
  web = await openWeb({ wire, now: () => now, brandOf: () => NORTH })
}

const ask = (url: string, remoteAddress = '203.0.113.9', headers = {}) =>
  web.app.inject({ url, remoteAddress, headers })

test.each(['/', '/mine/charge'])(
  'a visitor of %s without gzip is sent the same bytes as the one before',
  async (url) => {
    await open()
    const answers = [await ask(url), await ask(url)]
    for (const { body, headers } of answers) {
      expect(body).toContain(BUILT_PAGE.replace('Veritick', 'North').slice(-30))
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-encoding']).toBeUndefined()
    }
    expect(Buffer.isBuffer(sent[0])).toBe(true)
    expect(sent[1]).toBe(sent[0])
    const zipped = await ask(url, '203.0.113.9', { 'accept-encoding': 'gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
  },
)

test('a network has its number of pages in a minute; beyond it files are answered, and other networks', async () => {
  await open()
  const statuses: number[] = []
  for (let page = 0; page <= PAGES; page++) statuses.push((await ask(page % 2 === 0 ? '/' : '/mine')).statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(PAGES)
  const last = await ask('/')
  expect(last.statusCode).toBe(429)
  expect(last.json()).toMatchObject({ reason: 'too_many_requests' })
  expect((await ask(ASSET)).statusCode).toBe(200)
  expect((await ask('/', '203.0.113.10')).statusCode).toBe(200)
  now = MINUTE_MS
  expect((await ask('/')).statusCode).toBe(200)
})

test('a home line of IPv6 has four times the pages', async () => {
  await open()
  let answered = 0
  for (let network = 0; network < 6; network++)
    for (let page = 0; page < PAGES; page++)
      if ((await ask('/', `2001:db8:0:11${network}::1`)).statusCode === 200) answered += 1
  expect(answered).toBe(4 * PAGES)
  expect((await ask('/', '2001:db8:0:200::1')).statusCode).toBe(200)
})
