/** Values that the device keeps. In a browser without storage nothing is kept, and everything else works. */
export function readLocal(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** `undefined` removes the key. `false`: storage is full or forbidden, and the value lasts as long as the page. */
export function writeLocal(key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
