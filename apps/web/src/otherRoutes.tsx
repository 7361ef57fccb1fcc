/**
 * The routes of all screens that are no tabs. Each screen mounts again and starts at its top, and its code is loaded
 * when it is first shown. This file is loaded after the first picture, because only these screens need its table.
 */
import type { Key } from '@veritick/locales'
import type { ReactNode } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { useSignedIn } from './data/session.ts'
import { useTranslate } from './i18n/i18n.ts'
import { Framed } from './shell/Framed.tsx'
import { lazyScreen } from './shell/lazyPart.tsx'
import { RealOnly } from './shell/RealOnly.tsx'
import { ScreenPlace } from './shell/Screen.tsx'
import { CHART_WINDOW, firstBeside, hasMenu, useIsWide } from './shell/wide.ts'

const ChartWindow = lazyScreen('chart-window', async () => (await import('./screens/wide/ChartWindow.tsx')).ChartWindow)
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

export function OtherScreens() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <Beside menu={useIsWide() && hasMenu(pathname)}>
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
  )
}

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
