/** Passes a receipt from another screen to the page that checks it. The receipt stays in memory and is never stored. */

let handed: Uint8Array | undefined

export function handOver(text: string): void {
  handed = new TextEncoder().encode(text)
}

/** Returns the receipt once; a later visit starts without a receipt. */
export function takeHanded(): Uint8Array | undefined {
  const file = handed
  handed = undefined
  return file
}
