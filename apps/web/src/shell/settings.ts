/** Appearance settings: theme and price colours. Stored on the device, applied by tokens.css. */
import type { Language } from '@veritick/locales'
import { create } from 'zustand'
import { readLocal, writeLocal } from '../data/localStorage.ts'
import { languageNow, onLanguage } from '../i18n/i18n.ts'

/** `system`: the theme of the device, also while it changes. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
/** Each named after the colour of a rise. */
export const COLOURS = ['green', 'red', 'blue'] as const
export type Colours = (typeof COLOURS)[number]

/** Languages of markets in which red means a rise. */
const RED_UP: readonly Language[] = ['hk', 'jp', 'kr']
export const coloursDefault = (language: Language): Colours => (RED_UP.includes(language) ? 'red' : 'green')

/** Until the customer chooses; boot.js has the same default. */
const THEME_DEFAULT: Theme = 'system'

const THEME_KEY = 'veritick.theme'
const COLOURS_KEY = 'veritick.colours'

/** `colours` `undefined`: follow the language. */
type State = { readonly theme: Theme; readonly colours: Colours | undefined; readonly systemDark: boolean }

const useSettings = create<State>(() => ({ theme: THEME_DEFAULT, colours: undefined, systemDark: false }))

const isDark = (state: State) => state.theme === 'dark' || (state.theme === 'system' && state.systemDark)
const coloursOf = (state: State) => state.colours ?? coloursDefault(languageNow())

export const useTheme = (): Theme => useSettings((state) => state.theme)
export const useColours = (): Colours => useSettings(coloursOf)
/** The applied appearance. When it changes, the chart must read the tokens again. */
export const useAppearance = (): string =>
  useSettings((state) => `${isDark(state) ? 'dark' : 'light'} ${coloursOf(state)}`)

export function setTheme(theme: Theme): void {
  writeLocal(THEME_KEY, theme)
  useSettings.setState({ theme })
}

export function setColours(colours: Colours): void {
  writeLocal(COLOURS_KEY, colours)
  useSettings.setState({ colours })
}

/** Applies the stored settings now and at every change, also of the system's preference. */
export function startSettings(): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const before = { theme: readLocal(THEME_KEY), colours: readLocal(COLOURS_KEY) }
  useSettings.subscribe(draw)
  onLanguage(() => draw(useSettings.getState()))
  system.addEventListener('change', () => useSettings.setState({ systemDark: system.matches }))
  useSettings.setState({
    theme: THEMES.find((theme) => theme === before.theme) ?? THEME_DEFAULT,
    colours: COLOURS.find((colours) => colours === before.colours),
    systemDark: system.matches,
  })
}

function draw(state: State): void {
  const page = document.documentElement
  const theme = isDark(state) ? 'dark' : 'light'
  page.dataset.theme = theme
  page.dataset.colours = coloursOf(state)
  const bar = getComputedStyle(page).getPropertyValue('--surface').trim()
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', bar)
}
