/** The language of the browser at first, the chosen one afterwards; the page direction follows. */
import en from '@veritick/locales/en.json' with { type: 'json' }
import { beforeEach, expect, it, vi } from 'vitest'
import { FIRST_SECTIONS } from './firstSections.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
vi.stubGlobal('navigator', { languages: ['ar-EG', 'en'] })
vi.stubGlobal('document', { documentElement: { lang: '', dir: '' } })
const { languageFirst, languageNow, loadAllWords, onLanguage, setLanguage, showWords, translateNow } = await import(
  './i18n.ts'
)

beforeEach(() => stored.clear())

it('starts with the language of the browser, and with the chosen one afterwards', async () => {
  expect(languageFirst()).toBe('ar')
  await setLanguage('en')
  expect(languageFirst()).toBe('en')
})

it('shows the words, sets the page direction and notifies listeners at once', async () => {
  const heard: string[] = []
  await setLanguage('en')
  const leave = onLanguage((language) => heard.push(language))
  await setLanguage('ar')
  await setLanguage('ar')
  leave()
  expect(heard).toEqual(['ar'])
  expect([languageNow(), document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'ar', 'rtl'])
  expect(translateNow('common.buy')).toBe('شراء')
})

it('shows the language that was chosen last, whichever words are loaded last', async () => {
  const [first, second] = [setLanguage('de'), setLanguage('fr')]
  expect(await Promise.all([first, second])).toEqual([false, true])
  expect([languageNow(), languageFirst()]).toEqual(['fr', 'fr'])
})

it('does not store a guessed language', async () => {
  await setLanguage('hk', { keep: false })
  expect(stored.size).toBe(0)
})

const firstWords = () => Object.fromEntries(Object.entries(en).filter(([section]) => FIRST_SECTIONS.includes(section)))

it.each([
  { asked: false, when: 'where no screen waits for them' },
  { asked: true, when: 'where a screen has shown an empty text' },
])('has the words of all screens once they are loaded, $when', async ({ asked }) => {
  showWords('en', firstWords())
  if (asked) expect(translateNow('orders.title')).toBe('')
  await loadAllWords()
  expect([translateNow('orders.title'), translateNow('shell.tab_quotes')]).toEqual([
    en.orders.title,
    en.shell.tab_quotes,
  ])
})

it('keeps the words of a language chosen while the words of the page were loading', async () => {
  showWords('en', firstWords())
  const loaded = loadAllWords()
  await setLanguage('ar')
  await loaded
  expect(translateNow('common.buy')).toBe('شراء')
})
