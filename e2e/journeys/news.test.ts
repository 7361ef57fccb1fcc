/**
 * News from the office to the phone: a staff member writes an article in two languages, pastes an attack, sees the
 * preview, uploads a picture and schedules it; visitors read it in Arabic and English from its minute on. A banner is
 * hidden once and stays hidden; a withdrawn article is gone.
 */
import { must } from '@veritick/domain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Home } from '../pages/home.ts'
import type { Office } from '../pages/office.ts'
import { cutTexts, type JourneyBrowser, missingTexts, openBrowser, openPhone, type Phone, sideways } from '../phone.ts'
import { staffOf } from '../staff.ts'
import { SOON, stepByStep } from '../steps.ts'
import { startWorld, type World } from '../world.ts'

const NARROW = 320
const MINUTE = 60_000
const TITLE = 'Trading hours on 3 April'
const TITLE_ARABIC = 'ساعات التداول في 3 أبريل'
const ATTACK =
  '<h2>Metals</h2><p onclick="alert(1)">Gold closes at 13:00.</p><script>alert(1)</script>' +
  '<img src=x onerror=alert(1)><p><a href="javascript:alert(1)">bad</a> <a href="https://example.com">good</a></p>'
/** A publication within this time of the next minute could miss it. */
const TIME_TO_TYPE = 20_000

