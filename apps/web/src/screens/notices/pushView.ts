/** The notifications of this browser as the screen shows them. Pure. */
import { PUSH_TOPICS, type PushTopic } from '@veritick/contract'
import type { PushChoice, PushState, PushSupport } from '../../data/push.ts'

/** `undefined`: the operator has turned web push off, so nothing is shown. */
export type PushView =
  | { readonly kind: 'blocked' | 'unsupported' }
  | { readonly kind: 'switch'; readonly key: string; readonly on: boolean; readonly choice: PushChoice }

export function pushViewOf(known: {
  readonly support: PushSupport
  readonly state: PushState
  /** Whether the browser still has its subscription. */
  readonly subscribed: boolean
}): PushView | undefined {
  const { support, state, subscribed } = known
  if (state.key === null) return undefined
  if (support !== 'ready') return { kind: support }
  const { key, topics, details } = state
  return { kind: 'switch', key, on: subscribed && topics !== null, choice: { topics: topics ?? PUSH_TOPICS, details } }
}

/** On its row. A browser that blocks notifications can be told to allow them, so they are off. */
export const stateOf = (view: PushView): 'on' | 'off' | 'unavailable' =>
  view.kind === 'unsupported' ? 'unavailable' : view.kind === 'switch' && view.on ? 'on' : 'off'

/** The choice with a topic added or removed; `undefined`: no topic is left. */
export function withTopic(choice: PushChoice, topic: PushTopic, on: boolean): PushChoice | undefined {
  const topics = PUSH_TOPICS.filter((each) => (each === topic ? on : choice.topics.includes(each)))
  return topics.length === 0 ? undefined : { ...choice, topics }
}
