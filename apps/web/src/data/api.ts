/**
 * The one function for every call of the contract. It builds the request from the table of routes, opens the envelope,
 * and returns `data` or throws a `CallFailed` with a sentence for the customer. Code 999 ends the session.
 */
import {
  type CallData,
  type CallInput,
  type CallName,
  CODE_SESSION,
  CODE_SUCCESS,
  type Envelope,
  HEADER_IDEMPOTENCY,
  HEADER_LANGUAGE,
  HEADER_TOKEN,
  isRefusedForNow,
  type Reason,
  ROUTES,
} from '@veritick/contract'
import { toast } from '../design/toasts.ts'
import { languageNow, translateNow } from '../i18n/i18n.ts'
import { newKey, noteServerTime } from './requestKey.ts'
import { clearSession, sessionNow } from './session.ts'

/**
 * The reason why a call returned no `data`. `reason`: the reason word of a refusal; `undefined`: the transport failed.
 */
export class CallFailed extends Error {
  readonly reason: Reason | undefined
  readonly field: string | undefined
  readonly kind: 'refused' | 'network' | 'status' | 'unreadable'

  constructor(failure: {
    kind: CallFailed['kind']
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

/** Whether the server refused what the request asks, so that the same request is refused again. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof CallFailed && error.kind === 'refused' && !isRefusedForNow(error.reason)

export type CallOptions = {
  readonly signal?: AbortSignal
  /** The call at start that checks the stored session. An ended session is removed without a message. */
  readonly initial?: boolean
  /** The caller shows the failure. */
  readonly quiet?: boolean
  /** For calls that change state. A retry of the same intent must carry the same key. Generated when missing. */
  readonly idempotencyKey?: string
}

type EndListener = () => void
const endListeners = new Set<EndListener>()
/**
 * Called when the server has ended the session of a call that was not initial. The shell then opens the sign-in screen.
 */
export function onSessionEnded(listener: EndListener): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

const termsListeners = new Set<EndListener>()
/** Called when the server has refused a call until the customer accepts the terms of use in force. */
export function onTermsNeeded(listener: EndListener): () => void {
  termsListeners.add(listener)
  return () => termsListeners.delete(listener)
}

/**
 * Calls the server. Throws `CallFailed`, after showing it unless `quiet`. An aborted call throws the abort and shows
 * nothing.
 */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallData<Name>> {
  return showingFailure(options, async () => openEnvelope<CallData<Name>>(await send(name, input, options)))
}

/** Runs `work`. A failure is shown unless `quiet`, and an ended session is removed. */
export async function showingFailure<Data>(options: CallOptions, work: () => Promise<Data>): Promise<Data> {
  const token = sessionNow().token
  try {
    return await work()
  } catch (error) {
    if (error instanceof CallFailed) fail(error, { ...options, token })
    throw error
  }
}

function send(name: CallName, input: object, options: CallOptions): Promise<Response> {
  const route = ROUTES[name]
  const headers = headersNow()
  const request: RequestInit = {
    headers,
    cache: 'no-store',
    credentials: 'omit',
    ...(options.signal && { signal: options.signal }),
  }
  if (!route.changes) return reach(`${route.path}?${query(input)}`, request)
  headers.set(HEADER_IDEMPOTENCY, options.idempotencyKey ?? newKey())
  headers.set('content-type', 'application/json')
  // Only sign-in and related calls send cookies: the cookie by which the server recognises the browser.
  const credentials = route.visitor ? 'same-origin' : 'omit'
  return reach(route.path, { ...request, credentials, method: 'POST', body: JSON.stringify(input) })
}

/** Token and language, which every request carries. */
export function headersNow(): Headers {
  const token = sessionNow().token
  const headers = new Headers({ [HEADER_LANGUAGE]: languageNow() })
  if (token !== undefined) headers.set(HEADER_TOKEN, token)
  return headers
}

/** The specification's `t` makes the URL of every GET unique. */
export function query(input: object): string {
  const pairs = Object.entries(input).filter(([, value]) => value !== undefined)
  return new URLSearchParams([
    ...pairs.map(([key, value]) => [key, String(value)]),
    ['t', String(Date.now())],
  ]).toString()
}

export async function reach(address: string, request: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, request)
    noteServerTime(response)
    return response
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new CallFailed({ kind: 'network', message: translateNow(networkWords()) })
  }
}

/** A visitor has no orders, so the message for visitors mentions none. */
const networkWords = () => (sessionNow().token === undefined ? 'common.error_network_visitor' : 'common.error_network')

/** The `data` of an envelope. Throws `CallFailed` for a refusal. */
export async function openEnvelope<Data>(response: Response): Promise<Data> {
  const envelope = await read<Data>(response)
  if (envelope === undefined) {
    if (response.ok) throw new CallFailed({ kind: 'unreadable', message: translateNow('common.error_answer') })
    throw new CallFailed({ kind: 'status', message: translateNow('common.error_server', { status: response.status }) })
  }
  if (isGood(envelope)) return envelope.data
  throw new CallFailed({ kind: 'refused', message: envelope.msg, reason: envelope.reason, field: envelope.field })
}

type Good<Data> = Extract<Envelope<Data>, { code: typeof CODE_SUCCESS }>
const isGood = <Data>(envelope: Envelope<Data>): envelope is Good<Data> => envelope.code === CODE_SUCCESS

async function read<Data>(response: Response): Promise<Envelope<Data> | undefined> {
  try {
    const body: unknown = await response.json()
    return isEnvelope<Data>(body) ? body : undefined
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    return undefined
  }
}

function isEnvelope<Data>(body: unknown): body is Envelope<Data> {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number' && 'data' in body
}

function fail(error: CallFailed, call: CallOptions & { readonly token: string | undefined }): void {
  if (error.reason === 'session_missing' || error.reason === 'session_ended') {
    if (call.initial) clearIf(call.token)
    else sessionEnded(call.token)
  }
  if (error.reason === 'terms_acceptance_needed') for (const listener of termsListeners) listener()
  if (!call.initial && !call.quiet) toast({ text: error.message, tone: 'bad' })
}

/** Removes the session of `token`, which the server has ended, and opens the sign-in screen, once. */
export function sessionEnded(token: string | undefined): void {
  // The customer has signed out since, or another answer has already ended the session.
  if (sessionNow().token !== token) return
  clearSession()
  for (const listener of endListeners) listener()
}

/** A late answer to an old token must not end the session that followed it. */
function clearIf(token: string | undefined): void {
  if (sessionNow().token === token) clearSession()
}

/** The error code of both session reasons, as the socket sends it. */
export const isSessionCode = (code: number): boolean => code === CODE_SESSION
