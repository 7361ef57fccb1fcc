/** Light, dark, or the system's theme: chosen and stored on this computer. */
import { useSyncExternalStore } from 'react'
import type { Mode } from './theme.ts'

export type Choice = Mode | 'system'

const KEY = 'veritick.office.theme'
const listeners = new Set<() => void>()

export function choiceNow(): Choice {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

export function choose(choice: Choice): void {
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // Private windows store nothing: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

export function useChoice(): Choice {
  return useSyncExternalStore(listen, choiceNow)
}

export function useMode(): Mode {
  return useSyncExternalStore(listen, modeNow)
}

function modeNow(): Mode {
  const choice = choiceNow()
  if (choice !== 'system') return choice
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function listen(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}
