/** A receipt that another screen hands to the page that checks it. It stays in memory and is never stored. */

let handed: Uint8Array | undefined

export function handOver(text: string): void {
  handed = new TextEncoder().encode(text)
}

/** Once: a later visit begins without a receipt. */
export function takeHanded(): Uint8Array | undefined {
  const file = handed
  handed = undefined
  return file
}
