/** The brand that a device stores between starts. Stored text can be invalid. */
import { expect, it, vi } from 'vitest'

vi.stubGlobal('navigator', { languages: [] })
vi.stubGlobal('localStorage', { getItem: () => null })
const { branded, isFresh, keptBrand } = await import('./company.ts')

const GOOD = { id: 7, name: 'North', logo: '/api/company/file/ab', accent: { light: '#0b6b3a', dark: '#5fd39a' } }

it('is the stored brand', () => expect(keptBrand(JSON.stringify(GOOD))).toEqual(GOOD))

it.each([
  [undefined, undefined],
  ['', undefined],
  ['null', undefined],
  ['{"id":"7","name":"North","logo":""}', undefined],
  ['{"id":7,"name":"","logo":""}', undefined],
  ['[]', undefined],
])('%j is no brand', (text, brand) => expect(keptBrand(text)).toBe(brand))

it.each([
  ['https://evil.example/pixel.gif', ''],
  ['data:image/svg+xml,<svg onload=alert(1)>', ''],
  ['javascript:alert(1)', ''],
])('a logo of another origin (%s) is not shown', (logo, shown) => {
  expect(keptBrand(JSON.stringify({ ...GOOD, logo }))?.logo).toBe(shown)
})

it.each(['#ffee00', 'red', 'url(https://evil.example)', '#0b6b3a;background:url(x)'])(
  'the accent %s is not used',
  (light) => {
    expect(keptBrand(JSON.stringify({ ...GOOD, accent: { light, dark: '#5fd39a' } }))?.accent).toBeNull()
  },
)

it('replaces our name with the name of the company, as text', () => {
  expect(branded('Markets · Veritick', { name: '$& <b>North</b>' })).toBe('Markets · $& <b>North</b>')
})

it.each([
  [0, true],
  [29_999, true],
  [-29_999, true],
  [30_000, false],
  [86_400_000, false],
])('a page that is %d ms old answers the status: %s', (age, fresh) => {
  expect(isFresh(1_700_000_000_000 - age, 1_700_000_000_000)).toBe(fresh)
})
