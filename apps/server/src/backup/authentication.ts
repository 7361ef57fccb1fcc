/**
 * The message authentication code of a backup's manifest, by the encryption key that no backup contains. The checksums
 * of the manifest show damage; the code shows that a server or command with the key wrote the file. Without it a person
 * who can write to the folder of backups, and has no key, could give accounts money, staff a password or the journal
 * another history at the next restore.
 */
import type { Config } from '../config/index.ts'
import { isMacOf, type Mac, macOf, missingKeys, readKeys } from '../services/encryption/index.ts'
import { BackupRefused } from './archive.ts'

const PURPOSE = 'backup manifest'
type Keys = Pick<Config, 'dataDir' | 'vaultKey'>

/** Throws BackupRefused where this environment has no key. */
export function authenticate(config: Keys, manifest: Uint8Array): Mac {
  const { file, keys } = readKeys(config)
  const made = macOf(keys, { purpose: PURPOSE, bytes: manifest })
  if (made !== undefined) return made
  throw new BackupRefused(
    `the encryption key of the store is neither in VAULT_KEY nor in ${file}: run the command with the server's ` +
      'settings',
  )
}

/** Throws BackupRefused unless a holder of one of the keys wrote exactly this manifest. */
export function checkAuthentic(
  config: Keys,
  read: { readonly path: string; readonly manifest: Uint8Array; readonly mac: Mac },
): void {
  const { path, manifest, mac } = read
  const { file, keys } = readKeys(config)
  if (missingKeys(keys, [mac.key]).length > 0) {
    throw new BackupRefused(
      `${path} was written with encryption key ${mac.key}, which is neither in VAULT_KEY nor in ${file}: put the ` +
        `right key there first`,
    )
  }
  if (isMacOf(keys, { purpose: PURPOSE, bytes: manifest, mac })) return
  throw new BackupRefused(
    `${path} is not authentic: no holder of the encryption key wrote its manifest. Nothing was restored; take ` +
      `another backup, and find out who could write this file`,
  )
}
