/**
 * Every route, one after the other, from one table: it shows its title and heading, fits the narrowest phone, axe finds
 * nothing, a reload keeps the place, going back returns, a cut network is said, a failed answer offers to try again. In
 * both directions of writing: English in the light theme, Arabic in the dark one. In Arabic axe runs the rules that
 * theme and direction can change.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawManifestPictures } from '../manifest-pictures.ts'
import {
  cutTexts,
  followLink,
  type JourneyBrowser,
  missingTexts,
  openBrowser,
  openPhone,
  type Phone,
  type PhoneOptions,
  sideways,
} from '../phone.ts'
import { addressOf, ROUTES, type RouteRow, shown } from '../routes.ts'
import { demoToken } from '../tokens.ts'
import { ROOT, startWorld, type World } from '../world.ts'

let world: World
let browser: JourneyBrowser
let token: string

beforeAll(async () => {
  world = await startWorld()
  browser = await openBrowser()
  token = await demoToken(world.url)
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const NARROWEST = 320
const CALLERS = ['visitor', 'customer'] as const
type Caller = (typeof CALLERS)[number]

const opened = (by: Caller, options: Omit<PhoneOptions, 'url'> = {}): Promise<Phone> =>
  openPhone(browser, { url: world.url, width: NARROWEST, ...(by === 'customer' && { token }), ...options })

const rowAt = (path: string): RouteRow =>
  must(
    ROUTES.find((row) => row.path === path),
    `the table has ${path}`,
  )
/** Screens that read nothing, to come from. */
const LANGUAGE = rowAt('/language')
const SETTINGS = rowAt('/mine/system')
const rowsOf = (by: Caller) => ROUTES.filter((row) => row.by === by)

it('the table has every route of the app, and no other', () => {
  const sources = ['routes.tsx', 'otherRoutes.tsx'].map((name) =>
    readFileSync(join(ROOT, 'apps/web/src', name), 'utf8'),
  )
  const source = sources.join('\n')
  const named = [...source.matchAll(/(?:path="|path: '|^ {2}')([/*][^'"]*)['"]/gm)].map(([, path]) => path)
  const paths = [...named, ...(source.includes('path={CHART_WINDOW}') ? ['/chart'] : [])]
  expect(ROUTES.map(({ path }) => path).sort()).toEqual([...new Set(paths)].sort())
})

it('a visitor is sent to sign in from the routes that have nothing for visitors, and from no other', () => {
  const source = readFileSync(join(ROOT, 'apps/web/src/shell/guard.ts'), 'utf8')
  const [, list = ''] = /SIGNED_IN_ONLY[^=]*= \[([^\]]*)\]/.exec(source) ?? []
  const guarded = [...list.matchAll(/'([^']+)'/g)].map(([, path]) => path)
  expect(guarded.sort()).toEqual(
    rowsOf('customer')
      .filter(({ visitors }) => !visitors)
      .map(({ path }) => path)
      .sort(),
  )
})

it.each(CALLERS)('as a %s: shown, reloaded, offline, back', async (by) => {
  const phone = await opened(by)
  const found: string[] = []
  await phone.page.goto('/language')
  for (const row of rowsOf(by)) {
    const before = row.path === LANGUAGE.path ? SETTINGS : LANGUAGE
    await followLink(phone.page, addressOf(before))
    await shown(phone, before)
    await followLink(phone.page, addressOf(row))
    await shown(phone, row)
    found.push(...(await flaws(phone, row, 'all')))
    if (!row.alike) {
      await offlineAndBack(phone)
      // The test of a failing server loads the address of each route that reads.
      if (!row.reads) {
        await phone.page.reload()
        await shown(phone, row)
      }
    }
    await phone.page.goBack()
    await shown(phone, before)
    found.push(...phone.troubles().map((trouble) => `${row.path}: ${trouble}`))
    phone.forgive()
  }
  expect(found).toEqual([])
  await phone.context.close()
})
it.each(CALLERS)('as a %s, from right to left', async (by) => {
  const phone = await opened(by, { language: 'ar', theme: 'dark' })
  const found: string[] = []
  await phone.page.goto('/language')
  for (const row of rowsOf(by)) {
    await followLink(phone.page, addressOf(row))
    await shown(phone, row)
    found.push(...(await flaws(phone, row, 'shown')))
  }
  expect(await phone.page.locator('html').getAttribute('dir')).toBe('rtl')
  expect(await phone.page.locator('html').getAttribute('data-theme')).toBe('dark')
  expect([...found, ...phone.troubles()]).toEqual([])
  await phone.context.close()
})

/** As many windows, each with one screen after the other: the waits of the retries pass at the same time. */
const SCREENS_AT_ONCE = 6

it('a server that fails: the screen says so, and shows its content after the next try', async () => {
  for (const by of CALLERS) {
    const phone = await opened(by)
    const rows = rowsOf(by).filter(({ reads, alike }) => reads && !alike)
    const screen = async (_: unknown, first: number) => {
      const page = await phone.context.newPage()
      const own = rows.filter((_row, at) => at % SCREENS_AT_ONCE === first)
      for (const row of own) await failing({ ...phone, page }, row)
    }
    await Promise.all(Array.from({ length: SCREENS_AT_ONCE }, screen))
    await phone.context.close()
  }
})

async function failing(phone: Phone, row: RouteRow): Promise<void> {
  const { page, t } = phone
  await page.route(API, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(addressOf(row))
  // Both in one alert: between two looks a screen may begin to try again by itself.
  const retry = page
    .getByRole('alert')
    .filter({ hasText: t('common.error_title') })
    .getByRole('button', { name: t('common.retry') })
    .first()
  await retry
    .waitFor({ timeout: FAILED_MILLIS })
    .catch(() => expect.fail(`${row.path} does not say so and offer to try again`))
  await page.unroute(API)
  // A screen that tries again by itself in this moment takes the button away.
  await retry.click({ timeout: CLICK_MILLIS }).catch(async (error) => {
    if (await retry.isVisible()) throw error
  })
  await shown(phone, row)
}
const API = /\/(v1\/)?api\//
const CLICK_MILLIS = 20_000
/** Six windows load the app at once, and each tries its reads again with pauses before it says that they failed. */
const FAILED_MILLIS = 60_000

it('can be installed: the manifest has no fault, and its pictures are of the stated size', async () => {
  if (process.env.PICTURES === '1') await drawManifestPictures(browser, { url: world.url, token })
  const phone = await opened('visitor')
  await phone.page.goto('/')
  const session = await phone.context.newCDPSession(phone.page)
  const { errors, data = '{}' } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A private window, which each of these is, installs nothing.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { screenshots }: Manifest = JSON.parse(data)
  const sizes = await phone.page.evaluate(
    async (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
          return `${width}x${height}`
        }),
      ),
    screenshots.map(({ src }) => src),
  )
  expect(sizes).toEqual(screenshots.map((each) => each.sizes))
  expect(new Set(screenshots.map((each) => each.form_factor))).toEqual(new Set(['narrow', 'wide']))
  await phone.context.close()
})
type Manifest = {
  readonly screenshots: readonly { readonly src: string; readonly sizes: string; readonly form_factor: string }[]
}

