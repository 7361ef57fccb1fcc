/** The list of triggers is that of the migration. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OWN_TRIGGERS } from './own-triggers.ts'

test('the start expects the triggers that the migration makes', () => {
  const guards = readFileSync(new URL('../../store/guards.sql', import.meta.url), 'utf8')
  const made = [...guards.matchAll(/CREATE TRIGGER "(\w+)" .*? ON "(\w+)" FOR/g)].map(([, name, of]) => `${name} ${of}`)
  expect(made.length).toBeGreaterThan(0)
  expect([...OWN_TRIGGERS].sort()).toEqual(made.sort())
})
