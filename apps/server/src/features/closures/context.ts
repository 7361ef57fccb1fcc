/** The values that closures needs from other rooms; start/open-money.ts provides them. */
import type { Jobs } from '../../services/jobs/index.ts'
import type { CaseworkParts } from '../money/index.ts'

export type ClosureParts = CaseworkParts & { readonly jobs: Jobs }
