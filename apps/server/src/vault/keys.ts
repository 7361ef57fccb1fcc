/**
 * Where the vault's keys come from: the setting VAULT_KEY, otherwise a file made once, apart from the store, readable by its
 * owner only. A store remembers which keys it needs: when one is gone the start stops and says so, because a new key would
 * look fine and open nothing.
 */
import { hkdfSync } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Store } from '../db/store.ts'
import type { Machine } from '../machine.ts'
import { KEY_ID_BYTES, type Vault, type VaultKey, VaultRefused, vaultWith } from './vault.ts'

const SECRET_BYTES = 32

export type VaultOptions = {
  readonly store: Pick<Store, 'query'>
  readonly dataDir: string
  /** VAULT_KEY: base64 of 32 bytes; several separated by commas, the newest first. */
  readonly vaultKey: string | undefined
  readonly machine: Machine
}

/** Reads or makes the keys, checks that none that the store needs is missing, and opens the vault. Throws VaultRefused. */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { store, dataDir, vaultKey, machine } = options
  const needed = (await store.query<{ key_id: string }>('select key_id from vault_keys order by first_used_at, key_id')).map(
    (row) => row.key_id,
  )
  const file = join(dataDir, 'keys', 'vault.key')
  const keys = vaultKey !== undefined ? keysOf(vaultKey, 'VAULT_KEY') : existsSync(file) ? keysOf(readFileSync(file, 'utf8'), file) : []
  const known = new Set(keys.map(idOf))
  const missing = needed.filter((id) => !known.has(id))
  if (missing.length > 0) {
    throw new VaultRefused(
      `this store holds data sealed with key ${missing.join(', ')}, which is neither in VAULT_KEY nor in ${file}. ` +
        'Put the key back (from your backup). Without it identity data, pictures and second factors cannot be read by anyone.',
    )
  }
  const [first = makeKeyFile(file, machine), ...others] = keys
  await store.query('insert into vault_keys (key_id, first_used_at) values ($1, $2) on conflict do nothing', [idOf(first), machine.now()])
  return vaultWith({ keys: [first, ...others], machine })
}

/** One key or several, separated by commas or lines. */
export function keysOf(text: string, from: string): VaultKey[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 0) throw new VaultRefused(`${from} holds no key: it needs base64 of ${SECRET_BYTES} random bytes`)
  return words.map((word) => {
    const secret = new Uint8Array(Buffer.from(word, 'base64'))
    const exact = secret.length === SECRET_BYTES && Buffer.from(secret).toString('base64') === word
    if (!exact) throw new VaultRefused(`${from} holds something that is not base64 of ${SECRET_BYTES} bytes (openssl rand -base64 32)`)
    return keyWith(secret)
  })
}

function keyWith(secret: Uint8Array): VaultKey {
  return { id: new Uint8Array(hkdfSync('sha256', secret, '', 'veritick vault id', KEY_ID_BYTES)), secret }
}

function idOf(key: VaultKey): string {
  return Buffer.from(key.id).toString('hex')
}

function makeKeyFile(file: string, machine: Machine): VaultKey {
  const secret = machine.random(SECRET_BYTES)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${Buffer.from(secret).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  chmodSync(file, 0o600)
  return keyWith(secret)
}
