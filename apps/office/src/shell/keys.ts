/** Keyboard shortcuts of a screen: single letters, only while no text field has the focus and no dialog is open. */
import { useEffect, useRef } from 'react'

export type KeyMap = { readonly [key: string]: (() => void) | undefined }

export function useKeys(keys: KeyMap, enabled = true): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!enabled) return
    const pressed = (event: KeyboardEvent) => {
      const act = latest.current[event.key]
      if (act === undefined || isElsewhere(event)) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [enabled])
}

function isElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  if (document.querySelector('.MuiDialog-root, .MuiMenu-root') !== null) return true
  const { target } = event
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('input, textarea, select, [contenteditable], [role="combobox"]') !== null) return true
  return event.key === 'Enter' && target.closest('button, a') !== null
}