describe('news', () => {
  let world: World
  let browser: JourneyBrowser
  let carla: Office
  let visitor: Phone
  let arabic: Phone
  stepByStep()

  beforeAll(async () => {
    world = await startWorld()
    browser = await openBrowser()
    const [writer] = await staffOf(browser, world, ['content'])
    carla = writer.office
    await carla.phone.page.setViewportSize({ width: 1280, height: 800 })
    visitor = await openPhone(browser, { url: world.url })
    arabic = await openPhone(browser, { url: world.url, language: 'ar', theme: 'dark', width: NARROW })
  })
  afterAll(async () => {
    await browser?.close()
    await world?.stop()
  })

  const page = () => carla.phone.page
  const preview = () => page().getByRole('region', { name: 'Preview on a phone' })
  const field = (label: string) => page().getByRole('textbox', { name: new RegExp(`^${label}`) })
  const write = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(fields)) await field(label).fill(text)
  }
  const choose = async (field: string, option: RegExp) => {
    await page().getByRole('combobox', { name: field }).click()
    await page().getByRole('option', { name: option }).click()
  }
  const save = (reason: string) => carla.act({ button: /^Save$/, reason, confirm: /^Save$/ })
  const openNew = async () => {
    await page().goto(`${world.office}/#/news`)
    await page()
      .getByRole('button', { name: /^New article/ })
      .click()
    await field('Title').waitFor()
  }
  const publishNow = () => carla.act({ button: /^Publish/, reason: 'agreed on Tuesday', confirm: /^Publish$/ })

  it('shows an empty list before', async () => {
    await new Home(visitor).open()
    await new Home(visitor).tab('news')
    await visitor.page.getByText(visitor.t('news.empty')).waitFor()
    expect(await visitor.findings()).toEqual([])
    await visitor.picture('news-empty')
  })

  it('is written in two languages, and the preview shows nothing that could act', async () => {
    await openNew()
    await write({ Title: TITLE, Summary: 'Shorter hours for metals', Text: ATTACK })
    await preview().getByRole('heading', { name: 'Metals' }).waitFor()
    expect(await preview().locator('script, [onclick], [onerror], a[href^=javascript]').count()).toBe(0)
    expect(await preview().getByRole('link').allTextContents()).toEqual(['good'])
    await choose('Language', /العربية/)
    await write({ Title: TITLE_ARABIC, Summary: 'ساعات أقصر للمعادن', Text: 'يغلق الذهب في الساعة 13:00.' })
    await page()
      .getByLabel('Picture of the list')
      .setInputFiles(await picture(carla.phone))
    await page().getByRole('img', { name: 'Picture of the list' }).waitFor()
    await carla.phone.picture('news-office-editor')
    expect(await carla.phone.findings()).toEqual([])
    await save('hours of Good Friday')
    await page().getByText('draft', { exact: true }).waitFor()
  })

  it('asks before unsaved text is left: by the back button, by a link, after a typed address', async () => {
    const question = page().getByRole('dialog', { name: 'Leave without saving?' })
    await write({ Summary: 'not saved yet' })
    await page().goBack()
    await question.waitFor()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await field('Summary').inputValue()).toBe('not saved yet')
    await page().getByRole('link', { name: 'News', exact: true }).click()
    await question.waitFor()
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    await page().getByText(TITLE, { exact: true }).click()
    await field('Summary').waitFor()
    expect(await field('Summary').inputValue(), 'what was saved').toBe('Shorter hours for metals')
    // From an address that was typed into the open page, which the router itself does not number.
    await carla.goto('news')
    await page().getByText(TITLE, { exact: true }).click()
    await write({ Summary: 'not saved either' })
    await page().goBack()
    await question.waitFor()
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    await page().getByText(TITLE, { exact: true }).click()
    await field('Summary').waitFor()
  })

  /** When the article appears. The journey goes on meanwhile. */
  let due = 0
  const listed = async () => JSON.stringify(await (await fetch(`${world.url}/api/news/list`)).json())

  it('is scheduled for a minute to come', async () => {
    await arabic.visit('/news')
    await arabic.page.getByText(arabic.t('news.empty')).waitFor()
    const now = Date.now()
    due = Math.ceil((now + TIME_TO_TYPE) / MINUTE) * MINUTE
    await page()
      .getByRole('button', { name: /^Publish/ })
      .click()
    await page().getByRole('radio', { name: 'At a time' }).check()
    await page().getByLabel('Publish at (UTC)').fill(new Date(due).toISOString().slice(0, 16))
    await carla.phone.picture('news-office-schedule')
    await page()
      .getByLabel(/^Reason/)
      .fill('agreed on Tuesday')
    await page().getByRole('button', { name: 'Schedule', exact: true }).click()
    await page().getByText('scheduled', { exact: true }).waitFor()
    expect(await listed()).not.toContain(TITLE)
  })

  it('shows a banner on home that moves no row, and hides it for good', async () => {
    const home = new Home(visitor)
    await home.open()
    // At the start of the app the row is drawn once more, and has no place at that moment.
    const placed = () =>
      vi.waitFor(async () => must((await home.row('EUR/USD').boundingBox()) ?? undefined, 'the row is drawn'), SOON)
    const before = await placed()
    await openNew()
    await choose('Kind', /Banner/)
    await write({ Title: 'Maintenance on Saturday', Summary: '06:00 to 08:00 UTC' })
    await save('planned maintenance')
    await page().getByText('draft', { exact: true }).waitFor()
    await publishNow()
    await home.open()
    const banner = visitor.page.getByRole('region', { name: visitor.t('home.banner') })
    await banner.getByText('Maintenance on Saturday').waitFor()
    expect(await placed()).toEqual(before)
    expect(await visitor.findings()).toEqual([])
    await visitor.picture('news-banner')
    await banner.getByRole('button', { name: visitor.t('home.banner_hide') }).click()
    await banner.waitFor({ state: 'detached' })
    await home.open()
    const asked = visitor.page.waitForResponse((answer) => answer.url().includes('category_id=3'))
    await visitor.page.reload()
    await asked
    await home.row('EUR/USD').waitFor()
    expect(await banner.count()).toBe(0)
  })

  it('an announcement is reached from the news', async () => {
    await openNew()
    await choose('Kind', /Announcement/)
    await write({ Title: 'New terms', Text: 'They hold from May.' })
    await save('terms of May')
    await page().getByText('draft', { exact: true }).waitFor()
    await publishNow()
    await visitor.page.goto('/news')
    await visitor.page.getByRole('button', { name: visitor.t('news.announcements') }).click()
    await visitor.page.getByRole('link', { name: /New terms/ }).click()
    await visitor.page.getByText('They hold from May.').waitFor()
  })

  it('a withdrawn article is gone, and an unknown one says so', async () => {
    await carla.act({ button: /^Withdraw/, reason: 'a wrong month', confirm: /^Withdraw$/ })
    await visitor.page.reload()
    await visitor.page.getByText(visitor.t('news.unknown_title')).waitFor()
    await visitor.page.goto('/news/detail?id=<script>')
    await visitor.page.getByText(visitor.t('news.unknown_title')).waitFor()
    await visitor.page.getByRole('link', { name: visitor.t('news.to_list') }).click()
    await visitor.page.waitForURL('**/news')
    await page().goto(`${world.office}/#/news`)
    await carla.rows().waitFor()
    await carla.phone.picture('news-office-list')
    expect(await carla.phone.findings()).toEqual([])
  })

  it('has appeared at its minute, without any further step', async () => {
    await expect.poll(listed, { timeout: 100_000, interval: 1_000 }).toContain(TITLE)
    expect(Date.now()).toBeGreaterThanOrEqual(due)
  })

  it('is read in English, with its picture, its date and a link that leaves no trace', async () => {
    await visitor.page.reload()
    await visitor.page.getByRole('link', { name: new RegExp(TITLE) }).waitFor()
    await visitor.picture('news-list')
    await visitor.page.getByRole('link', { name: new RegExp(TITLE) }).click()
    await visitor.page.getByRole('heading', { name: 'Metals' }).waitFor()
    const link = visitor.page.getByRole('link', { name: 'good' })
    expect([await link.getAttribute('rel'), await link.getAttribute('href')]).toEqual([
      'noopener noreferrer',
      'https://example.com',
    ])
    expect(await visitor.page.locator('main script, main [onclick], main img[src="x"]').count()).toBe(0)
    await expect
      .poll(() =>
        visitor.page.evaluate(() => document.querySelector<HTMLImageElement>('article img')?.naturalWidth ?? 0),
      )
      .toBeGreaterThan(0)
    expect(await visitor.page.locator('article time').textContent()).toMatch(/\d{4}.*UTC/)
    expect(await visitor.findings()).toEqual([])
    await visitor.picture('news-article')
    await visitor.page.getByRole('button', { name: visitor.t('common.back') }).click()
    await visitor.page.getByRole('link', { name: new RegExp(TITLE) }).waitFor()
  })

  it('is read in Arabic on a narrow dark phone, right to left', async () => {
    await arabic.page.reload()
    await arabic.page.getByRole('link', { name: new RegExp(TITLE_ARABIC) }).click()
    await arabic.page.getByText('يغلق الذهب في الساعة 13:00.').waitFor()
    expect(await arabic.page.getByRole('article').evaluate((each) => getComputedStyle(each).direction)).toBe('rtl')
    expect([await sideways(arabic), await cutTexts(arabic), await missingTexts(arabic)]).toEqual([0, [], []])
    expect(await arabic.findings()).toEqual([])
    await arabic.picture('news-article-arabic')
  })

  it('nothing broke on any page', () => {
    for (const phone of [visitor, arabic, carla.phone]) expect(phone.troubles()).toEqual([])
  })
})

/** A blue picture, drawn by the browser. */
async function picture({ page }: Phone) {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [640, 360]
    const pen = canvas.getContext('2d')
    if (pen === null) return ''
    pen.fillStyle = 'rgb(36 86 230)'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png')
  })
  return { name: 'hours.png', mimeType: 'image/png', buffer: Buffer.from(address.split(',')[1] ?? '', 'base64') }
}
