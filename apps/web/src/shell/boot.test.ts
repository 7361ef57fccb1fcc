/** The script before the first paint decides like the app: language, direction, theme and colours. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { LANGUAGE_FACTS, languageOfBrowser, OFFERED, type Offered } from '@veritick/locales'
import { dictionaryOf } from '@veritick/locales/all'
import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: [], platform: '', userAgent: '' })
const { coloursDefault, startSettings } = await import('./settings.ts')
const { TABS } = await import('./tabs.ts')
const script = readFileSync(fileURLToPath(new URL('../../public/boot.js', import.meta.url)), 'utf8')

type Visit = {
  readonly kept?: Readonly<Record<string, string>>
  readonly languages?: readonly string[]
  readonly systemDark?: boolean
  /** The operator's setting `default_language`. */
  readonly otherwise?: Offered
  readonly path?: string
}

type Metas = { readonly [name: string]: { content: string } }

function boot({ kept = {}, languages = [], systemDark = false, otherwise, path = '/' }: Visit, metas: Metas = {}) {
  const page = { lang: '', dir: '', dataset: { theme: '', colours: '', ...(otherwise && { language: otherwise }) } }
  runInNewContext(script, {
    localStorage: { getItem: (key: string) => kept[key] ?? null },
    navigator: { languages },
    matchMedia: () => ({ matches: systemDark }),
    location: { pathname: path },
    document: {
      documentElement: page,
      querySelector: (selector: string) => metas[/name=([\w-]+)/.exec(selector)?.[1] ?? ''] ?? null,
      addEventListener: () => undefined,
    },
  })
  return page
}

describe('before the first paint', () => {
  it.each([[['en-GB']], [['fr-FR', 'ar-EG']], [['zh-TW']], [['fr']], [['de-DE', 'ja']], [[]]])(
    'a first visit with %j',
    (languages) => {
      const language = languageOfBrowser(languages)
      const { tag, direction } = LANGUAGE_FACTS[language]
      expect(boot({ languages })).toEqual({
        lang: tag,
        dir: direction,
        dataset: { theme: 'light', colours: coloursDefault(language) },
      })
    },
  )

  it.each(OFFERED)('%s if the customer chose it', (language) => {
    const { tag, direction } = LANGUAGE_FACTS[language]
    const page = boot({ kept: { 'veritick.language': language }, languages: ['ar', 'en', 'zh'] })
    expect([page.lang, page.dir, page.dataset.colours]).toEqual([tag, direction, coloursDefault(language)])
  })

  it('a browser without an offered language shows that of the operator; any other browser shows its own', async () => {
    expect(boot({ languages: ['xx'], otherwise: 'ar' })).toMatchObject({ lang: 'ar', dir: 'rtl' })
    expect(boot({ languages: ['it'], otherwise: 'ar' })).toMatchObject({ lang: 'it', dir: 'ltr' })
    vi.stubGlobal('document', { documentElement: { dataset: { language: 'ar' } } })
    const { languageFirst } = await import('../i18n/i18n.ts')
    expect(languageFirst()).toBe('ar')
    vi.unstubAllGlobals()
  })

  it('an unknown language falls back to the language of the browser', () =>
    expect(boot({ kept: { 'veritick.language': 'xx' }, languages: ['xx'] }).lang).toBe('en'))

  it.each([
    ['light', true, 'light'],
    ['dark', false, 'dark'],
    ['system', true, 'dark'],
    ['system', false, 'light'],
    ['sepia', true, 'dark'],
  ])('theme %s, system dark %s: %s', (theme, systemDark, drawn) =>
    expect(boot({ kept: { 'veritick.theme': theme }, systemDark }).dataset.theme).toBe(drawn),
  )

  it.each([
    [true, 'dark', '#141a26'],
    [false, 'light', '#ffffff'],
  ])(
    'a first visit on a device with dark %s is %s, with bar and empty window in its colours',
    (systemDark, theme, bar) => {
      const metas = { 'theme-color': { content: '' }, 'color-scheme': { content: '' } }
      expect(boot({ systemDark }, metas).dataset.theme).toBe(theme)
      expect(metas).toEqual({ 'theme-color': { content: bar }, 'color-scheme': { content: theme } })
    },
  )

  it('the app decides like the script on a first visit, and follows the device from then on', () => {
    const page = { dataset: { theme: '' } }
    let onChange = () => {}
    const device = { matches: true, addEventListener: (_: string, listener: () => void) => (onChange = listener) }
    vi.stubGlobal('localStorage', { getItem: () => null })
    vi.stubGlobal('matchMedia', () => device)
    vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '' }))
    vi.stubGlobal('document', { documentElement: page, querySelector: () => null })
    startSettings()
    expect(page.dataset.theme).toBe(boot({ systemDark: true }).dataset.theme)
    device.matches = false
    onChange()
    expect(page.dataset.theme).toBe('light')
  })

  it('marks the page of a signed-in device, and the page after the note of the market was shown', () => {
    expect(boot({}).dataset).not.toHaveProperty('signedIn')
    expect(boot({}).dataset).not.toHaveProperty('marketNoted')
    const page = boot({ kept: { 'veritick.token': 'token-1', 'veritick.market-noted': '1' } })
    expect(page.dataset).toMatchObject({ signedIn: '', marketNoted: '' })
  })

  it('marks a screen without a tab bar', () => {
    for (const { path } of TABS) expect(boot({ path }).dataset).not.toHaveProperty('inside')
    for (const path of ['/mine', '/mine/wallet', '/login', '/news/detail'])
      expect(boot({ path }).dataset).toHaveProperty('inside')
  })

  it('keeps the chosen colours', () =>
    expect(boot({ kept: { 'veritick.colours': 'blue' } }).dataset.colours).toBe('blue'))

  it('works in a browser that forbids storage', () => {
    const page = { lang: '', dir: '', dataset: {} }
    const forbidden = {
      getItem: () => {
        throw new Error('SecurityError')
      },
    }
    runInNewContext(script, {
      localStorage: forbidden,
      navigator: { languages: ['en'] },
      matchMedia: () => ({ matches: false }),
      location: { pathname: '/' },
      document: { documentElement: page, querySelector: () => null, addEventListener: () => undefined },
    })
    expect(page.lang).toBe('en')
  })
})

