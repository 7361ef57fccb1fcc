/** When a company's accent is readable, by WCAG 2.2, on the grounds of the app's own tokens. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ACCENT_GROUNDS, accentContrast, accentFaults, accentUsed, companyIdOf } from './company.ts'

const tokens = readFileSync(new URL('../../../apps/web/src/design/tokens.css', import.meta.url), 'utf8')
const block = (selector: string) => tokens.slice(tokens.indexOf(`${selector} {`)).split('}')[0] ?? ''
const token = (css: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1]

describe.each([
  ['light', ':root', ':root[data-brand]'],
  ['dark', ':root[data-theme="dark"]', ':root[data-brand][data-theme="dark"]'],
] as const)('%s', (theme, selector, own) => {
  const css = block(selector)
  it('the grounds are those of tokens.css', () => {
    const { surface, grounds, onAccent, mix } = ACCENT_GROUNDS[theme]
    expect([surface, onAccent]).toEqual([token(css, 'surface'), token(css, 'on-accent')])
    expect(grounds).toEqual(['surface', 'canvas', 'fill'].map((name) => token(css, name)))
    expect(block(own)).toContain(`var(--brand-${theme}) ${Math.round(mix * 100)}%, var(--surface)`)
  })
  it('our own accent passes', () => {
    expect(accentContrast(theme, token(css, 'accent') ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})

describe('an accent', () => {
  it.each([
    ['readable in both', '#0b6b3a', '#5fd39a', []],
    ['too pale for white', '#ffee00', '#5fd39a', ['light']],
    ['too dark for the dark theme', '#0b6b3a', '#0b6b3a', ['dark']],
    ['wrong in both', '#ffffff', '#000000', ['light', 'dark']],
    ['stated for one theme only', '#0b6b3a', '', ['dark']],
    ['no colour', 'green', '#5fd39a', ['light']],
    ['capital letters', '#0B6B3A', '#5fd39a', ['light']],
    ['not stated', '', '', []],
  ])('%s', (_name, light, dark, themes) => {
    expect(accentFaults({ light, dark }).map(({ theme }) => theme)).toEqual(themes)
    expect(accentUsed({ light, dark })).toEqual(themes.length === 0 && light !== '' ? { light, dark } : null)
  })

  it('is measured as WCAG does, and cut: 4.499 is not 4.5', () => {
    // #767676 has 4.54 on white; its lowest ground here is its own soft one, 10 % of it on white.
    expect(accentContrast('light', '#767676')).toBe(4.03)
    expect(accentContrast('light', '#000000')).toBeGreaterThan(16)
  })
})

it.each([
  ['7', 7],
  ['999999999', 999_999_999],
  ['0', undefined],
  ['07', undefined],
  ['-7', undefined],
  ['7 ', undefined],
  ['1000000000', undefined],
  ['', undefined],
  [undefined, undefined],
])('the cookie %j: %s', (text, id) => expect(companyIdOf(text)).toBe(id))
