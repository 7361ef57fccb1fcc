/** Opens a demo account and signs in to it: on the home screen and below the chart of a visitor. */
import { useState } from 'react'
import { openDemo } from '../data/demo.ts'
import { signIn } from '../data/session.ts'
import { toast } from '../design/index.ts'
import { useTranslate } from '../i18n/i18n.ts'

export function useStartDemo(): { readonly busy: boolean; readonly start: () => void } {
  const t = useTranslate()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      signIn(await openDemo())
      toast({ text: t('home.practise_ready'), tone: 'good' })
    } catch {
      // `call` shows the failure.
    } finally {
      setBusy(false)
    }
  }
  return { busy, start: () => void start() }
}
