/**
 * Signing out removes the session first and then opens the quotes, so that no screen for visitors shows data of the
 * customer. Meanwhile the guard redirects to the quotes, not to sign-in. The server is informed if it can be reached;
 * the device removes the session in any case. A closed account leaves in the same way.
 */
import type { Key } from '@veritick/locales'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { create } from 'zustand'
import { call } from '../data/api.ts'
import { clearSession } from '../data/session.ts'
import { toast } from '../design/index.ts'
import { translateNow } from '../i18n/i18n.ts'

/** `words`: the last sentence to the customer. */
type Leaving = { readonly leaving: boolean; readonly words: Key }
const useLeavingStore = create<Leaving>(() => ({ leaving: false, words: 'shell.signed_out' }))

/** From the end of the session until the quotes are shown. */
export const useLeaving = (): boolean => useLeavingStore((state) => state.leaving)

export function signOut(): void {
  useLeavingStore.setState({ leaving: true, words: 'shell.signed_out' })
  endOnServer()
  clearSession()
}

/** The request reads the token at once, so the caller may remove or replace the session after it. */
export function endOnServer(): void {
  void call('logout', {}, { quiet: true, initial: true }).catch(() => undefined)
}

/** The server has closed the account and ended the session. */
export function leaveClosed(): void {
  useLeavingStore.setState({ leaving: true, words: 'messages.account_closed' })
  clearSession()
}

/** Called once, in the frame of the app. */
export function useSignOut(): void {
  const { leaving, words } = useLeavingStore()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!leaving || pathname !== QUOTES) return
    useLeavingStore.setState({ leaving: false })
    toast({ text: translateNow(words), tone: 'good' })
  }, [leaving, words, pathname])
}

const QUOTES = '/'
