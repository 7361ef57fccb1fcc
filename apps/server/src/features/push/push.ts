/**
 * Delivery of notifications to push services. The due notifications are in the store
 * (services/messages/notice-rows.ts), so no caller waits for a service and a restart loses none. Each service has a
 * lane of its own with a ceiling of requests at a time: a service that hangs delays only the messages to itself.
 */
import type { Logger } from 'pino'
import { HOUR_MS, MINUTE_MS } from '../../services/clock/index.ts'
import { noticeNumbered } from '../notices/index.ts'
import type { PushParts } from './context.ts'
import type { Push } from './interface.ts'
import { payloadOf, topicOf } from './payload.ts'
import { type Due, drop, dropBrowser, dueNow, nameOf, putOff, targetOf } from './rows.ts'
import { SEND_DEADLINE_MS, type Sent, send } from './send.ts'
import { type VapidKeys, vapidKeys } from './vapid-keys.ts'

/** How often the server reads what is due. */
const LOOK_MS = 1_000
/** Requests to one service at a time. */
export const LANE_MAX = 16
/** Rows that one look reads. */
const BATCH_MAX = 200
/** Delay after the first, second, ... failure. After the last one the message is dropped. */
const RETRY_MS = [30_000, 2 * MINUTE_MS, 10 * MINUTE_MS]
/** Older messages are no news; the notice stands in the app. */
export const PUSH_AGE_MAX_MS = 6 * HOUR_MS

/** `deadlineMs`: of one request; tests have a shorter one. */
export async function openPush(parts: PushParts, deadlineMs = SEND_DEADLINE_MS): Promise<Push> {
  const { config, jobs } = parts
  if (config.pushServices.length === 0) return { publicKey: undefined, flush: async () => {}, stop: async () => {} }
  const keys = await vapidKeys(parts)
  const delivery = new Delivery(parts, { ...keys, subject: subjectOf(config) }, deadlineMs)
  const job = jobs.add({ name: 'push', everyMs: LOOK_MS, run: () => delivery.look() })
  const flush = async () => {
    do await job.run()
    while (await delivery.settled())
  }
  return {
    publicKey: keys.publicKey,
    flush,
    stop: async () => {
      await job.stop()
      await delivery.settled()
    },
  }
}

/** PUSH_CONTACT, otherwise the address of the app, otherwise that of the mails. */
function subjectOf({ pushContact, appUrl, mailFrom }: PushParts['config']): string {
  if (pushContact !== undefined) return pushContact
  if (appUrl?.startsWith('https://')) return appUrl
  return `mailto:${/([^<>\s]+@[^<>\s]+?)>?$/.exec(mailFrom)?.[1] ?? mailFrom}`
}

class Delivery {
  readonly #parts: PushParts
  readonly #vapid: VapidKeys & { readonly subject: string }
  readonly #deadlineMs: number
  readonly #log: Logger
  /** Being sent: by the name of the message, with its service. */
  readonly #sending = new Map<string, { readonly origin: string; readonly done: Promise<void> }>()

  constructor(parts: PushParts, vapid: VapidKeys & { readonly subject: string }, deadlineMs: number) {
    this.#parts = parts
    this.#vapid = vapid
    this.#deadlineMs = deadlineMs
    this.#log = parts.log
  }

  /** Begins to send what is due, and waits for none of it. */
  async look(): Promise<void> {
    const { store, runtime } = this.#parts
    for (;;) {
      const rows = await dueNow(store.query, {
        now: runtime.now(),
        limit: BATCH_MAX,
        busy: this.#busy(),
        sending: [...this.#sending.keys()],
      })
      let begun = 0
      for (const row of rows) {
        if (this.#inLane(row.origin) >= LANE_MAX) continue
        this.#begin(row)
        begun += 1
      }
      if (begun === 0) return
    }
  }

  /** True: messages were being sent, and have been tried. */
  async settled(): Promise<boolean> {
    if (this.#sending.size === 0) return false
    await Promise.all([...this.#sending.values()].map(({ done }) => done))
    return true
  }

  #busy(): readonly string[] {
    const origins = new Set([...this.#sending.values()].map(({ origin }) => origin))
    return [...origins].filter((origin) => this.#inLane(origin) >= LANE_MAX)
  }

  #inLane(origin: string): number {
    return [...this.#sending.values()].filter((each) => each.origin === origin).length
  }

  #begin(row: Due): void {
    const name = nameOf(row)
    const done = this.#deliver(row)
      .catch((error: unknown) => this.#failed(row, error))
      .catch((error: unknown) => this.#log.error({ err: error }, 'a push message could not be noted'))
      .finally(() => this.#sending.delete(name))
    this.#sending.set(name, { origin: row.origin, done })
  }

  async #deliver(row: Due): Promise<void> {
    const { store, encryption, ids, runtime } = this.#parts
    if (!row.alive) return dropBrowser(store.query, row)
    const kept = await noticeNumbered(store.query, row.notice)
    const topic = kept && topicOf(kept)
    const isOld = runtime.now() - row.createdAt > PUSH_AGE_MAX_MS
    // The customer has read it in the app meanwhile.
    if (kept === undefined || topic === undefined || kept.read || isOld) return drop(store.query, row)
    const { details, language } = row
    const sent = await send(targetOf(encryption, row), {
      text: JSON.stringify(payloadOf(kept, { topic, details, language, ids })),
      urgent: topic === 'margin' || topic === 'sign_in',
      vapid: this.#vapid,
      deadlineMs: this.#deadlineMs,
    })
    await this.#note(row, sent)
  }

  /** The row waits like one that the service did not take: due at once, it would be the first of its lane for ever. */
  #failed(row: Due, error: unknown): Promise<void> {
    this.#log.error({ err: error }, 'a push message could not be prepared or noted')
    return this.#note(row, { kind: 'failed', cause: 'not prepared', waitMs: 0 })
  }

  async #note(row: Due, sent: Sent): Promise<void> {
    const { store, runtime } = this.#parts
    const { origin, tries } = row
    switch (sent.kind) {
      case 'taken':
        return drop(store.query, row)
      case 'gone':
        return dropBrowser(store.query, row)
      case 'refused':
        this.#log.warn({ origin, cause: sent.cause }, 'a push service refused a message; it is dropped')
        return drop(store.query, row)
      case 'failed': {
        const wait = RETRY_MS[tries]
        const facts = { origin, cause: sent.cause, tries: tries + 1 }
        if (wait === undefined) {
          this.#log.warn(facts, 'a push message was given up')
          return drop(store.query, row)
        }
        this.#log.info(facts, 'a push message was not taken; it will be tried again')
        return putOff(store.query, row, runtime.now() + Math.max(wait, sent.waitMs))
      }
    }
  }
}
