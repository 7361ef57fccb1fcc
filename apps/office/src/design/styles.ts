/**
 * Where the parts' styles go. They are written into the page as it runs, and the office's pages forbid that
 * (Content-Security-Policy) to whoever does not know the nonce that each page is served with.
 */
import createCache, { type EmotionCache } from '@emotion/cache'

export function openStyles(): EmotionCache {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  return createCache({ key: 'o', ...(nonce && { nonce }) })
}
