/**
 * Buttons and permissions agree: every role against every call, and every call that a screen makes against its guard.
 */
import { readdirSync, readFileSync } from 'node:fs'
import {
  may,
  OFFICE_CALL_NAMES,
  OFFICE_CALLS,
  type OfficeCall,
  type OfficeCallName,
  permissionsOf,
  ROLES,
} from '@veritick/contract/office'
import { describe, expect, test } from 'vitest'
import { mayDo } from './session.ts'

const SCREENS = new URL('../screens/', import.meta.url)
const sources = readdirSync(SCREENS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => readFileSync(new URL(path, SCREENS), 'utf8'))
const all = sources.join('\n')

const call = (name: OfficeCallName): OfficeCall => OFFICE_CALLS[name]
/** The calls of each screen, beside those that every staff member may make. */
const acted = OFFICE_CALL_NAMES.filter((name) => {
  const { changes, caller } = call(name)
  return (
    changes && caller !== 'visitor' && caller !== 'staff' && new RegExp(`(useAct\\(|call=")['"]?${name}['"]`).test(all)
  )
})

describe.each(ROLES)('%s', (role) => {
  test.each(acted)('%s is shown to exactly the roles that may do it', (name) => {
    const { caller } = call(name)
    const wanted = typeof caller === 'string' ? [caller] : caller
    const may_ = wanted.some((each) => each !== 'visitor' && each !== 'staff' && may(role, each))
    expect(mayDo({ permissions: [...permissionsOf(role)] }, name)).toBe(may_)
  })
})

test('the screens act, and this test finds it', () => expect(acted.length).toBeGreaterThan(20))

/**
 * Settings differ by their group. The server says whether each may be changed; without that the editor shows no button.
 */
const SAID_BY_SERVER: Readonly<Record<string, RegExp>> = { settingChange: /setting\.changeable/ }

test.each(acted)('%s has its guard on a screen', (name) => {
  const guarded = new RegExp(`useMayDo\\([^)]*'${name}'`).test(all)
  expect(guarded || SAID_BY_SERVER[name]?.test(all) === true).toBe(true)
})

test('no screen that acts decides by a permission of its own', () => {
  const byHand = sources.filter((text) => /useAct\(/.test(text) && /useMay\(/.test(text))
  expect(byHand.map((text) => text.slice(0, 80))).toEqual([])
})

test('a visitor is shown nothing', () => {
  expect(acted.filter((name) => mayDo(undefined, name))).toEqual([])
})
