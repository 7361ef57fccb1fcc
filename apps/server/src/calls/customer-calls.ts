/**
 * The input of a feature for a call of a visitor or a customer, and the shape of its handlers. No transport is visible
 * here.
 */
import type { CallData, CallName, CallRequest } from '@veritick/contract'
import type { CALLS } from '@veritick/contract/calls'
import type { RequestId } from '@veritick/engine'
import type { Language } from '@veritick/locales'
import type { Looked } from '../services/rate-limits/index.ts'
import type { Reply } from './answer.ts'
import type { Session } from './callers.ts'
import type { Once } from './request-key.ts'

/** A request of a visitor, as its handler gets it. */
export type VisitorRequest<Name extends CallName> = {
  readonly params: CallRequest<Name>
  readonly language: Language
  /** The network of the request: used for rate limits, never stored unchanged. */
  readonly from: string
  /** The name that the browser or app gives itself, shortened to one line. */
  readonly device: string
  /** The `Host` header as it was sent: any client may send any. */
  readonly host: string | undefined
  /** The id in the cookie of a browser that a customer signed in with (http/browser.ts). A client may send any id. */
  readonly browser: string | undefined
  /** The id in the cookie company_id; any client may send any. */
  readonly company: number | undefined
  /**
   * Names a visitor's state-changing call that was sent with an idempotency key; `undefined`: nothing says that it is a
   * repeat.
   */
  readonly visitorKey: RequestId | undefined
}
/** A request of a signed-in customer. `once` is what makes a state-changing call happen once. */
export type CustomerRequest<Name extends CallName> = VisitorRequest<Name> & {
  readonly session: Session
  readonly once: Once
  /** A read says how many rows the store looked at for it; nothing follows for a change. */
  readonly looked: Looked
}

export type VisitorCall = {
  readonly [Name in CallName]: (typeof CALLS)[Name]['caller'] extends 'visitor' ? Name : never
}[CallName]

/** One function for each call. */
export type Handlers<Names extends CallName = CallName> = {
  readonly [Name in Names]: (
    request: Name extends VisitorCall ? VisitorRequest<Name> : CustomerRequest<Name>,
  ) => Promise<Reply<CallData<Name>>>
}
