/**
 * Message authentication codes (HMAC-SHA-256) over bytes that leave the store, such as a backup: only a holder of the
 * encryption key can make one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { derived, type Encryption, type EncryptionKey } from './encryption.ts'
import { idOf } from './keys.ts'

/** The id of the key, and 64 hex digits. */
export type Mac = { readonly key: string; readonly mac: string }

/** `purpose`: a constant of the code. The newest key makes it. */
export function macOf(
  [newest]: readonly EncryptionKey[],
  made: { readonly purpose: string; readonly bytes: Uint8Array },
): Mac | undefined {
  return newest && { key: idOf(newest), mac: digestOf(newest, made) }
}

/** False also where none of the keys made it. */
export function isMacOf(
  keys: readonly EncryptionKey[],
  given: { readonly purpose: string; readonly bytes: Uint8Array; readonly mac: Mac },
): boolean {
  const key = keys.find((each) => idOf(each) === given.mac.key)
  if (key === undefined) return false
  const [wanted, found] = [Buffer.from(digestOf(key, given)), Buffer.from(given.mac.mac)]
  return wanted.length === found.length && timingSafeEqual(wanted, found)
}

function digestOf(key: EncryptionKey, of: { readonly purpose: string; readonly bytes: Uint8Array }): string {
  return createHmac('sha256', derived(key, `mac ${of.purpose}`))
    .update(of.bytes)
    .digest('hex')
}

/**
 * 32 bytes, for the codes of the batches of this world's journal (journal/batch-mac.ts). The oldest key makes them, as
 * it makes fingerprints.
 */
export function journalKeyOf(encryption: Pick<Encryption, 'fingerprint'>, world: string): Uint8Array {
  return new Uint8Array(Buffer.from(encryption.fingerprint('key of the journal', world), 'hex'))
}
