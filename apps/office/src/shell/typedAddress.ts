/**
 * An address of the office that is typed, or opened from a bookmark, while the office is open makes a history entry
 * without the number that the router gives its own. The router cannot hold back the way between such an entry and the
 * next: the back button would leave a page with unsaved text unasked (actions/UnsavedText.tsx). So the entry is given
 * the next number before the router reads it.
 */
type Entry = { readonly idx?: unknown } | null

export function numberTypedAddresses(): { readonly shown: () => void } {
  let last = 0
  const number = () => (window.history.state as Entry)?.idx
  const shown = () => {
    const here = number()
    if (typeof here === 'number') last = here
  }
  const arrived = () => {
    if (number() === undefined) window.history.replaceState({ ...window.history.state, idx: last + 1 }, '')
  }
  window.addEventListener('popstate', arrived, { capture: true })
  return { shown }
}
