/** The values that closures needs from other rooms; start/open-money.ts and start/server.ts provide them. */
import type { Jobs } from '../../services/jobs/index.ts'
import type { CaseworkParts } from '../money/index.ts'
import type { Closures } from './closures.ts'

export type ClosureParts = CaseworkParts & { readonly jobs: Jobs }

/** Of the calls. */
export type Context = CaseworkParts & { readonly closures: Closures }
