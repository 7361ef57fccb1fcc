/**
 * Whether the staff member is active: the page is visible and was used recently. An inactive page reads nothing, so
 * that its session expires.
 */
import { useSyncExternalStore } from 'react'

const INACTIVE_AFTER_MS = 5 * 60_000
const CHECK_EVERY_MS = 30_000

export function useUserActive(): boolean {
  return useSyncExternalStore(listen, isUserActive, () => true)
}

let touchedAt = Date.now()

function isUserActive(): boolean {
  return document.visibilityState === 'visible' && Date.now() - touchedAt < INACTIVE_AFTER_MS
}

function listen(listener: () => void): () => void {
  const touched = () => {
    touchedAt = Date.now()
    listener()
  }
  const timer = setInterval(listener, CHECK_EVERY_MS)
  window.addEventListener('keydown', touched)
  window.addEventListener('pointerdown', touched)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    window.removeEventListener('keydown', touched)
    window.removeEventListener('pointerdown', touched)
    document.removeEventListener('visibilitychange', listener)
  }
}
