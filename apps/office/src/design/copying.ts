/**
 * Copies a text to the clipboard and keeps what became of it. A page without TLS has no clipboard API; there it uses
 * `execCommand`. The web app has the same function in its own `design/copying.ts`, because no app imports another.
 */
import { useEffect, useState } from 'react'

const SAID_MS = 2_000

/** False: the browser has copied nothing, and the staff member must select the text. */
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
  field.style.cssText = 'position:fixed;top:0;opacity:0'
  // Inside the open dialog, because a dialog moves the focus away from elements outside of it.
  const home = before?.closest('[role=dialog]') ?? document.body
  home.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}

export type CopyOutcome = 'none' | 'copied' | 'failed'

export const COPY_LABELS: Readonly<Record<CopyOutcome, string>> = {
  none: 'Copy',
  copied: 'Copied',
  failed: 'Not copied: select the text',
}

/** The outcome is shown for two seconds. */
export function useCopy(text: string): { readonly outcome: CopyOutcome; readonly copy: () => void } {
  const [outcome, setOutcome] = useState<CopyOutcome>('none')
  useEffect(() => {
    if (outcome === 'none') return
    const timer = setTimeout(() => setOutcome('none'), SAID_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  return { outcome, copy: () => void copyText(text).then((done) => setOutcome(done ? 'copied' : 'failed')) }
}
