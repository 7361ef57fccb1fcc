/**
 * The routes. The five tabs stay mounted once shown: hidden, they keep position and state, and their effects stop. Home
 * is part of the main bundle, the other tabs are loaded when they are first shown. Every other screen is in
 * otherRoutes.tsx, which is loaded after the first picture.
 */
import { Activity, type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSignedIn } from './data/session.ts'
import { HomeScreen } from './screens/home/HomeScreen.tsx'
import { Framed } from './shell/Framed.tsx'
import { redirectOf } from './shell/guard.ts'
import { lazyScreen } from './shell/lazyPart.tsx'
import { useLeaving } from './shell/signOut.ts'
import { isTab, TABS, type TabPath } from './shell/tabs.ts'
import { WideSkeleton } from './shell/WideSkeleton.tsx'
import { isWorkspace, useIsWide } from './shell/wide.ts'

const TradeScreen = lazyScreen('trade', async () => (await import('./screens/trade/TradeScreen.tsx')).TradeScreen, {
  wideWaiting: <WideSkeleton />,
})
const OrdersScreen = lazyScreen('orders', async () => (await import('./screens/orders/OrdersScreen.tsx')).OrdersScreen)
const RankScreen = lazyScreen('rank', async () => (await import('./screens/rank/RankScreen.tsx')).RankScreen)
const NewsScreen = lazyScreen('news', async () => (await import('./screens/news/NewsScreen.tsx')).NewsScreen)

/** Started after the first picture, or while the words load if the app starts with one of these screens. */
export const loadOtherScreens = async () => (await import('./otherRoutes.tsx')).OtherScreens
const OtherScreens = lazyScreen('screens', loadOtherScreens)

const TAB_SCREENS: { readonly [P in TabPath]: ReactNode } = {
  '/': <HomeScreen />,
  '/trade': <TradeScreen />,
  '/order': <OrdersScreen />,
  '/rank': <RankScreen />,
  '/news': <NewsScreen />,
}

/** The tab that becomes the workspace in a wide window: the chart and an open ticket keep their state. */
const WORKSPACE_TAB: TabPath = '/trade'

export function Screens() {
  const { pathname, search } = useLocation()
  const isWide = useIsWide()
  const leaving = useLeaving()
  const redirect = redirectOf({ path: pathname, search, signedIn: useSignedIn(), leaving })
  const tab = isWide && isWorkspace(pathname) ? WORKSPACE_TAB : pathname
  return (
    <>
      <KeptTabs shown={redirect === undefined ? tab : undefined} />
      {redirect !== undefined && <Navigate to={redirect} replace />}
      {!isTab(pathname) && !leaving && <OtherScreens />}
    </>
  )
}

/** Every tab shown so far, one of them visible. */
function KeptTabs({ shown }: { readonly shown: string | undefined }) {
  const [seen, setSeen] = useState<readonly string[]>([])
  if (shown !== undefined && isTab(shown) && !seen.includes(shown)) setSeen([...seen, shown])
  return TABS.filter((tab) => seen.includes(tab.path)).map((tab) => (
    <Activity key={tab.path} mode={tab.path === shown ? 'visible' : 'hidden'}>
      <Framed column={!isWorkspace(tab.path)}>{TAB_SCREENS[tab.path]}</Framed>
    </Activity>
  ))
}
