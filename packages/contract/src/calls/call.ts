/** The facts about each call. The tables are in calls.ts and, by feature, beside this file. */

/** `user`: demo or real. `real`: a demo session is refused with `real_account_only`. */
export type Caller = 'visitor' | 'user' | 'real'

export type Call = {
  readonly methods: readonly ('GET' | 'POST')[]
  readonly path: string
  readonly caller: Caller
  /** Changes state: takes an idempotency key, is never cached, is refused from other sites. */
  readonly changes: boolean
  readonly doc: string
}

export const READ = { methods: ['GET'], changes: false } as const
/** The specification's GET, and POST with the same parameters as JSON or form body. */
export const CHANGE = { methods: ['GET', 'POST'], changes: true } as const
/** POST only: parameters are read from the body, because passwords and codes must not be in a URL. */
export const POST = { methods: ['POST'], changes: true } as const
