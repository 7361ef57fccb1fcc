/**
 * The state of the support conversation for the whole app: the number of unread messages. Pushes are passed on to the
 * loaded chat, which keeps the messages, so that the first screen does not load them.
 */
import type { SupportPush, SupportState } from '@veritick/contract'
import { create } from 'zustand'
import { toast } from '../design/toasts.ts'
import { translateNow } from '../i18n/i18n.ts'
import { call } from './api.ts'
import { onSession, sessionNow } from './session.ts'

export const CHAT_PATH = '/mine/chat'

const useState = create<{ readonly state: SupportState | undefined }>(() => ({ state: undefined }))

/** Messages of staff that the customer has not read. */
export const useSupportUnread = (): number => useState(({ state }) => state?.unread ?? 0)

export const setSupportState = (state: SupportState | undefined): void => useState.setState({ state })

/** A push, or `undefined`: pushes may have been missed. */
type Listener = (push: SupportPush | undefined) => void
const listeners = new Set<Listener>()
export function onSupport(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** `null`: the subscription has restarted. */
export function takeSupport(push: SupportPush | null): void {
  if (push === null) {
    renewSupport()
    return
  }
  setSupportState(push.state)
  for (const listener of listeners) listener(push)
  if (push.message?.from !== 'staff') return
  void call('supportSeen', { seq: push.message.seq, read: 'no' }, { quiet: true }).catch(() => undefined)
  if (location.pathname !== CHAT_PATH) toast({ text: translateNow('support.arrived'), tone: 'plain' })
}

/** Reads the state again after missed pushes. */
export function renewSupport(): void {
  for (const listener of listeners) listener(undefined)
  const { token } = sessionNow()
  if (token === undefined) return
  void call('supportState', {}, { quiet: true, initial: true }).then(
    (state) => sessionNow().token === token && setSupportState(state),
    () => undefined,
  )
}

/** Forgets the conversation of a customer who has signed out. */
export const startSupport = (): void =>
  void onSession(({ token }, before) => token !== before.token && setSupportState(undefined))
