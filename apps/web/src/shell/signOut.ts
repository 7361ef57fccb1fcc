/**
 * Signing out goes home first and forgets the session there: forgotten on a screen that needs one, the guard would lead
 * to sign-in instead. The server is told if it can be reached; this device forgets in any case.
 */
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { create } from 'zustand'
import { call } from '../data/api.ts'
import { clearSession } from '../data/session.ts'
import { toast } from '../design/index.ts'
import { translateNow } from '../i18n/i18n.ts'

const useLeaving = create<{ readonly leaving: boolean }>(() => ({ leaving: false }))

export const signOut = (): void => useLeaving.setState({ leaving: true })

/** Once, in the frame of the app. */
export function useSignOut(): void {
  const leaving = useLeaving((state) => state.leaving)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!leaving) return
    if (pathname !== '/') return void navigate('/', { replace: true })
    useLeaving.setState({ leaving: false })
    void call('logout', {}, { quiet: true, initial: true }).catch(() => undefined)
    clearSession()
    toast({ text: translateNow('shell.signed_out'), tone: 'good' })
  }, [leaving, pathname, navigate])
}
