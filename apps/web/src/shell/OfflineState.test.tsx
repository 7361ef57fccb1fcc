/** The text for missing content says which connection is awaited: that of the device, or that of the server. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { OfflineReason } from './useOffline.ts'

vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
const network: { now: OfflineReason } = { now: undefined }
vi.doMock('./useOffline.ts', () => ({ useOffline: () => network.now }))
const { OfflineState } = await import('./OfflineState.tsx')

it.each([
  ['offline', 'offline', 'unreachable'],
  ['reconnecting', 'unreachable', 'offline'],
] as const)('%s: the %s text', (reason, named, other) => {
  network.now = reason
  const html = renderToStaticMarkup(<OfflineState />)
  expect(html).toContain(`shell.${named}_title`)
  expect(html).toContain(`shell.${named}_text`)
  expect(html).not.toContain(`shell.${other}_`)
})
