/**
 * Idempotency keys that contain their time: UUIDs of version 7 (RFC 9562, section 5.7). The server refuses such a key
 * once its answer may be forgotten, so an order is never carried out twice. The time is the server's, because the clock
 * of a device may be wrong.
 */

/** Milliseconds that the server's clock is ahead of this device's, by the newest answer. */
let serverAhead = 0

/** Every answer of the server carries its time, to the second. */
export function noteServerTime(response: Pick<Response, 'headers'>, now = Date.now()): void {
  const time = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(time)) serverAhead = time - now
}

/**
 * A new idempotency key for one intent of the customer. Create it when the form is shown and keep it for every retry.
 */
export function newKey(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  let time = Math.max(0, now + serverAhead)
  for (let at = TIME_BYTES - 1; at >= 0; at -= 1) {
    bytes[at] = time % 256
    time = Math.floor(time / 256)
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return Array.from(bytes, hex).join('').replace(UUID_PARTS, '$1-$2-$3-$4-$5')
}

const TIME_BYTES = 6
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/
const hex = (byte: number) => byte.toString(16).padStart(2, '0')
