/**
 * The place of the banner: below the list of the home screen and above the tabs, in a wide window below the workspace.
 * The code of the banner and its data are loaded after the first screen, so that it delays no price.
 */
import { useEffect, useState } from 'react'
import { lazyPart, Nothing } from '../../shell/lazyPart.tsx'

/** After this time the first screen has its prices. */
const QUIET_AFTER_MS = 1_500

const Banner = lazyPart('banner', async () => (await import('./Banner.tsx')).Banner, { Frame: Nothing, waiting: null })

export function BannerPlace() {
  return useQuietPage() ? <Banner /> : null
}

/** True a moment after the first screen is shown. Never true on the server. */
function useQuietPage(): boolean {
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), QUIET_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return quiet
}
