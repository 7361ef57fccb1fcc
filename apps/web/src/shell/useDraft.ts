/**
 * Draft of a form: its text survives a reload and other screens, while the tab is open and the same customer is signed
 * in. Never for passwords and codes, which are plain state.
 */
import { useRef, useState } from 'react'
import { sessionStore } from '../data/sessionStorage.ts'

type Draft = { readonly [name: string]: string | boolean }

const PREFIX = 'veritick.draft.'
const keyOf = (name: string) => PREFIX + name

/** The part of `kept` that fits the draft: same names and types. */
export function draftOf<D extends Draft>(text: string | null, blank: D): D {
  if (text === null) return blank
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return blank
    const known = Object.entries(read).filter(([name, value]) => typeof value === typeof blank[name])
    return { ...blank, ...Object.fromEntries(known) }
  } catch {
    return blank
  }
}

/**
 * The draft, a function that changes it, and a function that clears it. Both take effect at once, because the form may
 * unmount immediately afterwards.
 */
export function useDraft<D extends Draft>(
  name: string,
  blank: D,
): readonly [D, (change: Partial<D>) => void, () => void] {
  const [storage] = useState(sessionStore)
  const [draft, setDraft] = useState(() => draftOf(storage.getItem(keyOf(name)), blank))
  const newest = useRef(draft)
  const change = (part: Partial<D>) => {
    newest.current = { ...newest.current, ...part }
    storage.setItem(keyOf(name), JSON.stringify(newest.current))
    setDraft(newest.current)
  }
  return [draft, change, () => storage.removeItem(keyOf(name))]
}

/** Clears the draft of a form that is not shown. */
export const forgetDraft = (name: string): void => sessionStore().removeItem(keyOf(name))
