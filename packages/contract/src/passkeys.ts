/** Limits of passkeys that both sides know. */

/** Of one customer. */
export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 60
