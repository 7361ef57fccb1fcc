/**
 * Notifications of this browser. The server stores the choice with the session. The device stores the customer's id:
 * the next sign-in of the same customer renews the choice, the sign-in of another customer ends it.
 */
import { useQuery } from '@tanstack/react-query'
import type { CallData, PushTopic } from '@veritick/contract'
import { PUSH_TOPICS } from '@veritick/contract'
import { call } from './api.ts'
import { readLocal, writeLocal } from './localStorage.ts'
import { PUSH_KEPT } from './pushRenewal.ts'
import { queryClient } from './queries.ts'
import { sessionNow, useSignedIn } from './session.ts'

export type PushState = CallData<'pushState'>
export type PushChoice = { readonly topics: readonly PushTopic[]; readonly details: boolean }
/** `blocked`: the customer or the browser forbids notifications. */
export type PushSupport = 'ready' | 'blocked' | 'unsupported'
export type PushDone = 'done' | 'blocked' | 'unsupported'

const PUSH = ['personal', 'push'] as const

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/** The choice on the server, and whether this browser still has its subscription. */
export function usePush() {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: PUSH,
    queryFn: async ({ signal }) => {
      const [state, subscription] = await Promise.all([
        call('pushState', {}, { signal, quiet: true }),
        subscriptionNow(),
      ])
      return { state, subscribed: subscription !== undefined }
    },
    enabled: signedIn,
  })
}

/** Asks for a missing permission, then sends the choice to the server. Rejects when network or browser fail. */
export async function turnPushOn(key: string, choice: PushChoice): Promise<PushDone> {
  if (pushSupport() === 'unsupported') return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration === undefined) return 'unsupported'
  const known = await registration.pushManager.getSubscription()
  const isOurs = known !== null && base64url(known.options.applicationServerKey) === key
  if (known !== null && !isOurs) await known.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) }
  const subscription = isOurs ? known : await registration.pushManager.subscribe(options)
  await tell(subscription, choice)
  return 'done'
}

export async function turnPushOff(): Promise<void> {
  const state = await call('pushUnsubscribe', {})
  writeLocal(PUSH_KEPT, undefined)
  await (await subscriptionNow())?.unsubscribe()
  queryClient.setQueryData(PUSH, { state, subscribed: false })
}

/** Called after a sign-in. Ends the subscription of another customer. */
export async function renewPush(): Promise<void> {
  const [uid, details, ...topics] = (readLocal(PUSH_KEPT) ?? '').split(' ')
  const subscription = await subscriptionNow()
  if (subscription === undefined || uid !== sessionNow().user?.uid) {
    writeLocal(PUSH_KEPT, undefined)
    await subscription?.unsubscribe()
    return
  }
  await tell(subscription, { topics: PUSH_TOPICS.filter((each) => topics.includes(each)), details: details === 'yes' })
}

async function tell(subscription: PushSubscription, { topics, details }: PushChoice): Promise<void> {
  const { endpoint } = subscription
  const [p256dh, auth] = [base64url(subscription.getKey('p256dh')), base64url(subscription.getKey('auth'))]
  const state = await call('pushSubscribe', { endpoint, p256dh, auth, topics: topics.join(' '), details })
  const uid = sessionNow().user?.uid
  if (uid !== undefined) writeLocal(PUSH_KEPT, [uid, details ? 'yes' : 'no', ...topics].join(' '))
  queryClient.setQueryData(PUSH, { state, subscribed: true })
}

async function subscriptionNow(): Promise<PushSubscription | undefined> {
  if (pushSupport() === 'unsupported') return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
