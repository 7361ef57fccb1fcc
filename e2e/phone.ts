/**
 * A phone with Veritick: 390 x 844, touch, its own storage. It records page errors, console errors and failed requests,
 * and takes screenshots.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Key, Language, Offered, Values } from '@veritick/locales'
import { LANGUAGE_FACTS, translate } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Locator, type Page } from 'playwright-core'
import { ROOT } from './world.ts'

export type Words = (key: Key, values?: Values) => string

export type Phone = {
  readonly page: Page
  readonly context: BrowserContext
  /** The texts of the app in the current language of the phone. */
  readonly t: Words
  /** From here on the phone reads another language. */
  reads(language: Offered): void
  /** Chooses a language on its page. The device keeps the choice only once the words are there: it waits for them. */
  chooses(language: Offered): Promise<void>
  /** Errors of the page so far; `forgive` clears them, for journeys that cut the network on purpose. */
  troubles(): readonly string[]
  forgive(): void
  /**
   * Goes to an address of the app. From another screen it goes there as a link would, without loading the app again,
   * and waits for the screen. The screen that is shown already, or one below an open layer, is loaded.
   */
  visit(address: string): Promise<void>
  /** Ends what is moving on the screen, and with `PICTURES` set keeps a screenshot of it. */
  picture(name: string): Promise<void>
  /** Keeps a screenshot. */
  screenshot(name: string): Promise<void>
  /**
   * Waits until a closed sheet has removed its history entry, a moment after it has left the screen; a navigation
   * before that would be reverted. Use it when no sheet, drawer or question is open.
   */
  closed(): Promise<void>
  /**
   * The findings of axe on the current screen, one line each. `shown`: only those of rules whose result changes with
   * theme, language or direction, for a screen that another phone shows to all rules.
   */
  findings(rules?: 'all' | 'shown'): Promise<readonly string[]>
  /** The text size that the reader sets in the browser, from here on. */
  textSize(pixels: number): Promise<void>
}

export type PhoneOptions = {
  readonly url: string
  readonly language?: Offered
  /** The theme of the device. */
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** Screenshots for documents: twice the pixels. */
  readonly sharp?: boolean
  /** Signed in at the start. */
  readonly token?: string
  readonly serviceWorker?: boolean
  /** A desktop with a mouse, where a scrollbar takes space (`openWithScrollbars`). */
  readonly desktop?: boolean
}

const SHELL_PATH = '/usr/bin/chromium-headless-shell'
const FULL_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // A page lives for seconds: making quicker code of its scripts took a tenth of its processor time.
  '--js-flags=--no-maglev --no-opt',
  // Five browsers run at once. Without processes of their own for graphics and network a journey takes 8 % less.
  '--in-process-gpu',
  // The first is the driver's own, which this switch replaces.
  '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
]
/** Half as long to read as the file with its comments. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Where the browser's region matters: the order of day and month, the digits. */
const LOCALES: { readonly [L in Language]?: string } = { en: 'en-GB', ar: 'ar-EG' }
/** Only ends what hangs: some machines take three times as long as others. */
const STEP_MILLIS = 40_000
/** The first screen of a cold app on a busy machine. */
const OPEN_MILLIS = 60_000

const usualChromium = () => process.env.CHROMIUM ?? [SHELL_PATH, ...FULL_PATHS].find((path) => existsSync(path))

/** A Chromium that shows notifications: the one without a window refuses them to every page. */
export function notifyingChromium(): string | undefined {
  const usual = usualChromium()
  return /headless[-_]shell$/.test(usual ?? '') ? FULL_PATHS.find((path) => existsSync(path)) : usual
}

async function launch(executablePath: string | undefined, scrollbars = false): Promise<Browser> {
  if (executablePath === undefined) throw new Error('No Chromium: set CHROMIUM to one.')
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const hidden = scrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}
  return chromium.launch({ executablePath, args: [...QUIET, ...asRoot], ...hidden })
}

/** A browser of its own, whose process ends with `close`. */
export const openOwnBrowser = (executablePath = usualChromium()): Promise<Browser> => launch(executablePath)

/** As a desktop shows it: the driver hides the scrollbars otherwise, which take 15 px of each list. */
export const openWithScrollbars = (): Promise<Browser> => launch(usualChromium(), true)

/** The process that the journeys of this worker share, one after the other. */
let shared: Promise<Browser> | undefined

