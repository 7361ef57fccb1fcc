/** The price above the levels of an order: without a connection it is grey, as on the ticket. */

import { points } from '@veritick/domain'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { LONG } from '../../data/order-fixture.ts'

const reachable = vi.hoisted((): { offline: 'offline' | 'reconnecting' | undefined } => ({ offline: undefined }))
vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
vi.doMock('../../shell/useOffline.ts', () => ({ useOffline: () => reachable.offline }))
const { PriceNow } = await import('./StopsSheet.tsx')

const market = { bid: points(139_775), ask: points(139_784), conversion: undefined }
const drawn = () => renderToStaticMarkup(<PriceNow order={LONG} market={market} />)

it.each([
  [undefined, false],
  ['reconnecting', true],
  ['offline', true],
] as const)('connection %s: grey %s', (offline, isGrey) => {
  reachable.offline = offline
  expect(drawn().replace(/<[^>]*>/g, '')).toContain('1.39775')
  expect(/<bdi[^>]*text-ink-muted/.test(drawn())).toBe(isGrey)
})
