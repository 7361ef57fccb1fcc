/** Limits of passkeys for both sides. */

/** Passkeys of one customer. */
export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 60
