/**
 * Makes the text of a notification, and names the screen that it opens. Without `details` it names only the topic,
 * because it can stand on a locked screen; then the newest one of a topic replaces the one before. Pure.
 */
import { type NoticeKind, PUSH_TOPIC_OF, type PushPayload, type PushTopic } from '@veritick/contract'
import { LANGUAGE_FACTS, type Language } from '@veritick/locales'
import { say } from '../../calls/index.ts'
import type { Ids } from '../../services/encryption/index.ts'
import { type KeptNotice, wireNotice } from '../notices/index.ts'

const PATHS: { readonly [Topic in PushTopic]: string } = {
  orders: '/order',
  margin: '/order',
  money: '/mine/history',
  identity: '/mine/auth',
  sign_in: '/mine/sessions',
  support: '/mine/chat',
  price_alerts: '/mine/notices',
}
/** Kinds with another screen than their topic. */
const PATH_OF_KIND: { readonly [Kind in NoticeKind]?: string } = { account_frozen: '/mine', account_unfrozen: '/mine' }

export function payloadOf(
  kept: KeptNotice,
  to: { readonly topic: PushTopic; readonly details: boolean; readonly language: Language; readonly ids: Ids },
): PushPayload {
  const { topic, details, language, ids } = to
  const { tag: lang, direction: dir } = LANGUAGE_FACTS[language]
  return {
    title: say(language, `push.topic_${topic}`),
    body: details ? wireNotice(kept, language, ids).words : say(language, 'push.body'),
    // The session may trade on another account than the one that it is about.
    path: kept.account === undefined ? (PATH_OF_KIND[kept.facts.kind] ?? PATHS[topic]) : '/mine/notices',
    tag: details ? `notice-${kept.notice}` : topic,
    lang,
    dir,
  }
}

export const topicOf = (kept: KeptNotice): PushTopic | undefined => PUSH_TOPIC_OF[kept.facts.kind]