/** Wider than high, as a desktop window of 1280 x 800 is at 200 %. */
const ZOOMED = { width: 640, height: 400 }
const MAIN: readonly string[] = ['/', '/trade', '/order', '/mine', '/mine/history', '/instrument']

it('200 % zoom: nothing is cut, nothing scrolls sideways', async () => {
  const phone = await opened('customer', ZOOMED)
  const found: string[] = []
  await phone.page.goto('/language')
  for (const row of ROUTES.filter(({ path }) => MAIN.includes(path))) {
    await followLink(phone.page, addressOf(row))
    await shown(phone, row)
    for (const text of await cutTexts(phone)) found.push(`${row.path}: ${text}`)
    if ((await sideways(phone)) > 0) found.push(`${row.path} scrolls sideways`)
  }
  expect(found).toEqual([])
  await phone.context.close()
})

async function flaws(phone: Phone, { path, alike }: RouteRow, rules: 'all' | 'shown'): Promise<readonly string[]> {
  const found = (await missingTexts(phone)).map((key) => `${path}: ${key} has no words`)
  if ((await sideways(phone)) > 0) found.push(`${path} scrolls sideways`)
  const theme = await phone.page.locator('html').getAttribute('data-theme')
  await phone.picture(`route-${theme}-${path === '*' ? 'nowhere' : path.slice(1).replaceAll('/', '-') || 'home'}`)
  if (!alike) for (const finding of await phone.findings(rules)) found.push(`${path} ${theme}: ${finding}`)
  return found
}

/** The network is cut and restored under the open screen, which stays. */
async function offlineAndBack(phone: Phone): Promise<void> {
  const { page, t, context } = phone
  const heading = page.getByRole('heading', { level: 1 }).first()
  const words = await heading.textContent()
  const said = page.getByText(t('shell.offline')).first()
  await context.setOffline(true)
  await said.waitFor()
  expect(await heading.textContent()).toBe(words)
  await context.setOffline(false)
  await said.waitFor({ state: 'hidden' })
  phone.forgive()
}
