/**
 * Every route of the app: its title, who sees it, and what stands there for a customer without records. A test compares
 * the table with `routes.tsx` and `otherRoutes.tsx` of the app.
 */
import type { Key } from '@veritick/locales'
import { type Phone, pattern } from './phone.ts'

export type RouteRow = {
  /** As in the app; `*` is every other address. */
  readonly path: string
  /** The address that is visited; default: the path. */
  readonly address?: string
  readonly title: Key
  /** The place of a value in the title. */
  readonly gap?: string
  /** A price stands behind the title. */
  readonly priced?: true
  /** Walked as a visitor, without an account, or as a customer. */
  readonly by: 'visitor' | 'customer'
  /** A route of customers that also has content for visitors; from all others a visitor is sent to sign in. */
  readonly visitors?: true
  /** Shown where there are no records yet. */
  readonly empty?: Key
  /** Without an answer of the server it says so and offers to try again. */
  readonly reads?: true
  /** One part of the app stands on all of these; only their titles differ. One of them is walked in full. */
  readonly alike?: true
}

const realOnly = (path: string, title: Key): RouteRow => ({
  path,
  title,
  by: 'customer',
  empty: 'fields.real_only',
  reads: true,
  ...(path !== '/mine/auth' && { alike: true }),
})

export const ROUTES: readonly RouteRow[] = [
  { path: '/', title: 'home.title', by: 'visitor' },
  { path: '/trade', title: 'instrument.title', by: 'visitor', priced: true, reads: true },
  {
    path: '/chart',
    address: '/chart?code=EURUSD',
    title: 'instrument.title',
    by: 'visitor',
    priced: true,
    reads: true,
  },
  { path: '/rank', title: 'shell.tab_ranking', by: 'visitor', empty: 'shell.ranking_title', reads: true },
  { path: '/news', title: 'news.title', by: 'visitor', empty: 'news.empty', reads: true },
  {
    path: '/news/detail',
    address: '/news/detail?id=999999',
    title: 'news.article',
    by: 'visitor',
    empty: 'news.unknown_title',
    reads: true,
  },
  { path: '/login', title: 'login.title', by: 'visitor' },
  { path: '/register', title: 'register.title', by: 'visitor', reads: true },
  { path: '/forgot', title: 'forgot.title', by: 'visitor' },
  { path: '/language', title: 'language.title', by: 'visitor' },
  { path: '/product', title: 'search.title', by: 'visitor' },
  { path: '/verify', title: 'verify.title', by: 'visitor' },
  {
    path: '/instrument',
    address: '/instrument?code=EURUSD',
    title: 'instrument.title_of',
    gap: 'code',
    by: 'visitor',
    reads: true,
  },
  { path: '/feedback', title: 'support.feedback_title', by: 'visitor' },
  { path: '/mine/system', title: 'system.title', by: 'visitor' },
  { path: '/mine/about-us', title: 'company.about_title', by: 'visitor', reads: true },
  { path: '/mine/usage-terms', title: 'legal.terms_title', by: 'visitor', reads: true },
  { path: '/mine/approximation-agreement', title: 'legal.privacy_title', by: 'visitor', reads: true },
  { path: '/mine/email', title: 'support.email_title', by: 'visitor', reads: true },
  {
    path: '/mine/announcement',
    title: 'news.announcements',
    by: 'visitor',
    empty: 'news.announcements_empty',
    reads: true,
  },
  { path: '*', address: '/nowhere', title: 'shell.not_found', by: 'visitor' },
  { path: '/order', title: 'orders.title', by: 'customer', empty: 'orders.empty_holding', reads: true },
  { path: '/mine', title: 'account.title', by: 'customer', visitors: true },
  { path: '/user', title: 'account.title', by: 'customer' },
  { path: '/mine/chat', title: 'support.title', by: 'customer', visitors: true, reads: true },
  { path: '/mine/history', title: 'history.title', by: 'customer', reads: true },
  { path: '/mine/notices', title: 'notices.title', by: 'customer', empty: 'notices.empty', reads: true },
  { path: '/mine/price-alerts', title: 'price_alerts.title', by: 'customer', empty: 'price_alerts.empty', reads: true },
  { path: '/mine/close-account', title: 'closing.title', by: 'customer', reads: true },
  realOnly('/mine/auth', 'identity.title'),
  realOnly('/mine/invite', 'account.row_invite'),
  realOnly('/mine/confirm-email', 'confirm_email.title'),
  realOnly('/mine/two-factor', 'two_factor.title'),
  realOnly('/mine/passkeys', 'passkeys.title'),
  realOnly('/mine/sessions', 'sessions.title'),
  realOnly('/mine/password', 'password.title'),
  realOnly('/mine/charge', 'account.row_deposit'),
  realOnly('/mine/withdraw', 'account.row_withdraw'),
  realOnly('/mine/wallet', 'account.row_wallet'),
  realOnly('/mine/bank-card-list', 'account.row_bank_list'),
  realOnly('/mine/coin-address-list', 'account.row_coin_list'),
  realOnly('/mine/withdraw-way', 'account.row_bind'),
]

export const addressOf = ({ path, address = path }: RouteRow): string => address

/** Waits until the route is shown: its title, its first heading, and nothing that is still loading. */
export async function shown(phone: Phone, row: RouteRow): Promise<void> {
  const { page, t } = phone
  await page.waitForFunction(
    ({ source, address, path }) =>
      new RegExp(source).test(document.title.replace(/[\u2068\u2069]/g, '')) &&
      (location.pathname + location.search === address || (path === '/chart' && location.pathname === path)),
    { source: titleOf(phone, row).source, address: addressOf(row), path: row.path },
  )
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.getByLabel(t('common.loading')).first().waitFor({ state: 'hidden' })
  if (row.empty !== undefined) await page.getByText(t(row.empty), { exact: true }).first().waitFor()
}

function titleOf(phone: Phone, { title, gap, priced }: RouteRow): RegExp {
  if (priced) return /^\S+ [\d.,]+ · /
  if (gap !== undefined) return new RegExp(`${pattern(phone, title, gap).source.replace(/\\s\*\$$/, '')} · `)
  const words = phone.t('shell.title_page', { page: phone.t(title) }).replace(/[\u2068\u2069]/g, '')
  return new RegExp(`^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
}
