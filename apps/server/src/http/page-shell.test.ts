/** The built page under the brand of a company: text from outside, and the page of our own name as it was built. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PageShell } from './page-shell.ts'

const HEAD =
  '<title>Veritick</title><link rel="icon" href="/logo.svg" type="image/svg+xml" />' +
  '<link rel="manifest" href="/manifest.json" />'
const OPEN = '<html data-colours="green">'
const BUILT = `${OPEN}<head>${HEAD}</head><body><img src="/logo.svg" alt="" /><span>Veritick</span></body></html>`
const own = { id: 0, name: 'Veritick', logo: '' }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-shell-'))
  writeFileSync(join(folder, 'index.html'), BUILT)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('our own name needs no other page', () => {
  expect(new PageShell(folder).page(own)).toBeUndefined()
})

test('title, header, pictures and manifest are those of the company', () => {
  const page = new PageShell(folder).page({ id: 7, name: 'North $& Markets', logo: '/api/company/file/ab' })
  expect(page?.plain.toString()).toBe(
    `${OPEN}<head><title>North $&#38; Markets</title><link rel="icon" href="/api/company/file/ab" />` +
      '<link rel="manifest" href="/manifest.json?company_id=7" /></head>' +
      '<body><img src="/api/company/file/ab" alt="" /><span>North $&#38; Markets</span></body></html>',
  )
  expect(page && gunzipSync(page.gzip)).toEqual(page?.plain)
})

test('the brand of the main site has its manifest without an id', () => {
  const page = new PageShell(folder).page({ ...own, name: 'North' })
  expect(String(page?.plain)).toContain('<title>North</title>')
  expect(String(page?.plain)).toContain('"/manifest.json"')
  expect(String(page?.plain)).not.toContain('Veritick')
})

test('the page names the language of other browsers where it is not English', () => {
  const shell = new PageShell(folder)
  expect(shell.page({ ...own, otherwise: 'en' })).toBeUndefined()
  expect(shell.page({ ...own, otherwise: 'de' })?.plain.toString()).toContain('<html data-language="de" ')
})

test('a name is text', () => {
  const page = new PageShell(folder).page({ ...own, name: '</title><script>alert(1)</script>', logo: '"><b>' })
  expect(String(page?.plain)).not.toMatch(/<script|<b>/)
})

test('a new build is noticed', () => {
  const shell = new PageShell(folder)
  shell.page({ ...own, name: 'North' })
  writeFileSync(join(folder, 'index.html'), BUILT.replace('<body>', '<body><p>new</p>'))
  utimesSync(join(folder, 'index.html'), 2_000_000_000, 2_000_000_000)
  expect(shell.page({ ...own, name: 'North' })?.plain.toString()).toContain('<p>new</p>')
})
