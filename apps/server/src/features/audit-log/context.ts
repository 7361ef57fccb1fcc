/** The values that audit-log needs from other rooms; start/server.ts provides them. */

import type { Catalogue } from '../../market/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import type { KnownStaff } from '../../services/seals/index.ts'
import type { Store } from '../../store/index.ts'

export type Context = {
  readonly store: Store
  readonly catalogue: Catalogue
  readonly knownStaff: KnownStaff
  readonly encryption: Encryption
}
