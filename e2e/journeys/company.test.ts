/**
 * A visitor of a main site with companies: reads who the operator is, its terms and its privacy statement, finds a
 * company and uses it, comes back, and is led away from a closed one. Names are text, also where they hold markup. An
 * admin changes a company in the office.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type JourneyBrowser, missingTexts, openBrowser, openPhone, type Phone } from '../phone.ts'
import { staffOf } from '../staff.ts'
import { SOON } from '../steps.ts'
import { settingsFile, startWorld, type World } from '../world.ts'

const CLOSED = 'https://closed.example/notice'
const ATTACK = '<img src=x onerror=alert(1)>'
const SETTINGS = {
  operator: {
    name: 'Harbour Markets Ltd',
    registered_address: '1 Quay Street, Limassol',
    number: 'HE 123456',
    email: 'help@harbour.example',
    law: 'the Republic of Cyprus',
  },
  companies: [
    {
      ...{ id: 7, name: 'North Markets', subject: 'Brokerage', location: 'Limassol', number: 'HE 7' },
      ...{ registered_address: '7 North Road', url: 'https://north.example', email: 'hello@north.example' },
      ...{ accent_light: '#0b6b3a', accent_dark: '#5fd39a' },
    },
    { id: 8, name: ATTACK, subject: ATTACK, registered_address: ATTACK, location: ATTACK },
    { id: 9, name: 'Gone Markets', status: 1, loss_url: CLOSED },
  ],
  company_claims: [
    {
      id: 1,
      company_id: 0,
      kind: 'orders_per_second',
      text: '40,000 orders a second',
      source: 'measured',
      measured_on: '2026-11-20',
    },
    { id: 2, company_id: 0, kind: 'founded', text: 'Founded in 2019', source: 'operator' },
  ],
}

let folder: string
let world: World
let browser: JourneyBrowser
let phone: Phone

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'veritick-company-'))
  world = await startWorld({ SETTINGS_FILE: settingsFile(folder, SETTINGS) })
  browser = await openBrowser()
  phone = await openPhone(browser, { url: world.url })
  phone.page.on('dialog', (dialog) => {
    throw new Error(`a script ran: ${dialog.message()}`)
  })
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

async function isInOrder(name: string, on = phone): Promise<void> {
  await on.picture(`company-${name}`)
  expect([...(await missingTexts(on)), ...(await on.findings())], name).toEqual([])
}

const header = () => phone.page.getByRole('heading', { level: 1 })

it('the rows of the account lead to the company page, which marks what is not stated', async () => {
  const { page, t } = phone
  await page.goto('/mine')
  await page.getByRole('link', { name: t('company.about_title') }).click()
  await page.getByText('Harbour Markets Ltd', { exact: true }).waitFor()
  // Facts of the main site's own profile and the supervisor were left empty: one row names them in each group.
  expect(await page.getByText(t('company.not_stated')).count()).toBe(2)
  await page.getByText('40,000 orders a second').waitFor()
  await page.getByText(t('company.claim_measured', { date: '20 Nov 2026' })).waitFor()
  await page.getByText(t('company.claim_operator')).waitFor()
  await isInOrder('about')
})

it.each([
  ['/mine/usage-terms', 'legal.terms_title', 42],
  ['/mine/approximation-agreement', 'legal.privacy_title', 28],
] as const)('%s has its numbered paragraphs with the operator in them', async (path, title, count) => {
  const { page, t } = phone
  await phone.visit(path)
  await page.getByText('Harbour Markets Ltd').first().waitFor()
  expect(await page.getByRole('article').getByRole('listitem').count()).toBeGreaterThanOrEqual(count)
  const numbers = await page
    .locator('article section ol > li')
    .evaluateAll((items) => items.map((item) => (item instanceof HTMLLIElement ? item.value : 0)))
  expect(numbers).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  expect(await page.title()).toBe(`${t(title)} · Veritick`)
  expect(await page.getByRole('article').textContent()).not.toContain('{{')
  await isInOrder(path.slice(6))
  await page
    .getByRole('navigation', { name: t('legal.contents') })
    .getByRole('link')
    .last()
    .click()
  await page.locator('article h2').last().waitFor()
  expect(await page.locator('article h2').last().isVisible()).toBe(true)
})

it('the main site finds companies and products, and shows names as text', async () => {
  const { page, t } = phone
  await phone.visit('/product')
  const found = page.getByRole('list', { name: t('company.search_list') })
  await found.getByText('North Markets').waitFor()
  await found.getByText(ATTACK).first().waitFor()
  expect(await found.getByText('Gone Markets').count()).toBe(0)
  await isInOrder('search')
  await page.getByRole('tab', { name: t('company.tab_products') }).click()
  await page.getByRole('list', { name: t('home.list') }).waitFor()
  await page.getByRole('tab', { name: t('company.tab_companies') }).click()
  await page.getByRole('searchbox').fill('zzz')
  await page.getByText(t('search.none', { text: 'zzz' })).waitFor()
  await page.getByRole('searchbox').fill('')
  await found.getByText(ATTACK).first().click()
  await page.getByRole('dialog').getByText(ATTACK).first().waitFor()
  await isInOrder('attack')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await phone.closed()
})

it('a failed search says so and can be tried again', async () => {
  const { page, t } = phone
  await page.route('**/api/company/search**', (route) => route.fulfill({ status: 400, body: 'no' }))
  await page.getByRole('searchbox').fill('north')
  await page
    .getByRole('alert')
    .getByRole('button', { name: t('common.retry') })
    .waitFor()
  await page.unroute('**/api/company/search**')
  await page.getByRole('button', { name: t('common.retry') }).click()
  await page.getByText('North Markets').waitFor()
  phone.forgive()
})

