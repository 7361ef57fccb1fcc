/** Opens a demo account and signs in to it: on the home screen and below the chart of a visitor. */
import type { CallData } from '@veritick/contract'
import { useState } from 'react'
import { openDemo } from '../data/demo.ts'
import { signIn } from '../data/session.ts'
import { toast } from '../design/index.ts'
import { useTranslate } from '../i18n/i18n.ts'

/** The balance of a demo account that was just opened. */
const FIRST_BALANCE = '100000.000000'

/** The account of the device is opened once; later calls lead back to it. */
const isNew = ({ user }: CallData<'createAccountDemoForU'>) => user.balance === FIRST_BALANCE

export function useStartDemo(): { readonly busy: boolean; readonly start: () => void } {
  const t = useTranslate()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      const opened = await openDemo()
      signIn(opened)
      toast({ text: t(isNew(opened) ? 'home.practise_ready' : 'home.practise_back'), tone: 'good' })
    } catch {
      // `call` shows the failure.
    } finally {
      setBusy(false)
    }
  }
  return { busy, start: () => void start() }
}
