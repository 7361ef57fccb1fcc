/**
 * Whether the staff member is active: the page is visible and was used recently. An inactive page reads nothing, so
 * that its session expires; it says so, and reads again at once when it is used.
 */
import { useSyncExternalStore } from 'react'

export const INACTIVE_AFTER_MS = 5 * 60_000
const CHECK_EVERY_MS = 30_000
/** A moving pointer sends many events a second. */
const TOUCHED_EVERY_MS = 1_000
/** `hashchange`: the staff member typed another address or went back, which presses no key in the page. */
const TOUCHES = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'hashchange'] as const

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
/** One set for all: each use of the page is told to every listener. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

export function isUserActive(): boolean {
  return document.visibilityState === 'visible' && Date.now() - touchedAt < INACTIVE_AFTER_MS
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) start()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

function start(): void {
  timer = setInterval(tell, CHECK_EVERY_MS)
  for (const touch of TOUCHES) window.addEventListener(touch, touched, { passive: true })
  document.addEventListener('visibilitychange', hiddenOrShown)
}

function stop(): void {
  clearInterval(timer)
  for (const touch of TOUCHES) window.removeEventListener(touch, touched)
  document.removeEventListener('visibilitychange', hiddenOrShown)
}

function touched(): void {
  if (isUserActive() && Date.now() - touchedAt < TOUCHED_EVERY_MS) return
  touchedAt = Date.now()
  tell()
}

/** A staff member who comes back to the tab uses it. */
function hiddenOrShown(): void {
  if (document.visibilityState === 'visible') touchedAt = Date.now()
  tell()
}

function tell(): void {
  for (const listener of [...listeners]) listener()
}
