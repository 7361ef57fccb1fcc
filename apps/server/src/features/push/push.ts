/**
 * Delivery of notifications to push services. The due notifications are in the store
 * (services/messages/notice-rows.ts), so no caller waits for a service and a restart loses none. Each service has a
 * lane of its own (lanes.ts): a service that hangs delays only the messages to itself. Within a lane the rank and turn
 * of a message decide, so a flood of one customer delays no urgent message of another.
 */
import { PUSH_URGENT } from '@veritick/contract'
import type { Logger } from 'pino'
import { HOUR_MS, MINUTE_MS } from '../../services/clock/index.ts'
import type { HttpClient } from '../../services/network/index.ts'
import type { PushParts } from './context.ts'
import type { Push } from './interface.ts'
import { type Lane, lanesOf } from './lanes.ts'
import { payloadOf, topicOf } from './payload.ts'
import { assignServices, type Due, drop, dropBrowser, dueNow, endWaits, nameOf, putOff, targetOf } from './rows.ts'
import { PUSH_CLIENT, SEND_DEADLINE_MS, type Sent, send } from './send.ts'
import { type VapidKeys, vapidKeys } from './vapid-keys.ts'

/** How often the server reads what is due, beside the end of a request in a lane that has more to send. */
const LOOK_MS = 1_000
/**
 * Requests that begin in a second, in all lanes together: each takes about 1 ms of the main thread to be encrypted and
 * signed. Each look of the job fills all lanes, which is half of them; the others go to the lanes that have more.
 */
export const REQUESTS_PER_SECOND_MAX = 128
/** Messages whose wait for the next try one run ends. */
const WAITS_ENDED_MAX = 1_000
/** Delay after the first, second, ... failure. After the last one the message is dropped. */
const RETRY_MS = [30_000, 2 * MINUTE_MS, 10 * MINUTE_MS]
/** Older messages are no news; the notice stands in the app. */
export const PUSH_AGE_MAX_MS = 6 * HOUR_MS

type Requests = { readonly deadlineMs: number; readonly client: HttpClient }

/** `deadlineMs`: of one request; tests have a shorter one, and a `client` with name servers of their own. */
export async function openPush(
  parts: PushParts,
  deadlineMs = SEND_DEADLINE_MS,
  client: HttpClient = PUSH_CLIENT,
): Promise<Push> {
  const { config, jobs } = parts
  if (config.pushServices.length === 0) return { publicKey: undefined, flush: async () => {}, stop: async () => {} }
  const keys = await vapidKeys(parts)
  await parts.store.transaction((tx) => assignServices(tx, config.pushServices))
  const delivery = new Delivery(parts, { ...keys, subject: subjectOf(config) }, { deadlineMs, client })
  const job = jobs.add({ name: 'push', everyMs: LOOK_MS, run: () => delivery.run() })
  const flush = async () => {
    do await job.run()
    while (await delivery.settled())
  }
  return {
    publicKey: keys.publicKey,
    flush,
    stop: async () => {
      await job.stop()
      await delivery.stop()
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
  readonly #requests: Requests
  readonly #log: Logger
  readonly #lanes: readonly Lane[]
  /** Being sent: by the name of the message. */
  readonly #sending = new Map<string, Promise<void>>()
  /** The end of the last look. Looks follow each other: two at a time could begin one message twice. */
  #looked: Promise<void> = Promise.resolve()
  #isAsked = false
  #isStopped = false
  /** Requests that may still begin in this second. */
  #left = 0

  constructor(parts: PushParts, vapid: VapidKeys & { readonly subject: string }, requests: Requests) {
    this.#parts = parts
    this.#vapid = vapid
    this.#requests = requests
    this.#log = parts.log
    this.#lanes = lanesOf(parts.config.pushServices)
  }

  /** Begins to send what is due, as much as the lanes have room for, and waits for none of it. */
  async run(): Promise<void> {
    await endWaits(this.#parts.store.query, { now: this.#parts.runtime.now(), limit: WAITS_ENDED_MAX })
    this.#left = REQUESTS_PER_SECOND_MAX
    for (const lane of this.#lanes) lane.hasMore = true
    await this.#lookNext()
  }

  /** True: messages were being sent, and have been tried. */
  async settled(): Promise<boolean> {
    await this.#looked
    if (this.#sending.size === 0) return false
    await Promise.all(this.#sending.values())
    return true
  }

  /** The end of a request begins no other one; resolves when what was begun has been tried. */
  async stop(): Promise<void> {
    this.#isStopped = true
    do await this.#looked
    while (await this.settled())
  }

  #lookNext(): Promise<void> {
    const look = this.#looked.then(() => this.#look())
    this.#looked = look.catch(() => {})
    return look
  }

  async #look(): Promise<void> {
    this.#isAsked = false
    const free = this.#rooms().filter(({ room }) => room > 0)
    if (free.length === 0) return
    const rows = await dueNow(this.#parts.store.query, { lanes: free, sending: [...this.#sending.keys()] })
    for (const { lane, service, room } of free) {
      const own = rows.filter((row) => row.service === service)
      lane.hasMore = own.length === room
      for (const row of own) this.#begin(row, lane)
    }
  }

  /** Requests that each lane may begin now. */
  #rooms() {
    let left = this.#left
    return this.#lanes.map((lane) => {
      const room = lane.hasMore ? Math.min(lane.atOnce - lane.sending, left) : 0
      left -= room
      return { lane, service: lane.service, room }
    })
  }

  #begin(row: Due, lane: Lane): void {
    const name = nameOf(row)
    lane.sending += 1
    this.#left -= 1
    const done = this.#deliver(row)
      .catch((error: unknown) => this.#failed(row, error))
      .catch((error: unknown) => {
        this.#log.error({ err: error }, 'a push message could not be noted')
        // It is still due, so a look at once would send it again and again.
        lane.hasMore = false
      })
      .finally(() => {
        this.#sending.delete(name)
        lane.sending -= 1
        if (lane.hasMore && this.#left > 0) this.#lookSoon()
      })
    this.#sending.set(name, done)
  }

  /** Requests that end together share one look. One that fails is made up for by the job, which logs its own. */
  #lookSoon(): void {
    if (this.#isAsked || this.#isStopped) return
    this.#isAsked = true
    this.#lookNext().catch(() => {})
  }

  async #deliver(row: Due): Promise<void> {
    const { store, encryption, ids, runtime, notices, sessions } = this.#parts
    // The session ended, and with it the notifications of its browser.
    const { user, session: tokenHash } = row
    if (!(await sessions.isLiving({ user, tokenHash }))) return dropBrowser(store.query, row)
    const found = await notices.numbered(row.notice)
    // A statement of SQL may have queued the notice of another customer.
    const kept = found?.user === row.user ? found : undefined
    const topic = kept && topicOf(kept)
    const isOld = runtime.now() - row.createdAt > PUSH_AGE_MAX_MS
    // The customer has read it in the app meanwhile.
    if (kept === undefined || topic === undefined || kept.read || isOld) return drop(store.query, row)
    const { details, language } = row
    const sent = await send(targetOf(encryption, row), {
      text: JSON.stringify(payloadOf(kept, { topic, details, language, ids })),
      urgent: PUSH_URGENT.includes(topic),
      vapid: this.#vapid,
      ...this.#requests,
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
