/** The input of a feature for a call of the office, and the shape of its handlers. No transport is visible here. */
import type { OFFICE_CALLS, OfficeCallName, OfficeData, OfficeRequest } from '@veritick/contract/office'
import type { Language } from '@veritick/locales'
import type { Actor } from '../services/audit/index.ts'
import type { Refusal, Stored, Success } from './answer.ts'
import type { StaffMember, StaffSession } from './callers.ts'
import type { Once } from './request-key.ts'

/** A request to the office without a session. */
export type OfficeVisitorRequest<Name extends OfficeCallName> = {
  readonly params: OfficeRequest<Name>
  readonly language: Language
  /** The network it comes from: for ceilings, never kept as it is. */
  readonly from: string
  readonly device: string
  /**
   * The id in the cookie of a browser that a staff member signed in with (http/browser.ts). A client may send any id.
   */
  readonly browser: string | undefined
}
/** A request of a signed-in staff member whose role permits it. */
export type StaffRequest<Name extends OfficeCallName> = OfficeVisitorRequest<Name> & {
  readonly staff: StaffMember
  /** For the audit. */
  readonly actor: Actor
  readonly session: StaffSession
  /** Names the request, for a feature that makes a record; `undefined` when it carried no key. */
  readonly once: Once | undefined
}

/** `session`: the new token of the browser's cookie; `ended`: the cookie is deleted. */
export type OfficeReply<Data> =
  | (Success<Data> & { readonly session?: { readonly token: string } | 'ended' })
  | Refusal
  | Stored

export type OfficeVisitorCall = {
  readonly [Name in OfficeCallName]: (typeof OFFICE_CALLS)[Name]['caller'] extends 'visitor' ? Name : never
}[OfficeCallName]

/** One function for each call. */
export type OfficeHandlers<Names extends OfficeCallName = OfficeCallName> = {
  readonly [Name in Names]: (
    request: Name extends OfficeVisitorCall ? OfficeVisitorRequest<Name> : StaffRequest<Name>,
  ) => Promise<OfficeReply<OfficeData<Name>>>
}
