/**
 * One function for every call of the contract: builds the request from the table of calls, opens the envelope, and
 * gives back `data` or throws a `CallFailed` that says what a person can be told. Code 999 ends the session. The
 * server's answers are trusted as the contract types them: they were checked against the schemas where they were made.
 */
import {
  CALLS,
  type Call,
  type CallData,
  type CallInput,
  type CallName,
  CODE_SESSION,
  CODE_SUCCESS,
  type Envelope,
  HEADER_IDEMPOTENCY,
  HEADER_LANGUAGE,
  HEADER_TOKEN,
  type Reason,
} from '@veritick/contract'
import { toast } from '../design/toasts.ts'
import { languageNow, translateNow } from '../i18n/i18n.ts'
import { clearSession, sessionNow } from './session.ts'

/** Why there is no `data`. `reason` is the server's word for a refusal; without one the transport failed. */
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

export type CallOptions = {
  readonly signal?: AbortSignal
  /** Asked at start only to see who is signed in: an ended session is forgotten without a word. */
  readonly initial?: boolean
  /** The caller shows the failure itself. */
  readonly quiet?: boolean
  /** For calls that change something; a retry of the same intent must bring the same key. Made here if missing. */
  readonly idempotencyKey?: string
}

type EndListener = () => void
const endListeners = new Set<EndListener>()
/** Told when the server has ended the session of a call that was not initial: the shell goes to sign in. */
export function onSessionEnded(listener: EndListener): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/**
 * Calls the server. Throws `CallFailed`, after showing it unless `quiet`; an aborted call throws the abort, in silence.
 */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallData<Name>> {
  return telling(options, async () => openEnvelope<CallData<Name>>(await send(name, input, options)))
}

/** Does `work`; what fails is shown unless `quiet`, and an ended session is forgotten. */
export async function telling<Data>(options: CallOptions, work: () => Promise<Data>): Promise<Data> {
  const token = sessionNow().token
  try {
    return await work()
  } catch (error) {
    if (error instanceof CallFailed) fail(error, { ...options, token })
    throw error
  }
}

/** A fresh key for one intent of the person: make it when the form is shown, keep it for every retry. */
export const newKey = (): string =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join('')
const hex = (byte: number) => byte.toString(16).padStart(2, '0')

function send(name: CallName, input: object, options: CallOptions): Promise<Response> {
  const facts: Call = CALLS[name]
  const headers = headersNow()
  const request: RequestInit = {
    headers,
    cache: 'no-store',
    credentials: 'omit',
    ...(options.signal && { signal: options.signal }),
  }
  if (!facts.changes) return reach(`${facts.path}?${query(input)}`, request)
  headers.set(HEADER_IDEMPOTENCY, options.idempotencyKey ?? newKey())
  headers.set('content-type', 'application/json')
  // Of signing in and what surrounds it: the cookie by which the server knows the browser again. Nothing else goes by
  // cookies.
  const credentials = facts.caller === 'visitor' ? 'same-origin' : 'omit'
  return reach(facts.path, { ...request, credentials, method: 'POST', body: JSON.stringify(input) })
}

/** Who asks, in which language: what every request carries. */
export function headersNow(): Headers {
  const token = sessionNow().token
  const headers = new Headers({ [HEADER_LANGUAGE]: languageNow() })
  if (token !== undefined) headers.set(HEADER_TOKEN, token)
  return headers
}

/** The specification's `t` makes every GET its own address. */
export function query(input: object): string {
  const pairs = Object.entries(input).filter(([, value]) => value !== undefined)
  return new URLSearchParams([
    ...pairs.map(([key, value]) => [key, String(value)]),
    ['t', String(Date.now())],
  ]).toString()
}

export async function reach(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request)
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new CallFailed({ kind: 'network', message: translateNow('common.error_network') })
  }
}

/** `data` of an envelope, or the `CallFailed` that it is. */
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
  if (!call.initial && !call.quiet) toast({ text: error.message, tone: 'bad' })
}

/** The server has ended the session of `token`: forget it and go to sign in. */
export function sessionEnded(token: string | undefined): void {
  clearIf(token)
  for (const listener of endListeners) listener()
}

/** A late answer to an old token must not end the session that followed it. */
function clearIf(token: string | undefined): void {
  if (sessionNow().token === token) clearSession()
}

/** The code behind both session reasons, for those who meet it on the socket. */
export const isSessionCode = (code: number): boolean => code === CODE_SESSION
