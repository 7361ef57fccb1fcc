/** Light, dark, or as the system has it: chosen on this computer and kept there. */
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
    // Private windows keep nothing: the choice does not outlive the page.
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
