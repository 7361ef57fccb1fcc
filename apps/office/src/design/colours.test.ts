/** The office and the customers' app use the same colours under the same names. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Colours, DARK, LIGHT } from './colours.ts'

const tokens = readFileSync(new URL('../../../web/src/design/tokens.css', import.meta.url), 'utf8')
const blocks = { light: tokens.split(':root {')[1] ?? '', dark: tokens.split(':root[data-theme="dark"] {')[1] ?? '' }

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('%s', (theme, colours) => {
  test.each(Object.keys(colours) as (keyof Colours)[])('%s is the app’s', (name) => {
    const token = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const [, value] = new RegExp(`--${token}: ([^;]+);`).exec(blocks[theme].split('\n}')[0] ?? '') ?? []
    expect(colours[name]).toBe(value)
  })
})
