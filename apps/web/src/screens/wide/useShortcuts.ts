/** Listens for the shortcuts of the workspace while it is shown. */
import { useEffect } from 'react'
import { useIsLayered } from '../../design/index.ts'
import { give, useShortcutsOn } from './commands.ts'
import { pressed } from './shortcuts.ts'

/** Elements in which a letter is text or chooses an entry, and open sheets and questions. */
const TYPING =
  'input, textarea, select, [contenteditable], [role=listbox], [role=combobox], [role=dialog], [role=alertdialog]'

/** The chart in full screen is a layer, and the key that opened it also closes it. */
const LEAVES_LAYER = 'full_screen'
const isAsking = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null

export function useShortcuts(): void {
  const isLayered = useIsLayered()
  const on = useShortcutsOn()
  useEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent) => {
      const { key, code, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event
      const typing = target instanceof Element && target.closest(TYPING) !== null
      const found = pressed({ key, code, ctrlKey, metaKey, altKey, repeat, defaultPrevented, typing })
      if (found === undefined || (isLayered && !(found.command === LEAVES_LAYER && !isAsking()))) return
      event.preventDefault()
      give(found.command, found.place)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isLayered, on])
}
