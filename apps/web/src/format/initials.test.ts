/** Letters of a name in any script; of markup only the letters count. */
import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['North Markets Ltd', 'NM'],
  ['Acme', 'A'],
  ['<script>alert(1)</script>', 'S'],
  ['香港 證券', '香證'],
  ['', ''],
  ['— &', ''],
])('%s: %s', (name, letters) => expect(initialsOf(name)).toBe(letters))
