/**
 * The banner of the home screen as a part of its own, which is loaded after the prices. Without it, or offline, the
 * home screen shows nothing in its place.
 */
import { lazyPart } from '../../shell/lazyPart.tsx'

export const HomeBanner = lazyPart('home-banner', async () => (await import('./Banner.tsx')).Banner, {
  Frame: () => null,
  waiting: null,
})
