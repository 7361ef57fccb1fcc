/** The five screens of the tab bar, which stay mounted, in their order. */

import type { Key } from '@veritick/locales'
import { FirstIcon as Icon } from '../design/index.ts'

export const TABS = [
  { path: '/', label: 'shell.tab_quotes', icon: Icon.Quotes },
  { path: '/trade', label: 'shell.tab_trade', icon: Icon.Candles },
  { path: '/order', label: 'shell.tab_orders', icon: Icon.Orders },
  { path: '/rank', label: 'shell.tab_ranking', icon: Icon.Ranking },
  { path: '/news', label: 'shell.tab_news', icon: Icon.News },
] as const satisfies readonly { readonly path: string; readonly label: Key; readonly icon: unknown }[]

export type TabPath = (typeof TABS)[number]['path']

export const isTab = (path: string): path is TabPath => TABS.some((tab) => tab.path === path)
