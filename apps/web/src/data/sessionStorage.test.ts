/** Session storage belongs to one customer: it survives a reload, but no change of the signed-in customer. */

import { SIGNED_IN } from '@veritick/testing/signed-in'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Tab = Awaited<ReturnType<typeof opened>>
let device: Record<string, string>
let drawer: Record<string, string>
let tab: Tab

const user = { ...SIGNED_IN, id: 7, is_demo: 0 as const }
const ana = { token: 'token-ana', user }
const ben = { token: 'token-ben', user: { ...user, id: 8 } }
const BODY = { number: '100' }

/** The page after a reload: fresh modules, unchanged storage. */
async function opened() {
  vi.resetModules()
  const [kept, session, codes, attempts] = await Promise.all([
    import('./sessionStorage.ts'),
    import('./session.ts'),
    import('./codes.ts'),
    import('../submit/storedAttempt.ts'),
  ])
  kept.startSessionCleanup()
  return { ...kept, ...session, ...codes, ...attempts }
}

/** Everything that screens store. */
function fillIn() {
  tab.sessionStore().setItem('veritick.draft.identity', '{"name":"Ana Sousa","card":"AB-123"}')
  tab.sessionStore().setItem('veritick.card', '12')
  tab.beginWait('reset ana@example.com', 60)
  draw().write({ state: 'unanswered', key: 'k', intent: 'w', body: BODY })
}
const draw = () =>
  tab.attemptStore<typeof BODY>({ name: 'draw', user: user.id, now: Date.now, storage: tab.sessionStore })
const personal = () => JSON.stringify(drawer).match(/Ana|AB-123|ana@|number|"12"/g)

beforeEach(async () => {
  device = {}
  drawer = {}
  vi.stubGlobal('navigator', { languages: [] })
  vi.stubGlobal(
    'localStorage',
    storageOf(() => device),
  )
  vi.stubGlobal(
    'sessionStorage',
    storageOf(() => drawer),
  )
  tab = await opened()
  tab.signIn(ana)
  fillIn()
})
afterEach(() => void vi.unstubAllGlobals())

function storageOf(where: () => Record<string, string>) {
  const methods = {
    getItem: (key: string) => where()[key] ?? null,
    setItem: (key: string, value: string) => {
      where()[key] = value
    },
    removeItem: (key: string) => {
      delete where()[key]
    },
  }
  return new Proxy(methods, {
    ownKeys: () => Object.keys(where()),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

it('keeps the values over a reload by the same customer', async () => {
  tab = await opened()
  tab.setUser(user)
  expect(tab.sessionStore().getItem('veritick.draft.identity')).toContain('Ana Sousa')
  expect(draw().read()).toMatchObject({ state: 'unanswered', key: 'k' })
  expect(tab.secondsLeftOf('reset ana@example.com', Date.now())).toBeGreaterThan(0)
})

it.each([
  ['the session ends, by the server or by signing out', () => tab.clearSession()],
  ['another customer signs in', () => tab.signIn(ben)],
])('removes all values when %s', (_, change) => {
  change()
  expect(personal()).toBeNull()
  expect(draw().read()).toEqual({ state: 'idle' })
  expect(tab.secondsLeftOf('reset ana@example.com', Date.now())).toBe(0)
})

it('removes the values when the customer changed in another tab and this tab reloads', async () => {
  const mine = drawer
  drawer = {}
  const other = await opened()
  other.clearSession()
  other.signIn(ben)
  drawer = mine
  expect(personal()).not.toBeNull()
  tab = await opened()
  expect(personal()).toBeNull()
  expect(tab.secondsLeftOf('reset ana@example.com', Date.now())).toBe(0)
})

/** Another tab of the browser: the same device, and a drawer of its own that it takes away again. */
async function inOtherTab(work: (other: Tab) => void) {
  const mine = drawer
  drawer = {}
  work(await opened())
  drawer = mine
}

it('leaves the sign-in of another tab when the old one of this tab ends', async () => {
  await inOtherTab((other) => {
    other.clearSession()
    other.signIn(ben)
  })
  const { 'veritick.sign-in': id } = device
  tab.clearSession()
  expect(tab.sessionNow().token).toBeUndefined()
  expect(device).toMatchObject({ 'veritick.token': 'token-ben', 'veritick.sign-in': id })
  tab.sessionStore().setItem('veritick.draft.identity', '{"name":"Ana Sousa"}')
  tab = await opened()
  expect(tab.sessionNow().token).toBe('token-ben')
  expect(personal()).toBeNull()
})

/** The events of the page, and its reloads. */
function follows() {
  const page = { window: new EventTarget(), document: new EventTarget(), reloads: 0 }
  vi.stubGlobal('window', page.window)
  vi.stubGlobal('document', page.document)
  tab.followSignIn(() => {
    page.reloads += 1
  })
  return page
}

it.each([
  ['signs another customer in', (other: Tab) => other.signIn(ben)],
  ['signs out', (other: Tab) => other.clearSession()],
])('loads the page again when another tab %s', async (_, change) => {
  const page = follows()
  page.window.dispatchEvent(new Event('storage'))
  expect(page.reloads).toBe(0)
  await inOtherTab(change)
  page.window.dispatchEvent(new Event('storage'))
  expect(page.reloads).toBe(1)
})

it('loads a page that slept again when it is shown, also after its old sign-in has ended', async () => {
  const page = follows()
  await inOtherTab((other) => other.signIn(ben))
  tab.clearSession()
  page.document.dispatchEvent(new Event('visibilitychange'))
  expect(page.reloads).toBe(1)
})

it('does not load the page again after its own sign-in or sign-out, or without storage', async () => {
  const look = (page: ReturnType<typeof follows>) => {
    page.window.dispatchEvent(new Event('storage'))
    page.document.dispatchEvent(new Event('visibilitychange'))
    return page.reloads
  }
  const page = follows()
  tab.signIn(ben)
  expect(look(page)).toBe(0)
  tab.clearSession()
  expect(look(page)).toBe(0)
  vi.stubGlobal('localStorage', undefined)
  tab = await opened()
  const bare = follows()
  tab.signIn(ana)
  expect([look(bare), tab.sessionNow().token]).toEqual([0, 'token-ana'])
})

it('stores nothing from a form that outlives its session', () => {
  const storage = tab.sessionStore()
  const late = tab.attemptStore<typeof BODY>({ name: 'draw', user: user.id, now: Date.now, storage: () => storage })
  tab.clearSession()
  late.write({ state: 'unanswered', key: 'k', intent: 'w', body: BODY })
  expect(personal()).toBeNull()
})

it('stores no target when the customer signs out while a code is being sent', async () => {
  let answer: (sent: { readonly wait: number }) => void = () => undefined
  const requesting = tab.requestCode(
    'own confirm_email ana@other.example',
    () => new Promise((done) => (answer = done)),
  )
  tab.clearSession()
  answer({ wait: 60 })
  await requesting
  tab.beginWait('register ben@example.com', 60)
  expect(personal()).toBeNull()
})

it('works without session storage', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  tab = await opened()
  expect(() => tab.clearSession()).not.toThrow()
})
