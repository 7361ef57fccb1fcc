/**
 * Whether the staff member is active: the page is visible and was used recently. An inactive page reads nothing, so
 * that its session expires; it says so, and reads again at once when it is used.
 */
import { useSyncExternalStore } from 'react'

export const INACTIVE_AFTER_MS = 5 * 60_000
const CHECK_EVERY_MS = 30_000
/** A moving pointer sends many events a second. */
const TOUCHED_EVERY_MS = 1_000
const TOUCHES = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

export function useUserActive(): boolean {
  return useSyncExternalStore(listen, isUserActive, () => true)
}

/** Calls `read` each time the staff member returns: what the page shows is as old as their absence. Returns the end. */
export function onReturn(read: () => void): () => void {
  let before = isUserActive()
  return listen(() => {
    const now = isUserActive()
    if (now && !before) read()
    before = now
  })
}

let touchedAt = Date.now()

function isUserActive(): boolean {
  return document.visibilityState === 'visible' && Date.now() - touchedAt < INACTIVE_AFTER_MS
}

function listen(listener: () => void): () => void {
  const touched = () => {
    if (isUserActive() && Date.now() - touchedAt < TOUCHED_EVERY_MS) return
    touchedAt = Date.now()
    listener()
  }
  const timer = setInterval(listener, CHECK_EVERY_MS)
  for (const touch of TOUCHES) window.addEventListener(touch, touched, { passive: true })
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    for (const touch of TOUCHES) window.removeEventListener(touch, touched)
    document.removeEventListener('visibilitychange', listener)
  }
}
