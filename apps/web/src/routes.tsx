/**
 * The screen of each route. The five tabs stay mounted once shown: hidden, they keep position and state, and their
 * effects stop. Every other screen mounts again and starts at its top. The first screen is part of the main bundle, the
 * others are loaded when they are first shown.
 */
import type { Key } from '@veritick/locales'
import { Activity, type ReactNode, useState } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { useSignedIn } from './data/session.ts'
import { classes } from './design/index.ts'
import { useTranslate } from './i18n/i18n.ts'
import { HomeScreen } from './screens/home/HomeScreen.tsx'
import { Boundary } from './shell/Boundary.tsx'
import { redirectOf } from './shell/guard.ts'
import { lazyScreen } from './shell/lazyPart.tsx'
import { RealOnly } from './shell/RealOnly.tsx'
import { ScreenPlace } from './shell/Screen.tsx'
import { useLeaving } from './shell/signOut.ts'
import { isTab, TABS, type TabPath } from './shell/tabs.ts'
import { WideSkeleton } from './shell/WideSkeleton.tsx'
import { CHART_WINDOW, firstBeside, hasMenu, isWorkspace, useIsWide } from './shell/wide.ts'

const TradeScreen = lazyScreen('trade', async () => (await import('./screens/trade/TradeScreen.tsx')).TradeScreen, {
  wideWaiting: <WideSkeleton />,
})
const ChartWindow = lazyScreen('chart-window', async () => (await import('./screens/wide/ChartWindow.tsx')).ChartWindow)
const OrdersScreen = lazyScreen('orders', async () => (await import('./screens/orders/OrdersScreen.tsx')).OrdersScreen)
const RankScreen = lazyScreen('rank', async () => (await import('./screens/rank/RankScreen.tsx')).RankScreen)
const NewsScreen = lazyScreen('news', async () => (await import('./screens/news/NewsScreen.tsx')).NewsScreen)
const ArticleScreen = lazyScreen(
  'article',
  async () => (await import('./screens/news/ArticleScreen.tsx')).ArticleScreen,
)
const AnnouncementsScreen = lazyScreen(
  'announcements',
  async () => (await import('./screens/news/AnnouncementsScreen.tsx')).AnnouncementsScreen,
)
const LoginScreen = lazyScreen('login', async () => (await import('./screens/login/LoginScreen.tsx')).LoginScreen)
const LanguageScreen = lazyScreen(
  'language',
  async () => (await import('./screens/language/LanguageScreen.tsx')).LanguageScreen,
)
const InstrumentScreen = lazyScreen(
  'instrument',
  async () => (await import('./screens/instrument/InstrumentScreen.tsx')).InstrumentScreen,
)
const SearchScreen = lazyScreen('search', async () => (await import('./screens/search/SearchScreen.tsx')).SearchScreen)
const RegisterScreen = lazyScreen(
  'register',
  async () => (await import('./screens/register/RegisterScreen.tsx')).RegisterScreen,
)
const ForgotScreen = lazyScreen('forgot', async () => (await import('./screens/forgot/ForgotScreen.tsx')).ForgotScreen)
const AccountScreen = lazyScreen(
  'account',
  async () => (await import('./screens/account/AccountScreen.tsx')).AccountScreen,
)
const SystemScreen = lazyScreen('system', async () => (await import('./screens/system/SystemScreen.tsx')).SystemScreen)
const AuthScreen = lazyScreen('auth', async () => (await import('./screens/identity/AuthScreen.tsx')).AuthScreen)
const InviteScreen = lazyScreen('invite', async () => (await import('./screens/invite/InviteScreen.tsx')).InviteScreen)
const ConfirmEmailScreen = lazyScreen(
  'confirm-email',
  async () => (await import('./screens/email/ConfirmEmailScreen.tsx')).ConfirmEmailScreen,
)
const TwoFactorScreen = lazyScreen(
  'two-factor',
  async () => (await import('./screens/security/TwoFactorScreen.tsx')).TwoFactorScreen,
)
const PasskeysScreen = lazyScreen(
  'passkeys',
  async () => (await import('./screens/passkeys/PasskeysScreen.tsx')).PasskeysScreen,
)
const SessionsScreen = lazyScreen(
  'sessions',
  async () => (await import('./screens/security/SessionsScreen.tsx')).SessionsScreen,
)
const ClosingScreen = lazyScreen(
  'closing',
  async () => (await import('./screens/closing/ClosingScreen.tsx')).ClosingScreen,
)
const PasswordScreen = lazyScreen(
  'password',
  async () => (await import('./screens/password/PasswordScreen.tsx')).PasswordScreen,
)
const DepositScreen = lazyScreen(
  'deposit',
  async () => (await import('./screens/deposit/DepositScreen.tsx')).DepositScreen,
)
const WithdrawScreen = lazyScreen(
  'withdraw',
  async () => (await import('./screens/withdraw/WithdrawScreen.tsx')).WithdrawScreen,
)
const WalletScreen = lazyScreen('wallet', async () => (await import('./screens/wallet/WalletScreen.tsx')).WalletScreen)
const HistoryScreen = lazyScreen(
  'history',
  async () => (await import('./screens/history/HistoryScreen.tsx')).HistoryScreen,
)
const NoticesScreen = lazyScreen(
  'notices',
  async () => (await import('./screens/notices/NoticesScreen.tsx')).NoticesScreen,
)
const PriceAlertsScreen = lazyScreen(
  'price-alerts',
  async () => (await import('./screens/priceAlerts/PriceAlertsScreen.tsx')).PriceAlertsScreen,
)
const ChatScreen = lazyScreen('chat', async () => (await import('./screens/support/ChatScreen.tsx')).ChatScreen)
const EmailScreen = lazyScreen('email', async () => (await import('./screens/support/EmailScreen.tsx')).EmailScreen)
const FeedbackScreen = lazyScreen(
  'feedback',
  async () => (await import('./screens/support/FeedbackScreen.tsx')).FeedbackScreen,
)
const BankListScreen = lazyScreen(
  'bank-list',
  async () => (await import('./screens/payees/BankListScreen.tsx')).BankListScreen,
)
const CoinListScreen = lazyScreen(
  'coin-list',
  async () => (await import('./screens/payees/CoinListScreen.tsx')).CoinListScreen,
)
const BindScreen = lazyScreen('bind', async () => (await import('./screens/payees/BindScreen.tsx')).BindScreen)
const VerifyScreen = lazyScreen('verify', async () => (await import('./screens/verify/VerifyScreen.tsx')).VerifyScreen)
const AboutScreen = lazyScreen('about', async () => (await import('./screens/about/AboutScreen.tsx')).AboutScreen)
const TermsScreen = lazyScreen('terms', async () => (await import('./screens/legal/LegalScreen.tsx')).TermsScreen)
const PrivacyScreen = lazyScreen('privacy', async () => (await import('./screens/legal/LegalScreen.tsx')).PrivacyScreen)
const NotFoundScreen = lazyScreen(
  'not-found',
  async () => (await import('./screens/placeholders/NotFoundScreen.tsx')).NotFoundScreen,
)

