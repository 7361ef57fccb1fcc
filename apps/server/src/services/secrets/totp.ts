/**
 * The second factor: codes of an authenticator app (RFC 6238) and recovery codes for the day the phone is gone. A code
 * works once: the step it belongs to is given back and must be kept; codes of that step and older ones are refused from
 * then on.
 */
import { base32nopad } from '@scure/base'
import type { Millis } from '@veritick/domain'
import { generateURI, verifySync } from 'otplib'
import type { Runtime } from '../clock/index.ts'

const SECRET_BYTES = 20
/** A step: each code of an app is shown for so long. */
export const PERIOD_SECONDS = 30
/** One step before and after: a phone's clock may be half a minute off, and people type slowly. */
const TOLERANCE_SECONDS = 30
/** While the operator has stated no brand. */
const TOTP_ISSUER = 'Veritick'

/** A new secret in base32, as authenticator apps take it. Store it encrypted. */
export function newTotpSecret(runtime: Pick<Runtime, 'random'>): string {
  return base32nopad.encode(runtime.random(SECRET_BYTES))
}

/** The text of the QR code. `account` is shown in the app, so that people can tell their accounts apart. */
export function totpUrl(options: {
  readonly secret: string
  readonly account: string
  readonly brand?: string
}): string {
  return generateURI({ issuer: options.brand || TOTP_ISSUER, label: options.account, secret: options.secret })
}

/**
 * The time step of a right code, otherwise `undefined`. `lastStep` is the step of the last code that was accepted, 0 at
 * first. The caller keeps the new step in the same transaction, and only if it is larger than the one that is kept by
 * then.
 */
export function totpStep(options: {
  readonly secret: string
  readonly code: string
  readonly at: Millis
  readonly lastStep: number
}): number | undefined {
  const code = options.code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return undefined
  const result = verifySync({
    secret: options.secret,
    token: code,
    epoch: Math.floor(options.at / 1000),
    period: PERIOD_SECONDS,
    epochTolerance: TOLERANCE_SECONDS,
  })
  return result.valid && 'timeStep' in result && result.timeStep > options.lastStep ? result.timeStep : undefined
}

export const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10

/**
 * Ten codes such as `ABCD-EFGH-JKLM-NPQR`, shown once. Keep only a keyed hash of each one's `recoveryText`, and delete
 * that when it was used.
 */
export function newRecoveryCodes(runtime: Runtime): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = base32nopad.encode(runtime.random(RECOVERY_BYTES))
    return (text.match(/.{4}/g) ?? []).join('-')
  })
}

/** Small letters, spaces and dashes do not matter; 0, 1 and 8 are read as O, I and B. */
export function recoveryText(code: string): string {
  return code.toUpperCase().replace(/[\s-]/g, '').replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B')
}
