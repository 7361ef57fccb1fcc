/**
 * The one function for every call of the office: sends it, opens the envelope, and returns `data` or throws a
 * `CallFailed`. When the server has ended the session, the shell opens sign-in and returns to the same page afterwards.
 */
import type { OfficeCallName, OfficeData, OfficeInput } from '@veritick/contract/office'
import { isForRole, isSessionEnd, opened, unreachable } from './failure.ts'
import { requestOf } from './request.ts'
import { meNow, remember } from './session.ts'

export type CallOptions = {
  readonly signal?: AbortSignal
  /** One intent keeps one key over all its retries. */
  readonly key?: string
  /** The call that finds out who is signed in: a missing session is an answer then. */
  readonly initial?: boolean
}

export const newKey = (): string => crypto.randomUUID()

const endListeners = new Set<() => void>()
export function onSessionEnded(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Answers have the types of the contract; the server checks them. */
export async function call<Name extends OfficeCallName>(
  name: Name,
  input: OfficeInput<Name>,
  options: CallOptions = {},
): Promise<OfficeData<Name>> {
  const { address, init } = requestOf(name, input, { csrf: meNow()?.csrf, key: options.key ?? newKey() })
  try {
    return (await send(address, { ...init, ...(options.signal && { signal: options.signal }) })) as OfficeData<Name>
  } catch (error) {
    if (isSessionEnd(error) && options.initial !== true && meNow() !== undefined) {
      remember(undefined)
      for (const listener of endListeners) listener()
    }
    if (isForRole(error) && meNow() !== undefined) void rereadMe()
    throw error
  }
}

/** Another admin has changed the role since the sign-in: menu and buttons follow it. */
async function rereadMe(): Promise<void> {
  try {
    const me = await call('me', {}, { initial: true })
    if (meNow() !== undefined) remember(me)
  } catch {
    // The refusal itself is shown.
  }
}

async function send(address: string, init: RequestInit): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(address, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw unreachable()
  }
  return opened({ status: response.status, body: await bodyOf(response) })
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
