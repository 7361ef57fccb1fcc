/**
 * Passkeys among what the browser fills in for the account's name: picked there, one signs in without a button. A
 * challenge is asked for when the screen is shown, and again before it is too old. Where the browser or the server
 * cannot, nothing happens.
 */
import type { CallData } from '@veritick/contract'
import { useEffect, useRef } from 'react'
import { CallFailed, call, newKey } from '../../data/api.ts'
import { awaitFilledPasskey, browserFillsPasskeys, stopAwaiting } from '../../data/passkeys.ts'
import { toast } from '../../design/index.ts'
import { useHasPasskeys } from '../passkeys/PasskeyButton.tsx'

/** Below the five minutes that a challenge lives. */
const RENEW_MILLIS = 240_000

export function useFilledPasskey(enabled: boolean, onSignedIn: (session: CallData<'passkeySignIn'>) => void): void {
  const isOffered = useHasPasskeys()
  const latest = useRef(onSignedIn)
  latest.current = onSignedIn
  useEffect(() => {
    if (!enabled || !isOffered) return
    let isOver = false
    const wait = async () => {
      try {
        if (isOver || !(await browserFillsPasskeys())) return
        const passkey = await awaitFilledPasskey(await call('passkeyOptions', { purpose: 'sign_in' }, { quiet: true }))
        if (isOver || passkey === undefined) return
        latest.current(await call('passkeySignIn', { passkey }, { quiet: true, idempotencyKey: newKey() }))
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        // A challenge that could not be had is no fault of who reads the form; a passkey that was refused is told.
        if (error.kind === 'refused' && !isOver) toast({ text: error.message, tone: 'bad' })
      }
    }
    void wait()
    const renewing = setInterval(() => void wait(), RENEW_MILLIS)
    return () => {
      isOver = true
      clearInterval(renewing)
      stopAwaiting()
    }
  }, [enabled, isOffered])
}
