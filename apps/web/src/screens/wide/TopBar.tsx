/**
 * The bar of a wide window: the company, the main screens, the account at a glance, and the links to search,
 * language, theme, shortcuts, support and account.
 */
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { lettersOf, useBrand } from '../../data/company.ts'
import { useAccount, useFeedSilent } from '../../data/live.ts'
import { useOrders } from '../../data/screenQueries.ts'
import { useSignedIn } from '../../data/session.ts'
import { Amount, classes, Icon, IconButton, LinkButton, Logo, RiskText } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AccountButton } from '../../shell/AccountButton.tsx'
import { signInPath } from '../../shell/guard.ts'
import { setTheme, useAppearance } from '../../shell/settings.ts'
import { TABS } from '../../shell/tabs.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { isWorkspace } from '../../shell/wide.ts'
import { figuresOf, inCents } from '../orders/orders.ts'
import { SupportButton } from '../support/SupportButton.tsx'
import { useCommand, useShortcutHint } from './commands.ts'
import { ShortcutSheet } from './ShortcutSheet.tsx'

export function TopBar() {
  const brand = useBrand()
  return (
    <section
      aria-label={brand.name}
      className="flex h-(--height-top) shrink-0 items-center gap-3 border-b border-line bg-surface ps-3 pe-2"
    >
      <Link to="/trade" className="flex items-center gap-2 rounded-control">
        <Logo picture={brand.logo} letters={lettersOf(brand)} />
        <bdi className="max-w-40 truncate text-17 font-bold max-[1179px]:sr-only">{brand.name}</bdi>
      </Link>
      <Navigation />
      <div className="ms-auto min-w-0">{useSignedIn() ? <Account /> : <Visitor />}</div>
      <Tools />
    </section>
  )
}

/** Quotes, trade and orders are one workspace. */
function Navigation() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <nav aria-label={t('shell.tabs_label')} className="flex shrink-0">
      {TABS.filter(({ path }) => path === '/trade' || !isWorkspace(path)).map(({ path, label }) => {
        const isHere = path === pathname || (path === '/trade' && isWorkspace(pathname))
        return (
          <Link
            key={path}
            to={path}
            aria-current={isHere ? 'page' : undefined}
            className={classes(
              'inline-flex touch items-center justify-center rounded-control px-3 -outline-offset-2 hover:bg-fill',
              isHere ? 'bg-accent-soft font-semibold text-accent' : 'text-ink-soft',
            )}
          >
            {t(label)}
          </Link>
        )
      })}
    </nav>
  )
}

function Account() {
  const t = useTranslate()
  const live = useAccount()
  const list = useOrders(1).data?.pages[0]
  const figures = inCents(figuresOf('holding', list, live))
  const silent = useFeedSilent()
  const offline = useOffline() !== undefined
  return (
    <dl
      aria-label={t('orders.account')}
      className={classes('flex items-center gap-x-4 text-13 min-[1280px]:gap-x-6', (offline || silent) && 'last-known')}
    >
      <Figure label={t('trade.balance')} currency={t('common.usd')}>
        <Amount value={figures.balance} down />
      </Figure>
      <Figure label={t('receipt.equity')} currency={t('common.usd')}>
        <Amount value={live?.Equity} down />
      </Figure>
      <Figure label={t('orders.margin')} className="max-[1079px]:hidden">
        <Amount value={figures.margin} />
      </Figure>
      <Figure label={t('trade.free_margin')}>
        <Amount value={figures.free} down />
      </Figure>
      <Figure label={t('trade.risk')} className="max-[959px]:hidden">
        <RiskText value={figures.hazard} />
      </Figure>
      <Figure label={t('orders.profit')}>
        <Amount value={figures.profit} signed coloured />
      </Figure>
    </dl>
  )
}

type FigureProps = {
  readonly label: string
  /** Beside the balance and the equity; it is never cut. */
  readonly currency?: string
  readonly className?: string
  readonly children: ReactNode
}

function Figure({ label, currency, className, children }: FigureProps) {
  return (
    <div className={classes('min-w-0', className)}>
      <dt className="flex gap-1 text-12 text-ink-muted">
        <span className="truncate">{label}</span> {currency !== undefined && <bdi>{currency}</bdi>}
      </dt>
      <dd className="font-semibold whitespace-nowrap">{children}</dd>
    </div>
  )
}

function Visitor() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return <LinkButton to={signInPath(pathname)}>{t('trade.sign_in')}</LinkButton>
}

function Tools() {
  const t = useTranslate()
  const navigate = useNavigate()
  const [help, setHelp] = useState(false)
  const isDark = useAppearance().startsWith('dark')
  const theme = t(isDark ? 'wide.theme_light' : 'wide.theme_dark')
  // In a narrow window the figures of the account need the width: the menu of the account has language and theme.
  const beside = useSignedIn() ? 'max-[1179px]:hidden' : ''
  const hint = useShortcutHint('help', t('wide.shortcuts'))
  useCommand('help', () => setHelp(true))
  return (
    <div className="flex shrink-0 items-center">
      <IconButton label={t('home.search')} onClick={() => void navigate('/product')}>
        <Icon.Search size={22} />
      </IconButton>
      <IconButton label={t('home.language')} className={beside} onClick={() => void navigate('/language')}>
        <Icon.Globe size={22} />
      </IconButton>
      <IconButton label={theme} className={beside} onClick={() => setTheme(isDark ? 'light' : 'dark')}>
        {isDark ? <Icon.Sun size={22} /> : <Icon.Moon size={22} />}
      </IconButton>
      <IconButton
        label={t('wide.shortcuts')}
        {...hint}
        className={beside}
        aria-haspopup="dialog"
        onClick={() => setHelp(true)}
      >
        <Icon.Keyboard size={22} />
      </IconButton>
      <SupportButton />
      <AccountButton />
      <ShortcutSheet open={help} onOpenChange={setHelp} />
    </div>
  )
}
