/** A call, independent of the transport: callers, idempotency keys, answers, and the types of handlers. */
export { envelopeOf, type Refusal, type Reply, refuse, type Stored, type Success, say } from './answer.ts'
export type { Session, StaffMember, StaffSession } from './callers.ts'
export type { CustomerRequest, Handlers, VisitorRequest } from './customer-calls.ts'
export { type Once, type SentRequest, sentKeyOf, staffCaller, userCaller } from './request-key.ts'
export { runKeyed, runVisitor } from './run-keyed.ts'
export type { OfficeHandlers, OfficeReply, OfficeVisitorRequest, StaffRequest } from './staff-calls.ts'
