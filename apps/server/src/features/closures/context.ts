/** The parts of the server that closures uses; start/server.ts provides them. */
import type { Jobs } from '../../services/jobs/index.ts'
import type { CaseworkParts } from '../money/index.ts'
import type { Closures } from './closures.ts'

export type ClosureParts = CaseworkParts & { readonly jobs: Jobs }
export type Context = CaseworkParts & { readonly closures: Closures }
