/** The parts of the server that the calls about closures use; start/server.ts provides them. */
import type { CaseworkParts } from '../money/index.ts'
import type { Closures } from './closures.ts'

export type Context = CaseworkParts & { readonly closures: Closures }