/** The script on the page of the server. `words`: those that the page carries for the app. */
function openPage(words: object | undefined) {
  const heard = new Map<string, (event: unknown) => void>()
  const shown: unknown[] = []
  const marked = { dataset: {} as { tapped?: string }, disabled: false, getAttribute: () => 'EURUSD' }
  const json = JSON.stringify({ data: {}, words })
  runInNewContext(script, {
    localStorage: { getItem: () => null },
    navigator: { languages: [] },
    matchMedia: () => ({ matches: false }),
    location: { pathname: '/' },
    document: {
      documentElement: { dataset: {} },
      querySelector: () => null,
      querySelectorAll: () => (marked.dataset.tapped === undefined ? [] : [marked]),
      addEventListener: (type: string, listener: (event: unknown) => void) => heard.set(type, listener),
      removeEventListener: (type: string) => heard.delete(type),
      getElementById: () => (words === undefined ? null : { textContent: json }),
      createElement: () => ({ append: (...parts: unknown[]) => shown.push(...parts.flatMap(textOf)) }),
      body: { append: () => shown.push('on the page') },
    },
  })
  const fails = (tagName: string, type: string) => heard.get('error')?.({ target: { tagName, type } })
  const taps = () => heard.get('click')?.({ target: { closest: () => marked } })
  return { shown, marked, fails, taps }
}
/** A text, or that of an element; none of an element that holds others. */
const textOf = (part: unknown): unknown => (typeof part === 'string' ? part : (Object(part).textContent ?? []))

describe('where the script of the app does not arrive', () => {
  it.each(OFFERED)('the page in %s says so, and no tap stays marked', async (language) => {
    const { words } = dictionaryOf(language)
    const { shown, marked, fails, taps } = openPage(words)
    taps()
    expect(marked.dataset).toHaveProperty('tapped')
    fails('IMG', '')
    fails('SCRIPT', '')
    expect(shown).toEqual([])
    fails('SCRIPT', 'module')
    const { broken_title, broken_text, reload } = words.shell ?? {}
    expect(shown).toEqual([broken_title, broken_text, reload, 'on the page'])
    expect(marked.dataset).not.toHaveProperty('tapped')
    taps()
    expect(marked.dataset).not.toHaveProperty('tapped')
  })

  it('a page without words, which has no buttons, stays as it is', () => {
    const { shown, fails } = openPage(undefined)
    fails('SCRIPT', 'module')
    expect(shown).toEqual([])
  })
})
