/** Vectors of margin, pip value, profit, conversion, financing and stop-out against our own rules (5, 6 and 7). */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'vitest'
import { agrees } from './margin-agrees.ts'
import { differs } from './margin-differs.ts'
import { parseVectors, runVectors } from './vector.ts'

const file = fileURLToPath(new URL('../../../../../shared/data/vectors/vectors-margin.json', import.meta.url))

describe('margin vectors', () => {
  if (!existsSync(file)) test.skip(`skipped: the recordings are not here (${file})`, () => {})
  else runVectors(parseVectors(readFileSync(file, 'utf8')), { agrees, differs, later: {} })
})
