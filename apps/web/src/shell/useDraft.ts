/**
 * What was typed into a form stays there over a reload and a look at another screen, for as long as the tab lives and
 * the same person is signed in. Never for passwords and codes: those are typed into plain state.
 */
import { useRef, useState } from 'react'
import { sessionStore } from '../data/sessionStorage.ts'

type Draft = { readonly [name: string]: string | boolean }

const PREFIX = 'veritick.draft.'
const keyOf = (name: string) => PREFIX + name

/** `kept` of what a draft knows: the same names and kinds of value, nothing else. */
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
 * The draft, a function that changes some of it, and one that forgets it. Both are done at once: the form may be gone
 * the moment after.
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

/** One whose form is not shown any more. */
export const forgetDraft = (name: string): void => sessionStore().removeItem(keyOf(name))
