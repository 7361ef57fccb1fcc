/**
 * The back button closes the topmost layer. Every layer (sheet, drawer, question) that opens pushes a history entry
 * with the same URL. Going back removes the entry and closes the layer; a layer that closes otherwise removes its
 * entry. The router sees the same URL with its own state copied, so it does not navigate. A sheet that is part of the
 * URL needs no such entry.
 */
import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

/** The part of the browser that layers use; a test passes its own. */
export type Browser = {
  readonly history: Pick<History, 'state' | 'pushState' | 'go'>
  /** Runs `work` after this tick: a layer may close while another opens, or while the router navigates. */
  readonly later: (work: () => void) => void
}

/** The answer of a layer that does not close now; its entry is pushed again. */
export const STAYS = 'stays'

/** Closes the layer, or answers `STAYS`. */
type Close = () => unknown
type Entry = { readonly id: string; close: Close | undefined }

/** The open layers of one browser window, and their history entries. */
class Layers {
  readonly #browser: Browser
  /** Lowest first, as in the history; without `close` the layer has closed already. */
  #entries: Entry[] = []
  /**
   * True from a call of `go` until the browser reports the move. A push in between would extend the entry that is
   * removed.
   */
  #leaving = false
  #waiting: Entry[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  get #idNow(): unknown {
    const { state } = this.#browser.history
    return typeof state === 'object' && state !== null ? state.layer : undefined
  }

  isOnTop(): boolean {
    return this.#entries.length > 0 && this.#entries.at(-1)?.id === this.#idNow
  }

  opened(id: string, close: Close): void {
    const known = [...this.#entries, ...this.#waiting].find((entry) => entry.id === id)
    if (known !== undefined) known.close = close
    else if (this.#leaving) this.#waiting.push({ id, close })
    else this.#push({ id, close })
  }

  closed(id: string): void {
    this.#waiting = this.#waiting.filter((entry) => entry.id !== id)
    const known = this.#entries.find((entry) => entry.id === id)
    if (known === undefined) return
    known.close = undefined
    this.#browser.later(() => this.#settle())
  }

  /** The browser has moved: layers above its current entry close, the topmost first. */
  moved(): void {
    const now = this.#idNow
    const index = this.#entries.findIndex((entry) => entry.id === now)
    const above = this.#entries.slice(index + 1)
    this.#entries = this.#entries.slice(0, index + 1)
    this.#leaving = false
    const staying = above.reverse().filter((entry) => entry.close?.() === STAYS)
    this.#waiting = [...staying.reverse(), ...this.#waiting]
    if (now !== undefined && index === -1) {
      // The entry of a layer that no longer exists.
      this.#leaving = true
      this.#browser.history.go(-1)
      return
    }
    const next = this.#waiting
    this.#waiting = []
    for (const entry of next) this.#push(entry)
    this.#browser.later(() => this.#settle())
  }

  /**
   * Number of entries of layers on top of the history. Going back past them takes this many more steps. The entries are
   * not removed again.
   */
  passed(): number {
    if (!this.isOnTop()) return 0
    const count = this.#entries.length
    this.#entries = []
    return count
  }

  #push(entry: Entry): void {
    const { history } = this.#browser
    this.#entries.push(entry)
    history.pushState({ ...history.state, layer: entry.id }, '')
  }

  /**
   * Removes the entries of closed layers while they are on top. Below another screen they are skipped on the way back.
   */
  #settle(): void {
    if (this.#leaving) return
    if (!this.isOnTop()) {
      this.#entries = this.#entries.filter((entry) => entry.close !== undefined)
      return
    }
    const kept = this.#entries.findLastIndex((entry) => entry.close !== undefined) + 1
    const gone = this.#entries.length - kept
    if (gone === 0) return
    this.#entries = this.#entries.slice(0, kept)
    this.#leaving = true
    this.#browser.history.go(-gone)
  }
}

export const createLayers = (browser: Browser): Layers => new Layers(browser)

const layers = typeof window === 'undefined' ? undefined : startLayers()

function startLayers() {
  const made = createLayers({ history: window.history, later: (work) => setTimeout(work, 0) })
  window.addEventListener('popstate', () => made.moved())
  // The page was reloaded under an open layer: its entry is treated like every leftover entry.
  made.moved()
  return made
}

/** While `open`, going back calls `close`, which may answer `STAYS`. */
export function useBackCloses(open: boolean, close: Close): void {
  const id = useId()
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!open || layers === undefined) return
    serial += 1
    const mine = `${id} ${serial}`
    layers.opened(mine, () => latest.current())
    countLayer(1)
    return () => {
      layers.closed(mine)
      countLayer(-1)
    }
  }, [open, id])
}
let serial = 0

let openCount = 0
const countListeners = new Set<() => void>()
function countLayer(step: 1 | -1): void {
  openCount += step
  for (const listener of countListeners) listener()
}
/** Whether a sheet, drawer or question is open over the screen. */
export const useIsLayered = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      countListeners.add(changed)
      return () => countListeners.delete(changed)
    },
    () => openCount > 0,
  )

/**
 * Whether this screen is the visible one. The sheet of a hidden tab would otherwise stay over the next screen and hide
 * it from screen readers.
 */
export function useIsShown(): boolean {
  const [shown, setShown] = useState(false)
  useLayoutEffect(() => {
    setShown(true)
    return () => setShown(false)
  }, [])
  return shown
}

/** Extra steps that going back must take, because of entries of layers on top. */
export const layersPassed = (): number => layers?.passed() ?? 0

/** A navigation from within a layer replaces the entry of the layer. */
export const isLayerOnTop = (): boolean => layers?.isOnTop() ?? false
