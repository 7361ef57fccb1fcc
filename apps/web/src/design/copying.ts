/**
 * Puts a text on the clipboard. A page that came without encryption has no clipboard of its own: there the old way does
 * it.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyOldWay(text)
  }
}

function copyOldWay(text: string): boolean {
  const field = document.createElement('textarea')
  const before = document.activeElement
  field.value = text
  field.readOnly = true
  // Within what is open: a dialog takes the focus from everything outside of it.
  const home = before?.closest('[role=dialog],[role=alertdialog]') ?? document.body
  field.className = 'fixed start-0 top-0 opacity-0'
  home.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
