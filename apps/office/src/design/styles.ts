/**
 * The style cache. Styles are inserted while the page runs; the Content-Security-Policy of the office allows that only
 * with the nonce of each page.
 */
import createCache, { type EmotionCache } from '@emotion/cache'

export function openStyles(): EmotionCache {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  return createCache({ key: 'o', ...(nonce && { nonce }) })
}