const TAB_SCREENS: { readonly [P in TabPath]: ReactNode } = {
  '/': <HomeScreen />,
  '/trade': <TradeScreen />,
  '/order': <OrdersScreen />,
  '/rank': <RankScreen />,
  '/news': <NewsScreen />,
}

/** The tab that becomes the workspace in a wide window: the chart and an open ticket keep their state. */
const WORKSPACE_TAB: TabPath = '/trade'

/**
 * Routes of real accounts only. For a demo account the screen explains how to open a real account, under the same
 * title.
 */
const REAL_SCREENS: readonly { readonly path: string; readonly title: Key; readonly screen: ReactNode }[] = [
  { path: '/mine/auth', title: 'identity.title', screen: <AuthScreen /> },
  { path: '/mine/invite', title: 'account.row_invite', screen: <InviteScreen /> },
  { path: '/mine/confirm-email', title: 'confirm_email.title', screen: <ConfirmEmailScreen /> },
  { path: '/mine/two-factor', title: 'two_factor.title', screen: <TwoFactorScreen /> },
  { path: '/mine/passkeys', title: 'passkeys.title', screen: <PasskeysScreen /> },
  { path: '/mine/sessions', title: 'sessions.title', screen: <SessionsScreen /> },
  { path: '/mine/password', title: 'password.title', screen: <PasswordScreen /> },
  { path: '/mine/charge', title: 'account.row_deposit', screen: <DepositScreen /> },
  { path: '/mine/withdraw', title: 'account.row_withdraw', screen: <WithdrawScreen /> },
  { path: '/mine/wallet', title: 'account.row_wallet', screen: <WalletScreen /> },
  { path: '/mine/bank-card-list', title: 'account.row_bank_list', screen: <BankListScreen /> },
  { path: '/mine/coin-address-list', title: 'account.row_coin_list', screen: <CoinListScreen /> },
  { path: '/mine/withdraw-way', title: 'account.row_bind', screen: <BindScreen /> },
]

