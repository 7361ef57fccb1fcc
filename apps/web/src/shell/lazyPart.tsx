/**
 * A component whose code and words are loaded when it is first shown. Until then it shows a spinner; offline it shows
 * the reason, offers a retry and continues automatically. React's own `lazy` keeps a failure permanently.
 */
import { type ComponentType, Fragment, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { Spinner } from '../design/index.ts'
import { loadAllWords, useTranslate } from '../i18n/i18n.ts'
import { Broken } from './Boundary.tsx'
import { BROWSER } from './browserWorld.ts'
import { Chunk } from './chunk.ts'
import { OfflineState } from './OfflineState.tsx'
import { PlainHeader, Screen } from './Screen.tsx'
import { TABS } from './tabs.ts'
import { useIsWide } from './wide.ts'

type Look = {
  /** Wraps the state that replaces the part. */
  readonly Frame?: ComponentType<{ readonly children: ReactNode }>
  /** While it loads; a spinner by default. */
  readonly waiting?: ReactNode
}

/** `name` identifies the part in this tab. */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  { Frame = Fragment, waiting = <Waiting /> }: Look = {},
): ComponentType<Props> {
  const chunk = new Chunk(
    name,
    async () => {
      const [part] = await Promise.all([load(), loadAllWords()])
      return part
    },
    BROWSER,
  )
  return function LazyPart(props) {
    const state = useSyncExternalStore(chunk.subscribe, chunk.now)
    useEffect(chunk.start, [])
    if (state?.kind === 'ready') return <state.part {...props} />
    if (state === undefined || state.kind === 'loading') return waiting
    return <Frame>{state.kind === 'offline' ? <OfflineState onRetry={chunk.start} /> : <Broken />}</Frame>
  }
}

/** The same for a whole screen: until its code is loaded it has a generic header. */
export const lazyScreen = (
  name: string,
  load: () => Promise<ComponentType>,
  { wideWaiting }: { readonly wideWaiting?: ReactNode } = {},
): ComponentType =>
  lazyPart(name, load, {
    Frame: MissingScreen,
    waiting: wideWaiting === undefined ? <Waiting /> : <WaitingByWidth wide={wideWaiting} />,
  })

const WaitingByWidth = ({ wide }: { readonly wide: ReactNode }) => (useIsWide() ? wide : <Waiting />)

function MissingScreen({ children }: { readonly children: ReactNode }) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const tab = TABS.find((each) => each.path === pathname)
  const title = tab === undefined ? t('shell.not_loaded') : t(tab.label)
  return (
    <Screen title={title} {...(tab !== undefined && { header: <PlainHeader title={title} /> })}>
      {children}
    </Screen>
  )
}

function Waiting() {
  return (
    <div className="grid flex-1 place-items-center bg-canvas text-ink-muted">
      <Spinner />
    </div>
  )
}

/** `Frame` of a part that is left out when its code cannot be loaded. */
export function Nothing() {
  return null
}
