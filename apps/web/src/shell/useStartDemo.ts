/**
 * Opens the demo account of the device and signs in to it: for a visitor, and for a customer of a real account, whose
 * session ends then.
 */
import type { CallData } from '@veritick/contract'
import { useState } from 'react'
import { openDemo } from '../data/demo.ts'
import { sessionNow, signIn } from '../data/session.ts'
import { toast } from '../design/index.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { endOnServer } from './signOut.ts'

/** The balance of a demo account that was just opened. */
const FIRST_BALANCE = '100000.000000'

/** The account of the device is opened once; later calls lead back to it. */
const isNew = ({ user }: CallData<'createAccountDemoForU'>) => user.balance === FIRST_BALANCE

/** Without an answer the session stays as it was; the failure is shown by `call`. */
export async function startDemo(): Promise<CallData<'createAccountDemoForU'>> {
  const opened = await openDemo()
  if (sessionNow().token !== undefined) endOnServer()
  signIn(opened)
  return opened
}

export function useStartDemo(): { readonly busy: boolean; readonly start: () => void } {
  const t = useTranslate()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      const opened = await startDemo()
      toast({ text: t(isNew(opened) ? 'home.practise_ready' : 'home.practise_back'), tone: 'good' })
    } catch {
      // `call` shows the failure.
    } finally {
      setBusy(false)
    }
  }
  return { busy, start: () => void start() }
}
