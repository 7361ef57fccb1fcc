/** Copies a text to the clipboard. A page without TLS has no clipboard API; there it uses `execCommand`. */
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
  // Inside the open dialog, because a dialog moves the focus away from elements outside of it.
  const home = before?.closest('[role=dialog],[role=alertdialog]') ?? document.body
  field.className = 'fixed start-0 top-0 opacity-0'
  home.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