/** For one journey. `close` ends its phones; the process goes on, because a start takes half a second of a core. */
export async function openBrowser(): Promise<JourneyBrowser> {
  if (shared !== undefined && !(await shared).isConnected()) shared = undefined
  shared ??= launch(usualChromium()).catch((error) => {
    // The next journey tries again.
    shared = undefined
    throw error
  })
  const chromiumProcess = await shared
  const contexts: BrowserContext[] = []
  return {
    newContext: async (options) => {
      const context = await chromiumProcess.newContext(options)
      contexts.push(context)
      return context
    },
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}

/** A browser as journeys use it: each phone is a context of its own. */
export type JourneyBrowser = { newContext: Browser['newContext']; close(): Promise<void> }

export async function openPhone(browser: Pick<JourneyBrowser, 'newContext'>, options: PhoneOptions): Promise<Phone> {
  const { url, language = 'en', theme = 'light', width = 390, height = 844, sharp = false, token } = options
  const { serviceWorker = false, desktop = false } = options
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    hasTouch: !desktop,
    isMobile: !desktop,
    deviceScaleFactor: sharp ? 2 : 1,
    locale: LOCALES[language] ?? LANGUAGE_FACTS[language].tag,
    timezoneId: 'Europe/London',
    // No theme is stored: the app follows the device.
    colorScheme: theme,
    reducedMotion: 'reduce',
    // It would answer requests that a journey wants to hold back; its own journey allows it.
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  })
  if (token !== undefined) await context.addInitScript(signIn, { origin: new URL(url).origin, token })
  const troubles: string[] = []
  opened.set(context, troubles)
  context.on('close', () => opened.delete(context))
  context.setDefaultTimeout(STEP_MILLIS)
  context.setDefaultNavigationTimeout(OPEN_MILLIS)
  const page = await context.newPage()
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`))
  page.on(
    'console',
    (message) => message.type() === 'error' && troubles.push(`console: ${message.text()} ${message.location().url}`),
  )
  page.on('response', (response) => response.status() >= 500 && troubles.push(`${response.status()} ${response.url()}`))
  let dictionary = dictionaryOf(language)
  // The size holds for every page that is loaded while the session lasts.
  let reader: CDPSession | undefined
  return {
    page,
    context,
    t: (key, values) => translate(dictionary, key, values),
    reads: (next) => {
      dictionary = dictionaryOf(next)
    },
    chooses: async (next) => {
      const { name, tag } = LANGUAGE_FACTS[next]
      await page.goto('/language')
      await page.getByText(name, { exact: true }).click()
      await page.locator(`html[lang="${tag}"]`).waitFor()
      dictionary = dictionaryOf(next)
    },
    visit: (address) => visit(page, { url, address }),
    troubles: () => troubles,
    forgive: () => {
      troubles.length = 0
    },
    picture: (name) => (process.env.PICTURES === undefined ? endAnimations(page) : screenshot(page, name)),
    screenshot: (name) => screenshot(page, name),
    closed: async () => {
      await page.waitForFunction(() => history.state?.layer === undefined)
    },
    findings: (rules = 'all') => findings(page, rules === 'all' ? [] : SHOWN_RULES),
    textSize: async (pixels) => {
      reader ??= await context.newCDPSession(page)
      await reader.send('Page.setFontSizes', { fontSizes: { standard: pixels } })
    },
  }
}

/**
 * Runs in each document before its scripts: the first one of the app keeps the token of a customer who is signed in.
 * The driver's own way to fill a storage opens a page for it, which costs more than a context with its page.
 */
function signIn({ origin, token }: { readonly origin: string; readonly token: string }): void {
  const isDone = 'e2e.signed-in'
  if (location.origin !== origin || localStorage.getItem(isDone) !== null) return
  localStorage.setItem(isDone, 'yes')
  localStorage.setItem('veritick.token', token)
}

/** A screen has set its title once its content is in the page. The title of an instrument changes with its price. */
async function visit(page: Page, { url, address }: { readonly url: string; readonly address: string }): Promise<void> {
  const left = new URL(page.url())
  const to = new URL(address, url)
  const isOther = left.origin === to.origin && left.pathname !== to.pathname
  if (!(isOther && (await page.evaluate(() => history.state?.layer === undefined)))) {
    await page.goto(to.href)
    return
  }
  const title = await page.title()
  await followLink(page, to.href)
  const shownBefore = PRICED.test(title) ? PRICED.source : undefined
  await page.waitForFunction(
    ({ before, priced }) => document.title !== before && !(priced && new RegExp(priced).test(document.title)),
    { before: title, priced: shownBefore },
  )
}

/**
 * Goes to an address of the app as a link would: nothing is loaded again. A page that was loaded a moment ago hears it
 * only once it shows a screen.
 */
export async function followLink(page: Page, address: string): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.evaluate((to) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, address)
}

const PRICED = /^\S+ [\d.,]+ · /

/** With the troubles of their phone. */
const opened = new Map<BrowserContext, readonly string[]>()

type ShownPage = { address: string; troubles: readonly string[]; keep(name: string): Promise<string> }

/** Every page that is open, its address and the troubles of its phone. `keep` takes a screenshot, returns the title. */
export const shownPages = (): readonly ShownPage[] =>
  [...opened].flatMap(([context, troubles]) =>
    context.pages().map((page) => ({
      address: page.url(),
      troubles,
      keep: async (name) => {
        await screenshot(page, name)
        return page.title()
      },
    })),
  )

async function screenshot(page: Page, name: string): Promise<void> {
  const path = join(ROOT, 'test-results', 'screens', `${name}.png`)
  mkdirSync(dirname(path), { recursive: true })
  await page.screenshot({ path, animations: 'disabled' })
}

/** As a screenshot does: what has no end is cancelled. */
function endAnimations(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel()
      else animation.finish()
  })
}

/** The other rules read roles and names, which no theme and no direction changes. */
const SHOWN_RULES = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'html-has-lang',
  'html-lang-valid',
  'valid-lang',
]

/**
 * axe is read into a page once, as long as the page stands. Elements without a fault are not described: they are most
 * of a screen. Without `preload` it does not fetch the style sheets again, for a rule about orientation that is off
 * anyway.
 */
async function findings(page: Page, only: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options = { resultTypes: ['violations'], preload: false, ...(only.length > 0 && { runOnly: only }) }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
  )
}

/** A text with any values for its placeholders, as a pattern for accessible names. */
export function pattern(phone: Phone, key: Key, ...gaps: readonly string[]): RegExp {
  const words = phone.t(key, Object.fromEntries(gaps.map((gap) => [gap, GAP])))
  const escaped = words.replace(/[\u2068\u2069]/g, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^\\s*${escaped.replaceAll(GAP, '\\u2068?.+\\u2069?')}\\s*$`)
}
const GAP = '\u0001'