export function Screens() {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const isWide = useIsWide()
  const leaving = useLeaving()
  const redirect = redirectOf({ path: pathname, search, signedIn: useSignedIn(), leaving })
  const tab = isWide && isWorkspace(pathname) ? WORKSPACE_TAB : pathname
  return (
    <>
      <KeptTabs shown={redirect === undefined ? tab : undefined} />
      {redirect !== undefined && <Navigate to={redirect} replace />}
      {!isTab(pathname) && !leaving && (
        <Beside menu={isWide && hasMenu(pathname)}>
          <Routes>
            <Route path="/login" element={<LoginScreen />} />
            <Route path="/register" element={<RegisterScreen />} />
            <Route path="/forgot" element={<ForgotScreen />} />
            <Route path={CHART_WINDOW} element={<ChartWindow />} />
            <Route path="/mine" element={<Mine />} />
            <Route path="/user" element={<Mine />} />
            <Route path="/mine/system" element={<SystemScreen />} />
            <Route path="/mine/history" element={<HistoryScreen />} />
            <Route path="/mine/close-account" element={<ClosingScreen />} />
            <Route path="/mine/notices" element={<NoticesScreen />} />
            <Route path="/mine/price-alerts" element={<PriceAlertsScreen />} />
            <Route path="/mine/about-us" element={<AboutScreen />} />
            <Route path="/mine/usage-terms" element={<TermsScreen />} />
            <Route path="/mine/approximation-agreement" element={<PrivacyScreen />} />
            <Route path="/mine/chat" element={<ChatScreen />} />
            <Route path="/mine/email" element={<EmailScreen />} />
            <Route path="/feedback" element={<FeedbackScreen />} />
            <Route path="/mine/announcement" element={<AnnouncementsScreen />} />
            <Route path="/news/detail" element={<ArticleScreen />} />
            <Route path="/language" element={<LanguageScreen />} />
            <Route path="/product" element={<SearchScreen />} />
            <Route path="/verify" element={<VerifyScreen />} />
            <Route path="/instrument" element={<InstrumentScreen />} />
            {REAL_SCREENS.map(({ path, title, screen }) => (
              <Route key={path} path={path} element={<RealOnly title={t(title)}>{screen}</RealOnly>} />
            ))}
            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
        </Beside>
      )}
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

/** `column`: with the width of a text or a form, in the middle of a wide window. */
function Framed({ column, children }: { readonly column: boolean; readonly children: ReactNode }) {
  return (
    <div className={classes('flex min-h-0 min-w-0 flex-1 flex-col', column && COLUMN)}>
      <Boundary>{children}</Boundary>
    </div>
  )
}
const COLUMN = 'wide:mx-auto wide:w-full wide:max-w-(--width-page) wide:border-x wide:border-line'

/** In a wide window the account is the menu, with its first screen beside it. */
function Mine() {
  const first = firstBeside(useLocation().pathname, useSignedIn())
  if (!useIsWide()) return <AccountScreen />
  return first === '/mine/history' ? <HistoryScreen /> : <SystemScreen />
}

/** A screen, with the menu of the account at the end edge, below its button in the bar. */
function Beside({ menu, children }: { readonly menu: boolean; readonly children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-0 flex-1 justify-center">
      <Framed key={pathname} column={pathname !== CHART_WINDOW}>
        {children}
      </Framed>
      {menu && (
        <ScreenPlace value="side">
          <div className="flex w-(--width-menu) shrink-0 flex-col border-s border-line">
            <AccountScreen />
          </div>
        </ScreenPlace>
      )}
    </div>
  )
}
