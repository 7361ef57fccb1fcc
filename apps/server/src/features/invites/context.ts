/** The values that invites needs from other rooms; start/server.ts provides them. */

import type { Looks } from '../../services/office/index.ts'
import type { KnownStaff, KnownVersions } from '../../services/seals/index.ts'
import type { ShowingParts } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Invites } from './invites.ts'
import type { MeasureParts } from './measure.ts'

export type Context = MeasureParts &
  ShowingParts & {
    readonly looks: Looks
    readonly invites: Invites
    readonly settings: Settings
    readonly knownVersions: KnownVersions
    readonly knownStaff: KnownStaff
  }
