/** Encryption of stored personal data, and public ids that tell no counts. */
export { type Encryption, EncryptionRefused } from './encryption.ts'
export { type Ids, idsOf } from './ids.ts'
export { missingKeys, openEncryption, readKeys } from './keys.ts'
export { isMacOf, journalKeyOf, type Mac, macOf } from './mac.ts'
export { ROW_VERSIONS_FILE, type RowName, RowVersions } from './row-versions.ts'
export { USED_CREDENTIALS_FILE, UsedCredentials } from './used-credentials.ts'
