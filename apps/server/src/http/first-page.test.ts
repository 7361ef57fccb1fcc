/** The page of the first screen: rows in the reader's language, data that cannot leave its place, and what fails. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { millis } from '@veritick/domain'
import type { Offered } from '@veritick/locales'
import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Handlers } from '../calls/index.ts'
import { FirstPages } from './first-page.ts'
import { PageShell } from './page-shell.ts'

const HEAD =
  '<title>Veritick</title><link rel="icon" href="/logo.svg" type="image/svg+xml" />' +
  '<link rel="manifest" href="/manifest.json" />'
const SHELL = `<!doctype html><html lang="en" dir="ltr" data-colours="green"><head>${HEAD}</head>
<body><div id="root"><p>no words</p></div>
</body></html>`
/** Renders what it is given, with a style as the list of rows has them. */
const RENDERER = `export const renderFirst = (data, words) => ({
  markup: '<p style="top:0" dir="auto">' + data.trades[0].Name + ' ' + words.home.title + '</p>',
  page: { data, words: {} },
})`

let folder: string
let app: FastifyInstance
let now: number
let reads: number
let answers: boolean
let otherwise: Offered

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-first-'))
  mkdirSync(join(folder, 'dist'))
  mkdirSync(join(folder, 'first/dist'), { recursive: true })
  writeFileSync(join(folder, 'dist/index.html'), SHELL)
  writeFileSync(join(folder, 'first/dist/package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'first/dist/firstPicture.js'), RENDERER)
  now = 0
  reads = 0
  answers = true
  otherwise = 'en'
  app = Fastify({ trustProxy: true })
  const pages = new FirstPages({
    folder: join(folder, 'dist'),
    shell: new PageShell(join(folder, 'dist')),
    calls: CALLS,
    hasPasskeys: (host) => host.endsWith('.example'),
    otherwise: () => otherwise,
    monotonicClock: () => now,
    wallClock: () => millis(1_000_000 + now),
    log: pino({ level: 'silent' }),
  })
  app.get('/', async (request, reply) => {
    const page = await pages.page(request)
    if (page === undefined) return reply.code(204).send()
    expect(gunzipSync(page.gzip)).toEqual(page.plain)
    return reply.type('text/html').send(page.plain)
  })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The three answers that the page holds; the name of the one instrument is text from outside. */
const CALLS = {
  tradeList: async ({ language }: { language: string }) => {
    reads++
    if (!answers) return { ok: false, reason: 'busy' }
    return { ok: true, data: [{ Name: `</script><b>${language}` }] }
  },
  getCategories: async () => ({ ok: true, data: [] }),
  getBasicInfo: async ({ host }: { host: string }) => ({ ok: true, data: { host } }),
  // Company 7 exists and has a hostile name; every other id is the main site.
  getCompanyStatus: async ({ company }: { company: number | undefined }) => ({
    ok: true,
    data: {
      company:
        company === 7
          ? { id: 7, name: '</title><script>alert(1)', logo: '/company-files/a"b' }
          : { id: 0, name: 'Veritick', logo: '' },
    },
  }),
} as unknown as Pick<Handlers, 'tradeList' | 'getCategories' | 'getBasicInfo' | 'getCompanyStatus'>

const page = async (headers: Record<string, string> = {}) => (await app.inject({ url: '/', headers })).payload

test('the language of the cookie, then of the browser, then English; the page is turned around for it', async () => {
  expect(await page({ 'accept-language': 'ar-EG,en;q=0.8' })).toContain('<html lang="ar" dir="rtl"')
  expect(await page({ 'accept-language': 'xx, zh-TW;q=0.9' })).toContain('<html lang="zh-HK" dir="ltr"')
  expect(await page({ 'accept-language': `${'xx,'.repeat(20)}ar` })).not.toContain('<html lang="ar"')
  expect(await page({ 'accept-language': 'ar', cookie: 'a=b; veritick_language=en' })).toContain('<html lang="en"')
  expect(await page({ cookie: 'veritick_language=<b>' })).toContain('<html lang="en"')
})

test('a browser without an offered language reads that of the operator, and the page tells it to the app', async () => {
  otherwise = 'de'
  const german = await page({ 'accept-language': 'xx' })
  expect(german).toContain('<html lang="de" dir="ltr" data-language="de"')
  expect(await page({ 'accept-language': 'ar' })).toContain('<html lang="ar" dir="rtl" data-language="de"')
})

test('the data stays data: no script ends early and no style is inline', async () => {
  const text = await page()
  const [, json = ''] = /<script type="application\/json" id="first-data">(.*?)<\/script>/.exec(text) ?? []
  expect(JSON.parse(json).data.trades).toEqual([{ Name: '</script><b>en' }])
  expect(JSON.parse(json).data.madeAt).toBe(1_000_000)
  expect(text).not.toContain('style=')
  expect(text).not.toContain('no words')
})

test('one rendering serves all visitors for two seconds, one a language and a kind of host', async () => {
  await Promise.all([page(), page(), page()])
  expect(reads).toBe(1)
  await page({ 'accept-language': 'ar' })
  expect(await page({ host: 'other.example' })).toContain('"host":"other.example"')
  expect(reads).toBe(3)
  // The port is not part of it: a client that varies it makes the server render nothing.
  for (const port of [80, 8080, 9999]) await page({ host: `other.example:${port}` })
  expect(reads).toBe(3)
  // Nor is a host that a client writes beside it.
  expect(await page({ 'x-forwarded-host': 'forged.example' })).toContain('"host":"localhost"')
  expect(reads).toBe(3)
  // Nor is the spelling, nor another name of the server.
  for (const host of ['another.example', 'one.more.example', 'LocalHost', 'lOCALhOST', '127.0.0.1'])
    await page({ host })
  expect(reads).toBe(3)
  now = 2001
  await page()
  expect(reads).toBe(4)
})

test('a company of the cookie has a page of its own; ids that no company has share one', async () => {
  const own = await page({ cookie: 'a=b; company_id=7' })
  expect(own).toContain('<title>&#60;/title&#62;&#60;script&#62;alert(1)<')
  expect(own).not.toContain('<script>alert(1)')
  expect(own).toContain('href="/manifest.json?company_id=7"')
  expect(own).toContain('<link rel="icon" href="/company-files/a&#34;b" />')
  expect(reads).toBe(1)
  for (const id of ['8', '9', '007', '<b>', '7%20']) await page({ cookie: `company_id=${id}` })
  expect(reads).toBe(2)
  expect(await page()).toContain('<title>Veritick<')
  expect(await page()).toContain('<link rel="icon" href="/logo.svg"')
})

test('without an answer or a renderer there is no such page, and the server goes on', async () => {
  answers = false
  expect((await app.inject({ url: '/' })).statusCode).toBe(204)
  answers = true
  now = 5000
  rmSync(join(folder, 'dist/index.html'))
  expect((await app.inject({ url: '/' })).statusCode).toBe(204)
})
