/** Who may see which route, and the way to sign in and back. */

/** Routes that a visitor is sent to sign in from. */
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
  '/mine/charge',
  '/mine/withdraw',
  '/mine/wallet',
  '/mine/history',
  '/mine/notices',
  '/mine/bank-card-list',
  '/mine/coin-address-list',
  '/mine/withdraw-way',
]

/** Where to go instead; `undefined`: go on. */
export function redirectOf(visit: {
  readonly path: string
  readonly search: string
  readonly signedIn: boolean
}): string | undefined {
  if (visit.signedIn || !SIGNED_IN_ONLY.includes(visit.path)) return undefined
  return signInPath(visit.path + visit.search)
}

/** Nobody is led back to these after signing in. */
const ENTRANCES: readonly string[] = ['/login', '/register', '/forgot']

/** Opening a real account; where it was asked for is kept for the sign-in that follows. */
export const registerPath = (from: string): string => `/register?from=${encodeURIComponent(from)}`

export const signInPath = (from: string): string => `/login?from=${encodeURIComponent(from)}`

/** Stands in for this app's own address, wherever it is served. */
const HERE = 'http://here.invalid'

/** Where signing in leads back to: a path of this app, never another site, whatever the address says. */
export function returnPath(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/'
  const target = URL.canParse(from, HERE) ? new URL(from, HERE) : undefined
  if (target?.origin !== HERE || ENTRANCES.includes(target.pathname)) return '/'
  // `/.//elsewhere` is a path here, and another site once it is read as a link.
  if (target.pathname.startsWith('//')) return '/'
  return target.pathname + target.search
}
