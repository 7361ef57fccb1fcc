/** The headers of a call beside the ordinary ones. */

export const HEADER_TOKEN = 'authorization'
export const HEADER_LANGUAGE = 'lang'
export const HEADER_IDEMPOTENCY = 'idempotency-key'
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255
/** `true` when a state-changing call was answered from its stored answer. */
export const HEADER_REPEATED = 'idempotent-replayed'
