/** The app: router, caches, the frame, screens, tab bar (in a wide window the bar at the top) and notices. */
import { QueryClientProvider } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { BrowserRouter, useLocation, useNavigate } from 'react-router'
import { onSessionEnded } from '../data/api.ts'
import { pathIn } from '../data/pushMessage.ts'
import type { OpenScreen } from '../data/pushWorker.ts'
import { queryClient } from '../data/queries.ts'
import { toast, useIsLayered } from '../design/index.ts'
import { Toaster } from '../design/Toaster.tsx'
import { translateNow } from '../i18n/i18n.ts'
import { Screens } from '../routes.tsx'
import { AskForTerms } from './AskForTerms.tsx'
import { FrameBox } from './FrameBox.tsx'
import { signInPath } from './guard.ts'
import { lazyPart } from './lazyPart.tsx'
import { useSignOut } from './signOut.ts'
import { TabBar } from './TabBar.tsx'
import { isTab } from './tabs.ts'
import { TopBarPlace } from './WideSkeleton.tsx'
import { CHART_WINDOW, useIsWide } from './wide.ts'

const TopBar = lazyPart('top-bar', async () => (await import('../screens/wide/TopBar.tsx')).TopBar, {
  waiting: <TopBarPlace />,
})

/** `onShown`: called after the first screen is shown. */
export function App({ onShown }: { readonly onShown: () => void }) {
  useEffect(onShown, [onShown])
  // In the same task in which the app replaces the page of the server: boot.js then stops keeping taps.
  useLayoutEffect(() => void document.dispatchEvent(new Event('veritick.shown')), [])
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Frame />
      </BrowserRouter>
    </QueryClientProvider>
  )
}

function Frame() {
  const { pathname, search } = useLocation()
  const isWide = useIsWide()
  useSessionEnd()
  useSignOut()
  useNotificationTap()
  return (
    <FrameBox ref={useTopOf(pathname)}>
      {isWide && pathname !== CHART_WINDOW && <TopBar />}
      <Screens />
      {!isWide && isTab(pathname) && <TabBar />}
      <AskForTerms />
      {createPortal(
        <Toaster size={isWide ? 'wide' : 'phone'} layered={useIsLayered()} screen={pathname + search} />,
        document.body,
      )}
    </FrameBox>
  )
}

/** In an enlarged window the frame scrolls, not its screens: another screen begins at its top. */
function useTopOf(pathname: string): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls at each change of the screen
  useEffect(() => void frame.current?.scrollTo({ top: 0 }), [pathname])
  return frame
}

/** Opens the screen of a tapped notification, which the service worker sends. */
function useNotificationTap(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<OpenScreen>) => data?.type === 'open' && void navigate(pathIn(data))
    navigator.serviceWorker?.addEventListener('message', onMessage)
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage)
  }, [navigate])
}

/** Opens sign-in after the server ended the session, and returns to this screen afterwards. */
function useSessionEnd(): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      onSessionEnded(() => {
        if (pathname === '/login') return
        toast({ text: translateNow('shell.session_ended') })
        void navigate(signInPath(pathname + search))
      }),
    [navigate, pathname, search],
  )
}
