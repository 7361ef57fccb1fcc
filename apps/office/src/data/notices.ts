/** The result of the latest action, for the notice at the bottom of the screen. */
import { useSyncExternalStore } from 'react'

export type Notice = { readonly message: string; readonly kind: 'success' | 'info' | 'error'; readonly number: number }

let shown: Notice | undefined
let count = 0
const listeners = new Set<() => void>()

/** Shows a notice in the place of an earlier one. */
export function notify(message: string, kind: Notice['kind']): void {
  count += 1
  set({ message, kind, number: count })
}

export function dismissNotice(): void {
  set(undefined)
}

export const noticeNow = (): Notice | undefined => shown

export function useNotice(): Notice | undefined {
  return useSyncExternalStore(listen, noticeNow)
}

function set(next: Notice | undefined): void {
  shown = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
