/** The files of a built app: read from the disk once, sent as the browser takes them, and new after a new build. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerBuiltFiles } from './built-files.ts'
import { ASSET, openWeb, type WebFixture } from './web-fixture.ts'

const SECOND = 1_000
const SCRIPT = `/* ${'a script '.repeat(1_000)} */`

let web: WebFixture
let now = 0
let sent: unknown[] = []

beforeEach(async () => {
  now = 0
  sent = []
  const wire = (app: FastifyInstance) => {
    app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload))
  }
  web = await openWeb({ wire, now: () => now })
})
afterEach(() => web.close())

const ask = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') => web.app.inject({ url, method, headers })

let builds = 0
/** Writes a file and the compressed ones beside it, each time at a later moment. */
function build(path: string, text: string): void {
  builds += 1
  for (const [ending, bytes] of [
    ['', Buffer.from(text)],
    ['.gz', gzipSync(text)],
    ['.br', brotliCompressSync(text)],
  ] as const) {
    const file = join(web.folder, `${path}${ending}`)
    writeFileSync(file, bytes)
    utimesSync(file, 1_800_000_000 + builds, 1_800_000_000 + builds)
  }
}

test.each([ASSET, '/index.html', '/mine/charge'])(
  'a visitor of %s is sent the bytes that were read before',
  async (url) => {
    const answers = [await ask(url), await ask(url)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(Buffer.isBuffer(sent[0])).toBe(true)
    expect(sent[1]).toBe(sent[0])
  },
)

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['identity', undefined],
  ['', undefined],
])('a browser that takes "%s" is sent the file as %s', async (accepted, coding) => {
  build('/boot.js', SCRIPT)
  const { headers, rawPayload } = await ask('/boot.js', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(coding)
  expect(headers['content-type']).toBe('application/javascript; charset=utf-8')
  expect(headers['content-length']).toBe(String(rawPayload.length))
  expect([headers.vary, headers['cache-control']]).toEqual(['accept-encoding', 'no-cache'])
  expect(rawPayload.length < SCRIPT.length).toBe(coding !== undefined)
})

test('a browser keeps a hashed file for a year, and is told that it has the newest of another', async () => {
  build('/boot.js', SCRIPT)
  expect((await ask(ASSET)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const { headers } = await ask('/boot.js')
  const known = [
    { 'if-none-match': headers.etag },
    { 'if-none-match': `"other", ${headers.etag}` },
    { 'if-modified-since': headers['last-modified'] },
  ]
  for (const each of known) expect(await ask('/boot.js', each)).toMatchObject({ statusCode: 304, body: '' })
  const older = [{ 'if-none-match': 'W/"1-1"' }, { 'if-modified-since': new Date(0).toUTCString() }]
  for (const each of older) expect(await ask('/boot.js', each)).toMatchObject({ statusCode: 200, body: SCRIPT })
  expect(await ask('/boot.js', {}, 'HEAD')).toMatchObject({ statusCode: 200, body: '' })
})

test('a visitor is sent the files of a new build within a second, without a restart', async () => {
  build('/boot.js', SCRIPT)
  expect((await ask('/boot.js')).body).toBe(SCRIPT)
  build('/boot.js', 'a new build')
  build('/assets/app-5678efgh.js', 'its script')
  rmSync(join(web.folder, ASSET))
  expect((await ask('/assets/app-5678efgh.js')).body).toBe('its script')
  now = SECOND
  expect((await ask('/boot.js')).body).toBe('a new build')
  expect((await ask('/boot.js', { 'accept-encoding': 'br' })).rawPayload).toEqual(brotliCompressSync('a new build'))
  expect((await ask(ASSET)).statusCode).toBe(404)
})

test('a visitor gets no file by a path that is none', async () => {
  mkdirSync(join(web.folder, 'folder.js'))
  const long = `/${'a'.repeat(400)}.js`
  for (const path of [
    '/folder.js',
    '/%2e%2e/package.json',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    `${ASSET}/x.js`,
    long,
  ])
    expect((await ask(path)).statusCode).toBeGreaterThanOrEqual(400)
})

test('a visitor gets a file that memory has no room for from the disk', async () => {
  build('/boot.js', SCRIPT)
  build('/large.js', SCRIPT.repeat(4))
  const app = Fastify()
  app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload))
  await registerBuiltFiles(app, { folder: web.folder, now: () => now, bytesMax: 2 * SCRIPT.length })
  expect((await app.inject('/boot.js')).body).toBe(SCRIPT)
  expect((await app.inject('/large.js')).body).toBe(SCRIPT.repeat(4))
  expect(sent.map((each) => Buffer.isBuffer(each))).toEqual([true, false])
  await app.close()
})
