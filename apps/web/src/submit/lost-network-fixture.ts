/** A page for tests of requests without an answer: its session storage is in memory, and its network loses answers. */
import { vi } from 'vitest'

type Sent = { readonly key: string | null; readonly body: unknown }

/** Replaces the browser's globals. `sent`: the requests, of which each was lost after it had left. */
export function lostNetwork() {
  const sessionStorage = new Map<string, string>()
  const sent: Sent[] = []
  vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => sessionStorage.get(key) ?? null,
    setItem: (key: string, value: string) => void sessionStorage.set(key, value),
    removeItem: (key: string) => void sessionStorage.delete(key),
  })
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
    sent.push({ key: new Headers(headers).get('idempotency-key'), body: JSON.parse(String(body)) })
    throw new TypeError('the network is lost')
  })
  const clear = () => {
    sessionStorage.clear()
    sent.splice(0)
  }
  return { sessionStorage, sent, clear }
}
