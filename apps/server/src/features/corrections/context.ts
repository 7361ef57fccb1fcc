/** The values that corrections needs from other rooms; start/server.ts provides them. */
import type { Runtime } from '../../services/clock/index.ts'
import type { Looks } from '../../services/office/index.ts'
import type { KnownStaff } from '../../services/seals/index.ts'
import type { ShowingParts } from '../money/index.ts'
import type { Corrections } from './corrections.ts'

export type Context = ShowingParts & {
  readonly runtime: Runtime
  readonly looks: Looks
  readonly knownStaff: KnownStaff
  readonly corrections: Corrections
}
