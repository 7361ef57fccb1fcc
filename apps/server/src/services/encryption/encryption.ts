/**
 * Encrypts data that must not be readable in a stolen copy of the store: AES-256-GCM with a fresh nonce, bound to its
 * purpose and row, so that an encrypted value moved to another row does not open. Equal values (the same document
 * twice) are found by fingerprints: a keyed hash that says nothing without the key. A value that does not open is never
 * shown in part.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, webcrypto } from 'node:crypto'
import type { Runtime } from '../clock/index.ts'
import { RowVersions } from './row-versions.ts'
import { UsedCredentials } from './used-credentials.ts'

/**
 * The purpose and the row that an encrypted value is bound to. `purpose` is a constant of the code such as `totp`;
 * `row` names the row.
 */
export type EncryptionContext = { readonly purpose: string; readonly row: string }

/** A key and the id that says which one it is, and nothing about it. */
export type EncryptionKey = { readonly id: Uint8Array; readonly secret: Uint8Array }

/** A key that is missing or malformed, or an encrypted value that does not open: in words an operator can act on. */
export class EncryptionRefused extends Error {}

export type Encryption = {
  encrypt(context: EncryptionContext, plain: Uint8Array): Uint8Array
  /** Throws EncryptionRefused when the key is missing, the context is another or a single bit was changed. */
  decrypt(context: EncryptionContext, encrypted: Uint8Array): Uint8Array
  /** The same for long content: another thread decrypts it, and orders wait for none of it. */
  decryptLong(context: EncryptionContext, encrypted: Uint8Array): Promise<Uint8Array>
  encryptText(context: EncryptionContext, plain: string): Uint8Array
  decryptText(context: EncryptionContext, encrypted: Uint8Array): string
  /** Equal for equal content of one purpose: 64 hex digits. */
  fingerprint(purpose: string, content: string | Uint8Array): string
  /** Of the rows that are sealed with the key. */
  readonly rowVersions: RowVersions
  /** Codes and links whose hashes are made with the key. */
  readonly usedCredentials: UsedCredentials
}

/** Facts about the store, outside of it. Left out: they do not outlive the process. */
export type FactsOutside = { readonly rowVersions?: RowVersions; readonly usedCredentials?: UsedCredentials }

/** Layout: format (1 byte), key id, nonce, ciphertext, tag. The first two are authenticated with the context. */
const FORMAT = 1
export const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + KEY_ID_BYTES
const CIPHER = 'aes-256-gcm'

/**
 * `keys`: the first encrypts, every one opens, and the last, the oldest, makes the fingerprints: so a new key is put in
 * front and equals are still found. `world`: of the store. Worlds of one server share the keys, and a row or an
 * encrypted value of one world must say nothing in another one.
 */
export function encryptionWith(options: {
  readonly keys: readonly [EncryptionKey, ...EncryptionKey[]]
  readonly world: string
  readonly runtime: Runtime
  readonly facts?: FactsOutside | undefined
}): Encryption {
  const { keys, world, runtime, facts = {} } = options
  const { rowVersions = new RowVersions(), usedCredentials = new UsedCredentials() } = facts
  const newestKey = keys[0]
  const encryptionKeys = new Map(keys.map((key) => [hex(key.id), derived(key, `seal in ${world}`)]))
  const fingerprintKey = derived(keys.at(-1) ?? newestKey, `fingerprint in ${world}`)

  const encrypt = (context: EncryptionContext, plain: Uint8Array): Uint8Array => {
    const head = Buffer.concat([Uint8Array.of(FORMAT), newestKey.id])
    const nonce = runtime.random(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, keyNamed(hex(newestKey.id)), nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(boundTo(head, context))
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return new Uint8Array(Buffer.concat([head, nonce, body, cipher.getAuthTag()]))
  }

  const keyNamed = (id: string): Uint8Array => {
    const key = encryptionKeys.get(id)
    if (key === undefined)
      throw new EncryptionRefused(`encrypted with key ${id}, which is not here: put it back beside the others`)
    return key
  }

  /** Throws where it is none, or its key is missing. */
  const partsOf = (context: EncryptionContext, encrypted: Uint8Array): Parts => {
    if (encrypted.length < HEAD_BYTES + NONCE_BYTES + TAG_BYTES || encrypted[0] !== FORMAT) throw broken(context)
    const head = encrypted.subarray(0, HEAD_BYTES)
    return {
      context,
      key: keyNamed(hex(head.subarray(1))),
      nonce: encrypted.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES),
      authenticated: boundTo(head, context),
      body: encrypted.subarray(HEAD_BYTES + NONCE_BYTES),
    }
  }

  const decrypt: Encryption['decrypt'] = (context, encrypted) => decrypted(partsOf(context, encrypted))

  return {
    encrypt,
    decrypt,
    decryptLong: async (context, encrypted) => decryptedElsewhere(partsOf(context, encrypted)),
    rowVersions,
    usedCredentials,
    encryptText: (context, plain) => encrypt(context, Buffer.from(plain, 'utf8')),
    decryptText: (context, encrypted) => Buffer.from(decrypt(context, encrypted)).toString('utf8'),
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

/** The parts of an encrypted value. `body`: the ciphertext and its tag. */
type Parts = {
  readonly context: EncryptionContext
  readonly key: Uint8Array
  readonly nonce: Uint8Array
  readonly authenticated: Uint8Array
  readonly body: Uint8Array
}

function decrypted({ context, key, nonce, authenticated, body }: Parts): Uint8Array {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(authenticated)
  decipher.setAuthTag(body.subarray(-TAG_BYTES))
  try {
    return new Uint8Array(Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]))
  } catch {
    throw broken(context)
  }
}

/** On another thread of Node's. */
async function decryptedElsewhere({ context, key, nonce, authenticated, body }: Parts): Promise<Uint8Array> {
  const { subtle } = webcrypto
  const imported = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const how = { name: 'AES-GCM', iv: nonce, additionalData: authenticated, tagLength: 8 * TAG_BYTES }
  try {
    return new Uint8Array(await subtle.decrypt(how, imported, body))
  } catch {
    throw broken(context)
  }
}

/** Each use has a key of its own, so that none says anything about another. */
export function derived(key: EncryptionKey, use: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key.secret, '', `veritick vault ${use}`, 32))
}

/** Lengths stand before the parts: no two contexts read the same. */
function boundTo(head: Uint8Array, context: EncryptionContext): Uint8Array {
  const parts = [context.purpose, context.row].map((part) => Buffer.from(part, 'utf8'))
  return Buffer.concat([
    head,
    ...parts.flatMap((part) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(part.length)
      return [length, part]
    }),
  ])
}

function broken(context: EncryptionContext): EncryptionRefused {
  return new EncryptionRefused(
    `an encrypted value of purpose "${context.purpose}" does not open: it was changed, or belongs to another row`,
  )
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
