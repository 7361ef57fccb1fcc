/**
 * What must not be readable in a stolen copy of the store lies sealed: AES-256-GCM with a fresh nonce, bound to its
 * purpose and row, so that a sealed value moved to another row does not open. Looking for equals (the same document
 * twice) works on fingerprints: a keyed hash that says nothing without the key. A value that does not open is never
 * shown in part.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Runtime } from '../clock/index.ts'

/** The place of an encrypted value. `purpose` is a constant of the code such as `totp`; `row` names the row. */
export type Place = { readonly purpose: string; readonly row: string }

/** A key and the id that says which one it is, and nothing about it. */
export type EncryptionKey = { readonly id: Uint8Array; readonly secret: Uint8Array }

/** A key that is missing or malformed, or a sealed value that does not open: in words an operator can act on. */
export class EncryptionRefused extends Error {}

export type Encryption = {
  encrypt(place: Place, plain: Uint8Array): Uint8Array
  /** Throws EncryptionRefused when the key is missing, the place is another or a single bit was changed. */
  decrypt(place: Place, sealed: Uint8Array): Uint8Array
  encryptText(place: Place, plain: string): Uint8Array
  decryptText(place: Place, sealed: Uint8Array): string
  /** Equal for equal content of one purpose: 64 hex digits. */
  fingerprint(purpose: string, content: string | Uint8Array): string
}

/** Layout: format (1 byte), key id, nonce, ciphertext, tag. The first two are authenticated with the place. */
const FORMAT = 1
export const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + KEY_ID_BYTES
const CIPHER = 'aes-256-gcm'

/**
 * `keys`: the first seals, every one opens, and the last, the oldest, makes the fingerprints: so a new key is put in
 * front and equals are still found.
 */
export function encryptionWith(options: {
  readonly keys: readonly [EncryptionKey, ...EncryptionKey[]]
  readonly runtime: Runtime
}): Encryption {
  const { keys, runtime } = options
  const sealer = keys[0]
  const sealKeys = new Map(keys.map((key) => [hex(key.id), derived(key, 'seal')]))
  const fingerprintKey = derived(keys.at(-1) ?? sealer, 'fingerprint')

  const encrypt = (place: Place, plain: Uint8Array): Uint8Array => {
    const head = Buffer.concat([Uint8Array.of(FORMAT), sealer.id])
    const nonce = runtime.random(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, keyNamed(hex(sealer.id)), nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(boundTo(head, place))
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return new Uint8Array(Buffer.concat([head, nonce, body, cipher.getAuthTag()]))
  }

  const decrypt = (place: Place, sealed: Uint8Array): Uint8Array => {
    if (sealed.length < HEAD_BYTES + NONCE_BYTES + TAG_BYTES || sealed[0] !== FORMAT) throw broken(place)
    const head = sealed.subarray(0, HEAD_BYTES)
    const key = keyNamed(hex(head.subarray(1)))
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(boundTo(head, place))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    try {
      return new Uint8Array(
        Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES + NONCE_BYTES, -TAG_BYTES)), decipher.final()]),
      )
    } catch {
      throw broken(place)
    }
  }

  const keyNamed = (id: string): Uint8Array => {
    const key = sealKeys.get(id)
    if (key === undefined)
      throw new EncryptionRefused(`sealed with key ${id}, which is not here: put it back beside the others`)
    return key
  }

  return {
    encrypt,
    decrypt,
    encryptText: (place, plain) => encrypt(place, Buffer.from(plain, 'utf8')),
    decryptText: (place, sealed) => Buffer.from(decrypt(place, sealed)).toString('utf8'),
    fingerprint: (purpose, content) => {
      const purposeLength = Buffer.alloc(4)
      purposeLength.writeUInt32BE(Buffer.byteLength(purpose))
      return createHmac('sha256', fingerprintKey)
        .update(purposeLength)
        .update(purpose, 'utf8')
        .update(content)
        .digest('hex')
    },
  }
}

/** Each use has a key of its own, so that none says anything about another. */
function derived(key: EncryptionKey, use: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key.secret, '', `veritick vault ${use}`, 32))
}

/** Lengths stand before the parts: no two places read the same. */
function boundTo(head: Uint8Array, place: Place): Uint8Array {
  const parts = [place.purpose, place.row].map((part) => Buffer.from(part, 'utf8'))
  return Buffer.concat([
    head,
    ...parts.flatMap((part) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(part.length)
      return [length, part]
    }),
  ])
}

function broken(place: Place): EncryptionRefused {
  return new EncryptionRefused(
    `a sealed value of purpose "${place.purpose}" does not open: it was changed, or belongs to another row`,
  )
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