it('a chosen company gives its name and accent, and a cookie keeps the choice', async () => {
  const { page, context, t } = phone
  await page.getByText('North Markets').click()
  await page.getByRole('dialog').getByText('7 North Road').waitFor()
  await isInOrder('sheet')
  expect(await page.getByRole('link', { name: t('company.open_site') }).getAttribute('rel')).toContain('noopener')
  await page.getByRole('button', { name: t('company.choose') }).click()
  await header().getByText('North Markets').waitFor()
  expect(await page.title()).toContain('North Markets')
  expect(await page.locator('html').getAttribute('data-brand')).toBe('own')
  expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.json?company_id=7')
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'company_id')
  expect(cookie).toMatchObject({ value: '7', sameSite: 'Lax', path: '/' })
  // Chrome keeps a cookie for 400 days at most, and each start writes it anew.
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(390 * 24 * 3600)
  await isInOrder('chosen')
  await page.reload()
  await header().getByText('North Markets').waitFor()
})

it('its page leads back to the main site', async () => {
  const { page, context, t } = phone
  await phone.visit('/mine/about-us')
  await page.getByText('7 North Road').waitFor()
  await isInOrder('north')
  await page.getByRole('button', { name: t('company.leave') }).click()
  await header().getByText('Veritick').waitFor()
  expect((await context.cookies()).some(({ name }) => name === 'company_id')).toBe(false)
})

it('a link chooses a company, and an unknown one the main site', async () => {
  const { page, context } = phone
  await page.goto('/?company_id=7')
  await header().getByText('North Markets').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.goto('/?company_id=424242')
  await header().getByText('Veritick').waitFor()
  // The header may show the main site before the server has said that there is no such company.
  const isChosen = async () => (await context.cookies()).some(({ name }) => name === 'company_id')
  await expect.poll(isChosen, SOON).toBe(false)
})

it('a closed company leads to its own address, never to one of the link', async () => {
  const visitor = await openPhone(browser, { url: world.url })
  const { page } = visitor
  await page.route(
    (url) => url.protocol === 'https:',
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>closed</title>' }),
  )
  await page.goto('/?company_id=9&loss_url=https://evil.example')
  await page.waitForURL(CLOSED)
  await visitor.context.close()
})

it.each([
  { name: 'dark', language: 'en', theme: 'dark', width: 390 },
  { name: 'arabic', language: 'ar', theme: 'light', width: 390 },
  { name: 'narrow', language: 'en', theme: 'light', width: 320 },
  { name: 'chinese', language: 'hk', theme: 'light', width: 1280 },
] as const)('$name: about, terms, privacy and search fit', async ({ name, language, theme, width }) => {
  const other = await openPhone(browser, { url: world.url, language, theme, width })
  for (const path of [
    '/mine/about-us',
    '/mine/usage-terms',
    '/mine/approximation-agreement',
    '/product?company_id=7',
  ]) {
    // The company of a link is chosen when the app is loaded.
    if (path.includes('?')) await other.page.goto(path)
    else await other.visit(path)
    await other.page
      .getByText(/Harbour Markets Ltd|EUR\/USD/)
      .first()
      .waitFor()
    expect(await other.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
    await isInOrder(`${name}${path.split('?')[0]?.replaceAll('/', '-')}`, other)
  }
  expect(other.troubles()).toEqual([])
  await other.context.close()
})

/** A picture of one point. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

it('an admin reads why an accent is not used, adds a logo and saves it with a reason', async () => {
  const [{ office }] = await staffOf(browser, world, ['admin'])
  const officePage = office.phone
  const { page } = officePage
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${world.office}/#/companies`)
  await page.getByText('Shown as not stated: supervisor.').waitFor()
  await officePage.picture('company-office')
  await page.goto(`${world.office}/#/companies/companies`)
  const accent = page.getByLabel('Accent, light theme').first()
  await accent.fill('#ffee00')
  await page.getByText(/^In the light theme the contrast is 1\.\d+, below 4\.5/).waitFor()
  await officePage.picture('company-office-accent')
  await accent.fill('#0b6b3a')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO })
  const adding = page.getByRole('dialog', { name: 'Add a file' })
  await adding.getByLabel(/^Reason/).fill('logo from the company')
  await adding.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('link', { name: /^Open [0-9a-f]{8}$/ }).waitFor()
  await page.getByRole('button', { name: 'Check and save' }).click()
  const saving = page.getByRole('dialog', { name: 'Save Companies' })
  await saving.getByLabel(/^Reason/).fill('logo from the company')
  await saving.getByRole('button', { name: 'Save' }).click()
  await saving.waitFor({ state: 'detached' })
  const answer = await fetch(`${world.url}/api/company/getCompanyStatus?company_id=7`)
  const { data } = (await answer.json()) as { data: { company: { logo: string } } }
  const logo = await fetch(world.url + data.company.logo)
  expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(officePage.troubles()).toEqual([])
  await officePage.context.close()
})

it('nothing went wrong on the way', () => expect(phone.troubles()).toEqual([]))
