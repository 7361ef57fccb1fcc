/**
 * The frame of every screen: header, market banners, and its own scroll container, so that a mounted screen keeps its
 * position and a new screen starts at its top. It sets the document title while it is shown.
 */
import { createContext, type ReactNode, type RefObject, useContext, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { branded, useBrand } from '../data/company.ts'
import { useAsOf, useConnection, useMarketHour } from '../data/live.ts'
import { writeLocal } from '../data/localStorage.ts'
import { readFromFirstPage } from '../data/paging.ts'
import { queryClient, useBasics } from '../data/queries.ts'
import { classes, FirstIcon as Icon, IconButton, Note, PullToRefresh } from '../design/index.ts'
import { formatDay, formatHour, formatMinute } from '../format/time.ts'
import { useTag, useTranslate } from '../i18n/i18n.ts'
import { useOnline } from './useOnline.ts'

type Props = {
  /** The document title. */
  readonly title: string
  /** Default: the title and a back button. */
  readonly header?: ReactNode
  /**
   * Shows whether the market is simulated or recorded, on screens with prices. `in_header`: the header has the badge of
   * the simulated market.
   */
  readonly marketNote?: boolean | 'in_header'
  /** Between header and scroll container: chips, tabs. */
  readonly bar?: ReactNode
  /** Reads the screen's lists again, which a pull cuts to their first page before. */
  readonly onRefresh?: () => Promise<unknown>
  readonly scroller?: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** In an enlarged window header, bar and footer scroll with the rest, and the frame scrolls instead of the screen. */
  readonly whole?: boolean
}

/** `side`: beside another screen, as its menu. It has no header and does not set the document title. */
export const ScreenPlace = createContext<'page' | 'side'>('page')

export function Screen(props: Props) {
  if (useContext(ScreenPlace) === 'page') return <Page {...props} />
  return (
    <nav aria-label={props.title} className="min-h-0 flex-1 overflow-y-auto">
      {props.children}
    </nav>
  )
}

function Page({ title, header, marketNote = false, bar, onRefresh, scroller, children, footer, whole = false }: Props) {
  useTitle(title)
  return (
    <div
      data-whole={whole ? '' : undefined}
      className={classes('flex min-h-0 flex-1 flex-col bg-canvas', whole && WHOLE)}
    >
      <header className="shrink-0 bg-surface pt-safe">{header ?? <BackHeader title={title} />}</header>
      <MarketState named={marketNote} />
      <main className={classes('flex min-h-0 flex-1 flex-col', whole && WHOLE)}>
        {bar}
        {onRefresh ? (
          <PullToRefresh
            onRefresh={() => readFromFirstPage(queryClient, onRefresh)}
            {...(scroller && { scroller })}
            {...(whole && { className: SCROLLED_OUTSIDE })}
          >
            {children}
          </PullToRefresh>
        ) : (
          <div
            ref={scroller}
            className={classes(
              'flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto overscroll-y-contain',
              whole && SCROLLED_OUTSIDE,
            )}
          >
            {children}
          </div>
        )}
        {footer}
      </main>
    </div>
  )
}

/** As high as its content, at least as the window. */
const WHOLE = 'enlarged:flex-[1_0_auto]'
const SCROLLED_OUTSIDE = classes(WHOLE, 'enlarged:overflow-visible')

/** Banners: prices are not real, or not current. */
export function MarketState({ named }: { readonly named: boolean | 'in_header' }) {
  const t = useTranslate()
  const online = useOnline()
  const connection = useConnection()
  const isCurrent = online && connection !== 'lost'
  return (
    <>
      {/* Always there, because screen readers announce what changes inside it, not what it comes with. */}
      <div role="status">
        {!isCurrent && (
          <Note tone="warn" within>
            {t(online ? 'shell.reconnecting' : 'shell.offline')} <ValuesFrom />
          </Note>
        )}
      </div>
      {isCurrent && named !== false && <MarketKind badge={named !== 'in_header'} />}
    </>
  )
}

/** The time of the shown figures if they are old; with the date, unless it is today. */
function ValuesFrom() {
  const t = useTranslate()
  const tag = useTag()
  const moment = useAsOf()
  if (moment === undefined) return null
  const isToday = new Date(moment).toDateString() === new Date().toDateString()
  return t('shell.values_from', { time: (isToday ? formatHour : formatMinute)(moment, { tag }) })
}

/** Renders nothing for a real and current market. */
function MarketKind({ badge }: { readonly badge: boolean }) {
  const t = useTranslate()
  const tag = useTag()
  const market = useBasics().data?.market
  const hour = useMarketHour() ?? market?.time
  const simulated = market?.simulated === true
  useEffect(() => {
    if (simulated) writeLocal(NOTED_KEY, '1')
  }, [simulated])
  if (simulated) return <SimulatedNote badge={badge} />
  if (market?.replay !== true || hour === undefined) return null
  return <Note>{t('shell.recording', { date: formatDay(hour, { tag }) })}</Note>
}

/** Read by boot.js: from the next start of the app a badge replaces the note. */
const NOTED_KEY = 'veritick.market-noted'

/** Both are rendered and CSS decides, so that nothing moves when the app replaces the server's page. */
function SimulatedNote({ badge }: { readonly badge: boolean }) {
  const t = useTranslate()
  return (
    <>
      <div className="noted:hidden">
        <Note>{t('shell.simulated')}</Note>
      </div>
      {badge && (
        <p
          role="status"
          className="hidden shrink-0 bg-accent-soft px-4 py-0.5 text-center text-12 text-accent noted:block"
        >
          {t('shell.simulated_short')}
        </p>
      )}
    </>
  )
}

/** For a header with space for the badge; the screen then sets `marketNote="in_header"`. */
export function SimulatedBadge() {
  const t = useTranslate()
  if (useBasics().data?.market.simulated !== true) return null
  return (
    <span className="hidden rounded-control bg-accent-soft px-2 text-12 font-semibold text-accent noted:inline">
      {t('shell.simulated_badge')}
    </span>
  )
}

export function BackHeader({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const t = useTranslate()
  const goBack = useGoBack()
  return (
    <div className="flex min-h-13 items-center gap-1 border-b border-line px-1.5 big:flex-wrap big:justify-end">
      <IconButton label={t('common.back')} onClick={goBack}>
        <Icon.Back />
      </IconButton>
      <h1 className="min-w-0 flex-1 truncate text-17 font-bold big:basis-4/5 big:text-15 big:whitespace-normal">
        {title}
      </h1>
      {children}
    </div>
  )
}

/** The header of a tab, which has no back button. */
export function PlainHeader({
  title,
  children,
  className,
}: {
  readonly title: string
  readonly children?: ReactNode
  readonly className?: string
}) {
  return (
    <div className={classes('flex h-13 items-center gap-1 px-4', className)}>
      <h1 className="min-w-0 flex-1 truncate text-17 font-bold">{title}</h1>
      {children}
    </div>
  )
}

/** Goes back within the app, or to the quotes if this screen was opened directly. */
export function useGoBack(): () => void {
  const navigate = useNavigate()
  return () => {
    const inside = typeof window.history.state?.idx === 'number' && window.history.state.idx > 0
    void (inside ? navigate(-1) : navigate('/', { replace: true }))
  }
}

/** For after a wait: goes back unless the customer has left the screen meanwhile. */
export function useGoBackFromHere(): () => void {
  const goBack = useGoBack()
  const { pathname } = useLocation()
  return () => {
    if (window.location.pathname === pathname) goBack()
  }
}

function useTitle(title: string): void {
  const t = useTranslate()
  const brand = useBrand()
  const words = branded(t('shell.title_page', { page: title }), brand).replace(/[\u2068\u2069]/g, '')
  useEffect(() => {
    document.title = words
  }, [words])
}
