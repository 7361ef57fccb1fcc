/** The values that identity needs from other rooms; start/server.ts provides them. */
import type { Identity } from './identity.ts'
import type { IdentityParts } from './identity-parts.ts'

/** The handlers run no job. */
export type Context = Omit<IdentityParts, 'jobs'> & { readonly identity: Identity }
