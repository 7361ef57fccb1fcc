/**
 * The sizes of the window that change the layout, each as a rule of tokens.css. Wide enough for the workspace is
 * `wide:` there: a smaller window has the layout of a phone, also a phone in landscape, which is wide but too low.
 */
import { useSyncExternalStore } from 'react'

export const WIDE = '(min-width: 900px) and (min-height: 501px)'

/** Screens that are one workspace in a wide window. */
const WORKSPACE_PATHS: readonly string[] = ['/', '/trade', '/order']
export const isWorkspace = (path: string): boolean => WORKSPACE_PATHS.includes(path)

/** The path of the window with only a chart. */
export const CHART_WINDOW = '/chart'

/** Whether the menu of the account is beside the screen in a wide window. */
export const hasMenu = (path: string): boolean => MENU_PATHS.includes(path) || path.startsWith('/mine/')
const MENU_PATHS: readonly string[] = ['/mine', '/user', '/feedback', '/language']

/** The screen beside the menu in a wide window while the address is that of the menu. */
export function firstBeside(path: string, signedIn: boolean): '/mine/history' | '/mine/system' | undefined {
  if (path !== '/mine' && path !== '/user') return undefined
  return signedIn ? '/mine/history' : '/mine/system'
}

/** So low that fixed parts above the keyboard or the button would cover a form; the rows of settings follow it too. */
const LOW = '(max-height: 700px)'
/** The window of a desktop enlarged to 400 %: the frame scrolls. `enlarged:` in tokens.css is the same rule. */
const ENLARGED = '(max-height: 420px) and (pointer: fine)'

const wide = media(WIDE)
export const isWideNow = wide.matches
export const useIsWide = wide.useMatches
export const useIsLow = media(LOW).useMatches
export const useIsEnlarged = media(ENLARGED).useMatches

/** Whether the window matches a rule now, and a hook that says so. */
function media(rule: string): { readonly matches: () => boolean; readonly useMatches: () => boolean } {
  const query = typeof matchMedia === 'function' ? matchMedia(rule) : undefined
  const matches = () => query?.matches ?? false
  const listen = (changed: () => void) => {
    query?.addEventListener('change', changed)
    return () => query?.removeEventListener('change', changed)
  }
  return { matches, useMatches: () => useSyncExternalStore(listen, matches, () => false) }
}
