/**
 * Passkeys in the autofill of the account field: picking one signs in without a button. A challenge is requested when
 * the screen opens, and again before it expires. Does nothing without support by browser and server.
 */
import type { CallData } from '@veritick/contract'
import { useEffect, useRef } from 'react'
import { CallFailed, call } from '../../data/api.ts'
import { awaitFilledPasskey, browserFillsPasskeys, stopAwaiting } from '../../data/passkeys.ts'
import { newKey } from '../../data/requestKey.ts'
import { toast } from '../../design/index.ts'
import { useHasPasskeys } from '../passkeys/PasskeyButton.tsx'

/** Shorter than the five minutes that a challenge is valid. */
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
        // A missing challenge is not shown; a refused passkey is.
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
