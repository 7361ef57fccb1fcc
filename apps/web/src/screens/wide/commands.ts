/**
 * Passes a shortcut from the keyboard to the part of the workspace that executes it, and gives the key of a button. The
 * customer can turn shortcuts off; the choice is kept on this device.
 */
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { readLocal, writeLocal } from '../../data/localStorage.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useIsWide } from '../../shell/wide.ts'
import { type Command, keysShown } from './shortcuts.ts'

const KEY = 'veritick.shortcuts'
const OFF = 'off'

const useSwitch = create<{ readonly on: boolean }>(() => ({ on: readLocal(KEY) !== OFF }))

export const useShortcutsOn = (): boolean => useSwitch((state) => state.on)

export function switchShortcuts(on: boolean): void {
  writeLocal(KEY, on ? undefined : OFF)
  useSwitch.setState({ on })
}

type Listener = (place: number) => void
const listeners = new Map<Command, Set<Listener>>()

export function give(command: Command, place = 0): void {
  for (const listener of listeners.get(command) ?? []) listener(place)
}

/** Executes a command while the component is shown. */
export function useCommand(command: Command, listener: Listener): void {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    const mine: Listener = (place) => latest.current(place)
    const all = listeners.get(command) ?? new Set()
    listeners.set(command, all.add(mine))
    return () => void all.delete(mine)
  }, [command])
}

/** Tooltip and key of a button, if shortcuts are on. */
export function useShortcutHint(
  command: Command,
  label: string,
): { readonly title: string; readonly 'aria-keyshortcuts'?: string } {
  const t = useTranslate()
  const on = useShortcutsOn()
  const keys = keysShown(command)
  if (!useIsWide() || !on) return { title: label }
  return { title: t('wide.hint', { label, key: keys }), 'aria-keyshortcuts': keys }
}
