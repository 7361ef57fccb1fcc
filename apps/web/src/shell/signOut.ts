/**
 * Signing out opens the quotes first and then forgets the session; otherwise the guard of a personal screen would open
 * sign-in. The server is informed if it can be reached; the device forgets the session in any case.
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

/** Called once, in the frame of the app. */
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
