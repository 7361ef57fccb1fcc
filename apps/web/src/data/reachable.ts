/** Whether the server answers now: reads a small file of the app past every cache. */

const PROBE = '/manifest.json'
const PROBE_MILLIS = 10_000

export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MILLIS) })).ok
  } catch {
    return false
  }
}
