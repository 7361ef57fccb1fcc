/** Names that are one person's however a bank writes them, and names that a staff member should compare. */
import { expect, test } from 'vitest'
import { isSameName } from './holders.ts'

test.each([
  ['Ana Sousa', 'SOUSA ANA'],
  ['Ana-Maria Müller', 'muller, ana maria'],
  ['Chan Tai Man', 'CHAN, Tai  Man'],
  ['سارة العلي', 'العلي سارة'],
  ['陳大文', '陳大文'],
])('%s is %s', (one, other) => expect(isSameName(one, other)).toBe(true))

test.each([
  ['Ana Sousa', 'Ana Souza'],
  ['Ana Sousa', 'Ana'],
  ['Chan Tai Man', '陳大文'],
  ['', ''],
  ['---', '...'],
])('%s is not %s', (one, other) => expect(isSameName(one, other)).toBe(false))
