/** Why a call failed, in sentences that staff can act on. */
import { CODE_SUCCESS, isFateUnknown, type Reason } from '@veritick/contract'

export type FailureKind = 'refused' | 'network' | 'status' | 'unreadable'

export class CallFailed extends Error {
  readonly kind: FailureKind
  /** The stable reason word of a refusal. */
  readonly reason: Reason | undefined
  /** The parameter that was refused. */
  readonly field: string | undefined

  constructor(failure: {
    kind: FailureKind
    message: string
    reason?: Reason | undefined
    field?: string | undefined
  }) {
    super(failure.message)
    this.name = 'CallFailed'
    this.kind = failure.kind
    this.reason = failure.reason
    this.field = failure.field
  }
}

/** Whether the server answered that the call changed nothing. Otherwise it may have succeeded. */
export const hasChangedNothing = (error: unknown): boolean =>
  error instanceof CallFailed && error.kind === 'refused' && !isFateUnknown(error.reason)

const NETWORK = 'The server cannot be reached. It is not known whether anything changed: check before you try again.'
const UNREADABLE = 'The answer could not be read. Reload the page.'

export const unreachable = (): CallFailed => new CallFailed({ kind: 'network', message: NETWORK })

/** `data` of a successful answer; throws a `CallFailed` otherwise. */
export function opened(answer: { readonly status: number; readonly body: unknown }): unknown {
  const { status, body } = answer
  if (!isEnvelope(body)) {
    if (status < 400) throw new CallFailed({ kind: 'unreadable', message: UNREADABLE })
    throw new CallFailed({ kind: 'status', message: `The server answered ${status}. Try again in a moment.` })
  }
  if (body.code === CODE_SUCCESS) return body.data
  const { reason, field, msg } = body
  throw new CallFailed({
    kind: 'refused',
    message: msg === undefined || msg === '' ? `Refused (${body.code}).` : msg,
    reason,
    field,
  })
}

type Body = {
  readonly code: number
  readonly msg?: string
  readonly reason?: Reason
  readonly field?: string
  readonly data?: unknown
}

function isEnvelope(body: unknown): body is Body {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number'
}

export const isSessionEnd = (error: unknown): boolean =>
  error instanceof CallFailed && (error.reason === 'session_missing' || error.reason === 'session_ended')

/** The role of the staff member decides: the same call is refused again. */
export const isForRole = (error: unknown): boolean => error instanceof CallFailed && error.reason === 'not_permitted'

/** The sentence for any error, also one that no call threw. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.'
}
