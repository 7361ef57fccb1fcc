/**
 * Back closes what is on top. Every layer (sheet, drawer, question) that opens puts an entry of the same address into
 * the browser's history; going back takes the entry away and closes the layer, and a layer closed otherwise takes its
 * entry along. The router sees the same address with its own marks copied, so nothing moves for it. A sheet that the
 * address itself names needs none of this.
 */
import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

/** The part of the browser that layers need; a test gives a small one. */
export type Browser = {
  readonly history: Pick<History, 'state' | 'pushState' | 'go'>
  /** After all that happens in this tick: a layer that closes while another opens, or while the router moves on. */
  readonly later: (work: () => void) => void
}

type Entry = { readonly id: string; close: (() => void) | undefined }

export function createLayers({ history, later }: Browser) {
  /** Lowest first, as they lie in the history; without `close` its layer has gone already. */
  let entries: Entry[] = []
  /** Went back and waits to hear of it; until then nothing may be pushed, or it would be what is taken away. */
  let leaving = false
  let waiting: Entry[] = []

  const idNow = (): unknown =>
    typeof history.state === 'object' && history.state !== null ? history.state.layer : undefined
  const isOnTop = () => entries.length > 0 && entries.at(-1)?.id === idNow()

  function push(entry: Entry) {
    entries.push(entry)
    history.pushState({ ...history.state, layer: entry.id }, '')
  }

  function opened(id: string, close: () => void): void {
    const known = [...entries, ...waiting].find((entry) => entry.id === id)
    if (known !== undefined) known.close = close
    else if (leaving) waiting.push({ id, close })
    else push({ id, close })
  }

  function closed(id: string): void {
    waiting = waiting.filter((entry) => entry.id !== id)
    const known = entries.find((entry) => entry.id === id)
    if (known === undefined) return
    known.close = undefined
    later(settle)
  }

  /**
   * Takes the entries of closed layers away, where they are on top; where the router has moved on they are skipped when
   * come by.
   */
  function settle() {
    if (leaving) return
    if (!isOnTop()) {
      entries = entries.filter((entry) => entry.close !== undefined)
      return
    }
    const kept = entries.findLastIndex((entry) => entry.close !== undefined) + 1
    const gone = entries.length - kept
    if (gone === 0) return
    entries = entries.slice(0, kept)
    leaving = true
    history.go(-gone)
  }

  /** The browser has moved: layers above where it is now close, the topmost first. */
  function moved() {
    const now = idNow()
    const index = entries.findIndex((entry) => entry.id === now)
    const above = entries.slice(index + 1)
    entries = entries.slice(0, index + 1)
    leaving = false
    for (const entry of above.reverse()) entry.close?.()
    if (now !== undefined && index === -1) {
      // Left over from a layer that is no more.
      leaving = true
      history.go(-1)
      return
    }
    const next = waiting
    waiting = []
    for (const entry of next) push(entry)
    later(settle)
  }

  /**
   * How many entries of layers lie on top: who goes back past them takes this many more steps. They are not taken away
   * again.
   */
  function passed(): number {
    if (!isOnTop()) return 0
    const count = entries.length
    entries = []
    return count
  }

  return { opened, closed, moved, passed, isOnTop }
}

const layers = typeof window === 'undefined' ? undefined : startLayers()

function startLayers() {
  const made = createLayers({ history: window.history, later: (work) => setTimeout(work, 0) })
  window.addEventListener('popstate', made.moved)
  // The page was read again under an open layer: what it left in the history goes the way of everything left over.
  made.moved()
  return made
}

/** While `open`, going back calls `close`. */
export function useBackCloses(open: boolean, close: () => void): void {
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
/** Whether a sheet, drawer or question stands over the screen. */
export const useIsLayered = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      countListeners.add(changed)
      return () => countListeners.delete(changed)
    },
    () => openCount > 0,
  )

/**
 * Whether the screen it is drawn on is the one that is shown. A kept tab that is hidden would leave its sheet over the
 * next screen, where it hides everything else from who listens instead of looking.
 */
export function useIsShown(): boolean {
  const [shown, setShown] = useState(false)
  useLayoutEffect(() => {
    setShown(true)
    return () => setShown(false)
  }, [])
  return shown
}

/** Steps that going back must take beyond its own, because of the layers on top. */
export const layersPassed = (): number => layers?.passed() ?? 0

/** A move to another address from within a layer takes the layer's place. */
export const isLayerOnTop = (): boolean => layers?.isOnTop() ?? false
