/**
 * Favourites of a signed-in customer, on this device and on the server (decision 66). The device shows a change at once
 * and sends it to the server; another device reads it at its next start. A failed change is sent later, also after a
 * reload. At sign-in the favourites of a visitor are added to the account; sign-out removes them from the device.
 */
import { FAVOURITES_MAX } from '@veritick/contract'
import { call, isFinalRefusal } from './api.ts'
import { favouritesNow, onFavourites, setFavourites } from './lists.ts'
import { readLocal, writeLocal } from './localStorage.ts'
import { isSignInReplaced, onSession, sessionNow } from './session.ts'

/**
 * The change that the server does not have yet. `join`: favourites of a visitor; `replace`: a change of the customer.
 */
const WAITING = ['none', 'join', 'replace'] as const
export type Waiting = (typeof WAITING)[number]

/** The parts of the app that the sync uses; a test passes its own. */
export type SyncWorld = {
  readonly read: () => Promise<readonly string[]>
  readonly send: (codes: readonly string[]) => Promise<unknown>
  readonly now: () => readonly string[]
  readonly show: (codes: readonly string[]) => void
  readonly waiting: { readonly get: () => Waiting; readonly set: (waiting: Waiting) => void }
  /** Schedules a retry. */
  readonly later: (work: () => void, millis: number) => void
  /** Whether a retry cannot succeed. A server that is busy or starts again refuses for now only. */
  readonly isFinal: (error: unknown) => boolean
}

/** The pause after the first failure; each further failure doubles it. */
const RETRY_MILLIS = 15_000
const RETRY_MILLIS_MAX = 900_000

export class FavouriteSync {
  readonly #world: SyncWorld
  /** Number of the current session; answers for earlier sessions are ignored. 0: signed out. */
  #session = 0
  #sessions = 0
  #showing = false
  #sending = false
  /** Failures since the last success, for the pause before the next retry. */
  #failures = 0
  /** Number of the newest retry: earlier ones do nothing. */
  #retries = 0

  constructor(world: SyncWorld) {
    this.#world = world
  }

  /** A customer is signed in. `joins`: until now this device showed a visitor or another account. */
  begin(joins: boolean): void {
    this.#sessions += 1
    this.#session = this.#sessions
    this.#sending = false
    this.#failures = 0
    if (joins) this.#world.waiting.set('join')
    void this.#meet(this.#session)
  }

  end(): void {
    this.#session = 0
    this.#world.waiting.set('none')
    this.#show([])
  }

  /** The customer changed the favourites. */
  changed(): void {
    if (this.#showing || this.#session === 0) return
    if (this.#world.waiting.get() === 'none') this.#world.waiting.set('replace')
    if (this.#world.waiting.get() === 'replace') void this.#send(this.#session)
  }

  async #meet(session: number): Promise<void> {
    const { waiting, now, read } = this.#world
    if (waiting.get() === 'replace') return this.#send(session)
    try {
      const theirs = await read()
      if (session !== this.#session) return
      this.#failures = 0
      if (waiting.get() === 'replace') return await this.#send(session)
      if (waiting.get() === 'none') return this.#show(theirs)
      const joined = [...new Set([...theirs, ...now()])]
      this.#show(joined)
      waiting.set(joined.length === theirs.length ? 'none' : 'replace')
      if (waiting.get() === 'replace') await this.#send(session)
    } catch (error) {
      this.#retry(error, session, () => void this.#meet(session))
    }
  }

  /** Sends one request at a time; a change during the request is sent after it. */
  async #send(session: number): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    const codes = this.#world.now()
    try {
      await this.#world.send(codes)
      if (session !== this.#session) return
      this.#sending = false
      this.#failures = 0
      this.#retries += 1
      if (this.#world.now() === codes) this.#world.waiting.set('none')
      else await this.#send(session)
    } catch (error) {
      if (session === this.#session) this.#sending = false
      this.#retry(error, session, () => void this.#send(session))
    }
  }

  #retry(error: unknown, session: number, work: () => void): void {
    if (session !== this.#session || this.#world.isFinal(error)) return
    const pause = Math.min(RETRY_MILLIS * 2 ** this.#failures, RETRY_MILLIS_MAX)
    this.#failures += 1
    this.#retries += 1
    const number = this.#retries
    this.#world.later(() => session === this.#session && number === this.#retries && work(), pause)
  }

  #show(codes: readonly string[]): void {
    this.#showing = true
    this.#world.show(codes)
    this.#showing = false
  }
}

const WAITING_KEY = 'veritick.favourites-waiting'

/** Called once at start. */
export function startFavourites(): void {
  const sync = new FavouriteSync({
    read: async () => (await call('favouriteList', {}, { quiet: true, initial: true })).codes,
    send: (codes) => call('favouriteSet', { codes: codes.slice(0, FAVOURITES_MAX).join(' ') }, { quiet: true }),
    now: favouritesNow,
    show: setFavourites,
    waiting: {
      get: () => WAITING.find((each) => each === readLocal(WAITING_KEY)) ?? 'none',
      set: (waiting) => isSignInReplaced() || writeLocal(WAITING_KEY, waiting === 'none' ? undefined : waiting),
    },
    later: (work, millis) => setTimeout(work, millis),
    isFinal: isFinalRefusal,
  })
  onFavourites(() => sync.changed())
  onSession(({ token }, before) => {
    if (token === before.token) return
    if (token === undefined) sync.end()
    else sync.begin(true)
  })
  if (sessionNow().token !== undefined) sync.begin(false)
}
