/**
 * The source of the encryption keys: the setting VAULT_KEY, otherwise a file made once, outside the store, readable by
 * its owner only. A store records which keys it needs. When one is missing the start stops and reports it: a new key
 * would start without an error and decrypt nothing.
 */
import { hkdfSync } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Store } from '../../store/index.ts'
import type { Runtime } from '../clock/index.ts'
import {
  type Encryption,
  type EncryptionKey,
  EncryptionRefused,
  encryptionWith,
  type FactsOutside,
  KEY_ID_BYTES,
} from './encryption.ts'

const SECRET_BYTES = 32

export type EncryptionOptions = {
  readonly store: Pick<Store, 'query'>
  readonly dataDir: string
  /** Of the store. */
  readonly world: string
  /** VAULT_KEY: base64 of 32 bytes; several separated by commas, the newest first. */
  readonly vaultKey: string | undefined
  readonly runtime: Runtime
  readonly facts?: FactsOutside
}

/**
 * Reads or makes the keys, checks that no key that the store needs is missing, and opens the encryption. Throws
 * EncryptionRefused.
 */
export async function openEncryption(options: EncryptionOptions): Promise<Encryption> {
  const { store, dataDir, world, vaultKey, runtime, facts } = options
  const needed = (
    await store.query<{ key_id: string }>('select key_id from vault_keys order by first_used_at, key_id')
  ).map((row) => row.key_id)
  const { file, keys } = readKeys({ dataDir, vaultKey })
  const missing = missingKeys(keys, needed)
  if (missing.length > 0) {
    throw new EncryptionRefused(
      `this store holds data encrypted with key ${missing.join(', ')}, which is neither in VAULT_KEY nor in ${file}. ` +
        'Put the key back: your own copy of it, because no backup made by npm run backup holds keys. Without it ' +
        'identity data, pictures and second factors cannot be read by anyone.',
    )
  }
  const [first = makeKeyFile(file, runtime), ...others] = keys
  await store.query('insert into vault_keys (key_id, first_used_at) values ($1, $2) on conflict do nothing', [
    idOf(first),
    runtime.now(),
  ])
  return encryptionWith({ keys: [first, ...others], world, runtime, facts })
}

/**
 * The keys that this environment has, and where their file is or would be. Throws EncryptionRefused when one cannot be
 * used.
 */
export function readKeys(from: Pick<EncryptionOptions, 'dataDir' | 'vaultKey'>): {
  readonly file: string
  readonly keys: readonly EncryptionKey[]
} {
  const { dataDir, vaultKey } = from
  const file = join(dataDir, 'keys', 'vault.key')
  if (vaultKey !== undefined) return { file, keys: keysOf(vaultKey, 'VAULT_KEY') }
  return { file, keys: existsSync(file) ? keysOf(readKeyFile(file), file) : [] }
}

/** Ids of `needed` that none of the keys has. */
export function missingKeys(keys: readonly EncryptionKey[], needed: readonly string[]): readonly string[] {
  const known = new Set(keys.map(idOf))
  return needed.filter((id) => !known.has(id))
}

/** The permission bits of the group and of other users of the machine. */
const NOT_OWNER = 0o077

/** Throws EncryptionRefused when other users of the machine can read the key, or this one cannot. */
function readKeyFile(file: string): string {
  const { mode } = statSync(file)
  if ((mode & NOT_OWNER) !== 0) {
    const found = (mode & 0o777).toString(8).padStart(4, '0')
    throw new EncryptionRefused(
      `the key file ${file} can be read or changed by other users (mode ${found}): run chmod 600 ${file}`,
    )
  }
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== 'EACCES') throw error
    throw new EncryptionRefused(
      `the key file ${file} cannot be read by this user: make the user that runs the server its owner (chown)`,
    )
  }
}

/** One key or several, separated by commas or lines. */
export function keysOf(text: string, from: string): EncryptionKey[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 0)
    throw new EncryptionRefused(`${from} holds no key: it needs base64 of ${SECRET_BYTES} random bytes`)
  return words.map((word) => {
    const secret = new Uint8Array(Buffer.from(word, 'base64'))
    const exact = secret.length === SECRET_BYTES && Buffer.from(secret).toString('base64') === word
    if (!exact)
      throw new EncryptionRefused(
        `${from} holds something that is not base64 of ${SECRET_BYTES} bytes (openssl rand -base64 32)`,
      )
    return keyWith(secret)
  })
}

function keyWith(secret: Uint8Array): EncryptionKey {
  return { id: new Uint8Array(hkdfSync('sha256', secret, '', 'veritick vault id', KEY_ID_BYTES)), secret }
}

export function idOf(key: EncryptionKey): string {
  return Buffer.from(key.id).toString('hex')
}

function makeKeyFile(file: string, runtime: Runtime): EncryptionKey {
  const secret = runtime.random(SECRET_BYTES)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${Buffer.from(secret).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  chmodSync(file, 0o600)
  return keyWith(secret)
}
