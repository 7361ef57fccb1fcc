/** The routes that require sign-in, and the redirects to sign-in and back. */

/** Routes that require sign-in. */
const SIGNED_IN_ONLY: readonly string[] = [
  '/order',
  '/user',
  '/mine/auth',
  '/mine/invite',
  '/mine/password',
  '/mine/confirm-email',
  '/mine/two-factor',
  '/mine/passkeys',
  '/mine/sessions',
  '/mine/close-account',
  '/mine/charge',
  '/mine/withdraw',
  '/mine/wallet',
  '/mine/history',
  '/mine/notices',
  '/mine/price-alerts',
  '/mine/bank-card-list',
  '/mine/coin-address-list',
  '/mine/withdraw-way',
]

/** The redirect of a route; `undefined`: none. */
export function redirectOf(visit: {
  readonly path: string
  readonly search: string
  readonly signedIn: boolean
  /** The customer is signing out: every screen redirects to the quotes. */
  readonly leaving: boolean
}): string | undefined {
  if (visit.leaving) return visit.path === '/' ? undefined : '/'
  if (visit.signedIn || !SIGNED_IN_ONLY.includes(visit.path)) return undefined
  return signInPath(visit.path + visit.search)
}

/** Sign-in never returns to these routes. */
const ENTRANCES: readonly string[] = ['/login', '/register', '/forgot']

/** Registration; `from` is passed on to the sign-in after it. */
export const registerPath = (from: string): string => `/register?from=${encodeURIComponent(from)}`

export const signInPath = (from: string): string => `/login?from=${encodeURIComponent(from)}`

/** The target after a registration: home names no next step, the account has deposit and verification. */
export function registeredPath(search: string): string {
  const path = returnPath(search)
  return path === '/' ? '/mine' : path
}

/** A placeholder for the app's own origin. */
const HERE = 'http://here.invalid'

/** The target after signing in: a path of this app, never another site that the URL may name. */
export function returnPath(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/'
  const target = URL.canParse(from, HERE) ? new URL(from, HERE) : undefined
  if (target?.origin !== HERE || ENTRANCES.includes(target.pathname)) return '/'
  // `/.//elsewhere` is a path here, but another site as a link.
  if (target.pathname.startsWith('//')) return '/'
  return target.pathname + target.search
}
