/**
 * The shape of a call: one record with its path, caller, request, answer, documentation and traits. The tables of the
 * customers and of the office have this shape. Tests make their rows from the traits, so a new call with a trait and
 * without its row fails a test that names the call.
 */
import { z } from 'zod'
import { whole } from '../schemas/fields.ts'

/** `user`: demo or real. `real`: a demo session is refused with `real_account_only`. */
export type Caller = 'visitor' | 'user' | 'real'

/** Records of a customer that a request can name. */
export type NamedRecord =
  | 'order'
  | 'withdrawal'
  | 'payee'
  | 'session'
  | 'notice'
  | 'price_alert'
  | 'passkey'
  | 'picture'

export type CallRecord<Who, Path extends `/${string}` = `/${string}`> = {
  readonly methods: readonly ('GET' | 'POST')[]
  readonly path: Path
  readonly caller: Who
  readonly request: z.ZodObject
  readonly answer: z.ZodType
  readonly doc: string
  /** Changes state: takes an idempotency key, is never cached, is refused from other sites. */
  readonly changes: boolean
  /** Changes an order of the customer. */
  readonly changesOrder?: true
  /** Customers: moves, locks or promises money, or saves where it goes. Staff: decides about a customer's money. */
  readonly movesMoney?: true
  /** Starts a new obligation: refused with `account_frozen` while the account is frozen. */
  readonly opens?: true
  /**
   * Customers: takes the account back from a thief of a session, or is needed for that. Each session has a share of the
   * limits of its own for these calls, and they wait for no change of another session.
   */
  readonly protects?: true
  /** Names a record of the customer in this parameter. The record of another customer is answered as an unknown one. */
  readonly names?: { readonly record: NamedRecord; readonly as: string }
  /** The largest body of this call, where it is above the usual one of its port. */
  readonly bodyBytesMax?: number
  /** A read that is the same for every caller of a language: a client may answer from its copy for this long. */
  readonly freshSeconds?: number
  /** Demands `reason_text`, which the audit log keeps. */
  readonly needsReason?: true
}

/** A call of a visitor or a customer. */
export type Call = CallRecord<Caller>

export const READ = { methods: ['GET'], changes: false } as const
/** The specification's GET, and POST with the same parameters as JSON or form body. */
export const CHANGE = { methods: ['GET', 'POST'], changes: true } as const
/** POST only: parameters are read from the body, because passwords and codes must not be in a URL. */
export const POST = { methods: ['POST'], changes: true } as const

/** More pages than any history has. */
const PAGE_MAX = 1_000_000
export const PAGE = whole({ min: 1, max: PAGE_MAX, description: 'Page, from 1' }).optional()
export const none = z.object({})