/** The text of an element without direction marks. */
export async function shownBy(element: Locator): Promise<string> {
  return ((await element.textContent()) ?? '').replace(/[\u2068\u2069]/g, '').trim()
}

/** How far the page scrolls sideways; must be 0. */
export function sideways(phone: Phone): Promise<number> {
  return phone.page.evaluate(
    () => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth,
  )
}

/** A text of the page. Lengths in CSS pixels, those of the element that holds it. */
type ShownText = {
  /** Its beginning. */
  readonly name: string
  readonly left: number
  readonly right: number
  readonly height: number
  /** Inside: 0 where the element is part of a line. */
  readonly inside: number
  readonly needed: number
  readonly fontSize: number
  /** NaN where the browser chooses. */
  readonly lineHeight: number
  readonly isClipped: boolean
}

/** The visible texts of the page that lie in none of `leftOut`, which are selectors. */
function shownTexts(phone: Phone, leftOut: readonly string[]): Promise<readonly ShownText[]> {
  return phone.page.evaluate((left) => {
    const shown: ShownText[] = []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const hasText = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
      if (!hasText || element.closest(left)) continue
      const { fontSize, lineHeight, overflowX, visibility } = getComputedStyle(element)
      if (visibility === 'hidden') continue
      const place = element.getBoundingClientRect()
      if (place.width === 0) continue
      shown.push({
        name: (element.textContent ?? '').slice(0, 40),
        left: place.left,
        right: place.right,
        height: place.height,
        inside: element.clientWidth,
        needed: element.scrollWidth,
        fontSize: Number.parseFloat(fontSize),
        lineHeight: Number.parseFloat(lineHeight),
        isClipped: overflowX !== 'visible',
      })
    }
    return shown
  }, leftOut.join())
}

const LEFT_OUT = ['[hidden]', '.sr-only', '[aria-hidden=true]', 'canvas', 'svg', '.no-scrollbar']

/** Texts that are cut, or lie outside of the window. Bars that scroll by design are left out. */
export async function cutTexts(phone: Phone): Promise<readonly string[]> {
  const found = new Set<string>()
  const window = await phone.page.evaluate(() => innerWidth)
  for (const text of await shownTexts(phone, [...LEFT_OUT, '.MuiTabs-scroller'])) {
    if (text.height === 0) continue
    if (text.isClipped && text.needed > text.inside + 1) found.add(`cut: ${text.name}`)
    if (text.left < -1 || text.right > window + 1) found.add(`outside: ${text.name}`)
  }
  return [...found]
}

/** Texts whose lines are too low for their letters, or that reach over what is beside them. */
export async function crampedTexts(phone: Phone): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const text of await shownTexts(phone, LEFT_OUT)) {
    if (text.inside === 0) continue
    if (text.isClipped && text.lineHeight < text.fontSize) found.add(`lower than its letters: ${text.name}`)
    if (!text.isClipped && text.needed > text.inside + 1) found.add(`spills over: ${text.name}`)
  }
  return [...found]
}

/** Locale keys that are shown instead of their texts. */
export async function missingTexts(phone: Phone): Promise<readonly string[]> {
  const text = await phone.page.evaluate(() => document.body.textContent ?? '')
  return text.match(KEYS) ?? []
}
const KEYS = new RegExp(`\\b(${Object.keys(dictionaryOf('en').words).join('|')})\\.[a-z_]+\\b`, 'g')
