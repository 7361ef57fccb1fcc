/** The services that closures use; start/open-money.ts gives them. */
import type { Jobs } from '../../services/jobs/index.ts'
import type { CaseworkParts } from '../money/index.ts'

export type ClosureParts = CaseworkParts & { readonly jobs: Jobs }
