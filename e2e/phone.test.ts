/** The browser that journeys share: a start that fails ends one journey, not all after it. */
import { afterEach, expect, it, vi } from 'vitest'
import { openBrowser } from './phone.ts'

afterEach(() => vi.unstubAllEnvs())

it('tries again for the next journey after a start that failed', async () => {
  for (const path of ['/no/first-chromium', '/no/second-chromium']) {
    vi.stubEnv('CHROMIUM', path)
    await expect(openBrowser()).rejects.toThrow(path)
  }
})
