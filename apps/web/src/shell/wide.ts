/**
 * Whether the window is wide enough for the workspace. Below it the app is a phone. A phone that is turned on its side
 * is wide and too low: it stays a phone. `wide:` in tokens.css is the same rule.
 */
import { useSyncExternalStore } from 'react'

export const WIDE = '(min-width: 900px) and (min-height: 501px)'

/** Screens that are one workspace in a wide window. */
const WORKSPACE_PATHS: readonly string[] = ['/', '/trade', '/order']
export const isWorkspace = (path: string): boolean => WORKSPACE_PATHS.includes(path)

/** The window that holds only a chart. */
export const CHART_WINDOW = '/chart'

/** The menu of the account stands beside these screens in a wide window. */
export const hasMenu = (path: string): boolean => MENU_PATHS.includes(path) || path.startsWith('/mine/')
const MENU_PATHS: readonly string[] = ['/mine', '/user', '/feedback', '/language']

const query = typeof matchMedia === 'function' ? matchMedia(WIDE) : undefined

export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      query?.addEventListener('change', changed)
      return () => query?.removeEventListener('change', changed)
    },
    () => query?.matches ?? false,
    () => false,
  )
