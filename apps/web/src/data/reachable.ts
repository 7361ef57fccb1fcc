/** Whether the server answers now: a small file of the app is read past every cache. */

const PROBE = '/manifest.json'
const PROBE_MILLIS = 10_000

export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MILLIS) })).ok
  } catch {
    return false
  }
}
