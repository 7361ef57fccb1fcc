/**
 * Creates, changes, publishes and withdraws articles for staff. Each decision is one transaction with its audit entry,
 * and names the version that its author saw: of two editors the second is refused and keeps the typed text. The clock
 * decides whether an article is published.
 */
import { NEWS_PICTURES_MAX, type NewsKind, type NewsState } from '@veritick/contract'
import { userId } from '@veritick/domain'
import type { Logger } from 'pino'
import { type Once, type Refusal, refuse } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { DAY_MS, type Runtime } from '../../services/clock/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import { recordOnce } from '../../services/idempotency/index.ts'
import type { Messages } from '../../services/messages/index.ts'
import { type KnownStaff, ShownRows } from '../../services/seals/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import type { Files } from '../../services/uploads/index.ts'
import { news, newsTexts, type Store, type Transaction } from '../../store/index.ts'
import { isReasonValid } from '../approvals/index.ts'
import { findNews, lockNews, type NewsRow, type NewsText, textsOf, writeNews } from './queries.ts'
import { bodyOf, picturesOf } from './sanitise.ts'
import { isNewsProven, textWithSeal, withSeal } from './seals.ts'
import { tellOfArticle } from './tell.ts'
import { mayTake, NEWS_TRANSITIONS, type NewsTransition, stateAt } from './transitions.ts'

/** How far ahead an article may be scheduled or end: further is a typing error. */
export const NEWS_AHEAD_DAYS_MAX = 730

/** Owner of the pictures of articles, among customers whose numbers begin at 1. */
export const OPERATOR = userId(0)

export const pictureUse = (article: number): string => `news:${article}`

type Deed = { readonly actor: Actor; readonly reason: string }
type Decision = Deed & { readonly id: number; readonly seenVersion: number }
export type NewsDone = { readonly ok: true; readonly value: NewsRow } | Refusal

export type NewsDraft = Deed & {
  /** `undefined`: a new article. */
  readonly id: number | undefined
  readonly seenVersion: number | undefined
  readonly kind: NewsKind
  readonly picture: string | undefined
  readonly texts: readonly NewsText[]
  /** Whether the staff member may change what customers see. */
  readonly mayPublish: boolean
  readonly once: Once | undefined
}

export type News = {
  /**
   * Refusals: `reason_missing`, `news_text_missing` (no English title, or a published article without an English body),
   * `parameter_doubled` (a language), `picture_unknown`, `picture_used`, `too_many_pictures`, and those of a decision.
   */
  save(draft: NewsDraft): Promise<NewsDone>
  /** Refusals: `news_time_wrong`, `news_text_missing`, and those of a decision. */
  publish(
    decision: Decision & { readonly publishAt: number | undefined; readonly endAt: number | undefined },
  ): Promise<NewsDone>
  /**
   * Refusals of a decision: `reason_missing`, `news_unknown`, `news_changed_meanwhile`, `news_state_wrong`,
   * `record_changed`.
   */
  withdraw(decision: Decision): Promise<NewsDone>
  reopen(decision: Decision): Promise<NewsDone>
  /** Rises with each change, so that an answer that was made before it is not given again. */
  generation(): number
  /** Proves what was read from the store. */
  readonly shown: ShownRows
}

type Parts = {
  readonly store: Store
  readonly runtime: Runtime
  readonly files: Pick<Files, 'attach'>
  readonly messages: Messages
  readonly encryption: Encryption
  readonly knownStaff: KnownStaff
  readonly log: Logger
}
type Opened = Parts & { readonly shown: ShownRows }
type Step = { readonly tx: Transaction; readonly row: NewsRow; readonly now: number }
type Changes = Partial<NewsRow>

export function openNews(given: Parts): News {
  const { store, runtime, encryption } = given
  const shown = new ShownRows(given)
  const parts = { ...given, shown }
  let generation = 0

  const decided = async (
    { id, seenVersion, actor, reason }: Decision,
    transition: NewsTransition,
    changesOf: (step: Step) => Changes | Promise<Changes>,
  ): Promise<NewsDone> => {
    if (!isReasonValid(reason)) return refuse('reason_missing', 'reason_text')
    return inTransaction(store, async (tx) => {
      tx.onEnd(() => {
        generation += 1
      })
      const row = (await lockNews(tx.db, id)) ?? rollbackWith('news_unknown', 'id')
      const now = runtime.now()
      if (row.version !== seenVersion) rollbackWith('news_changed_meanwhile', 'seen_version')
      if (!mayTake(transition, stateAt(row, now))) rollbackWith('news_state_wrong')
      if (!isNewsProven(shown, row)) rollbackWith('record_changed')
      const changes = await changesOf({ tx, row, now })
      const state = transition.to === 'unchanged' ? row.state : transition.to
      const after = withSeal(encryption, {
        ...row,
        ...changes,
        state,
        version: row.version + 1,
        changedBy: actor.who,
        changedAt: now,
      })
      await writeNews(tx.db, after)
      await audited({ tx, encryption }, { actor, reason, action: transition.action, before: row, after, now })
      return after
    })
  }

  return {
    generation: () => generation,
    shown,

    save: async (draft) => {
      const texts = textsIn(draft)
      if (!Array.isArray(texts)) return texts as Refusal
      const { id, seenVersion } = draft
      if (id === undefined) return created(parts, draft, texts)
      const decision = { ...draft, id, seenVersion: seenVersion ?? 0 }
      return decided(decision, NEWS_TRANSITIONS.save, (step) => newTexts(parts, { draft, texts, step }))
    },

    publish: (decision) => decided(decision, NEWS_TRANSITIONS.publish, (step) => published(parts, decision, step)),

    withdraw: (decision) => decided(decision, NEWS_TRANSITIONS.withdraw, () => ({})),

    reopen: (decision) => decided(decision, NEWS_TRANSITIONS.reopen, () => ({ publishAt: null, endAt: null })),
  }
}

async function published(
  parts: Opened,
  decision: Parameters<News['publish']>[0],
  { tx, row, now }: Step,
): Promise<Changes> {
  const { publishAt, endAt, actor, reason } = decision
  const from = publishAt ?? now
  const latest = now + NEWS_AHEAD_DAYS_MAX * DAY_MS
  if (from < now || from > latest) rollbackWith('news_time_wrong', 'publish_at')
  if (endAt !== undefined && (endAt <= from || endAt > latest)) rollbackWith('news_time_wrong', 'end_at')
  const { texts, isProven } = await textsOf({ db: tx.db, shown: parts.shown }, row)
  if (!isProven) rollbackWith('record_changed')
  if (!isComplete(row.kind, texts)) rollbackWith('news_text_missing', 'texts')
  const by = { who: actor.who, reason }
  await tellOfArticle(parts, tx, { row, texts, done: 'published', from, by, at: now })
  return { publishAt: from, endAt: endAt ?? null }
}

async function created(parts: Opened, draft: NewsDraft, texts: readonly NewsText[]): Promise<NewsDone> {
  const { actor, reason, kind } = draft
  if (!isReasonValid(reason)) return refuse('reason_missing', 'reason_text')
  return inTransaction(parts.store, async (tx) => {
    const now = parts.runtime.now()
    const { record } = await recordOnce(tx, { once: draft.once, kind: 'news', runtime: parts.runtime }, async () => {
      const by = { createdBy: actor.who, createdAt: now, changedBy: actor.who, changedAt: now }
      const picture = draft.picture ?? null
      const made = { kind, state: 'draft', version: 1, textVersion: 1, picture, publishAt: null, endAt: null } as const
      const [inserted] = await tx.db
        .insert(news)
        .values({ ...made, ...by })
        .returning({ news: news.news })
      if (inserted === undefined) throw new Error('the store gave no number of a new article')
      const row = withSeal(parts.encryption, { ...inserted, ...made, ...by })
      await writeNews(tx.db, row)
      await keepTexts(parts, tx, { id: row.news, version: 1, texts })
      await attachPictures(parts, tx, { id: row.news, picture: draft.picture, texts })
      await audited({ ...parts, tx }, { actor, reason, action: 'news_create', before: undefined, after: row, now })
      return row.news
    })
    const row = (await findNews(tx.db, record)) ?? rollbackWith('news_unknown', 'id')
    // Another article under the request's key was put there in the store.
    if (row.createdBy !== actor.who || row.kind !== kind) rollbackWith('idempotency_mismatch')
    return row
  })
}

async function newTexts(
  parts: Opened,
  { draft, texts, step }: { readonly draft: NewsDraft; readonly texts: readonly NewsText[]; readonly step: Step },
): Promise<Changes> {
  const { tx, row, now } = step
  if (row.kind !== draft.kind) rollbackWith('parameter_not_allowed', 'kind')
  const state: NewsState = stateAt(row, now)
  if (state !== 'draft' && !draft.mayPublish) rollbackWith('not_permitted')
  if (state !== 'draft' && !isComplete(row.kind, texts)) rollbackWith('news_text_missing', 'texts')
  const textVersion = row.textVersion + 1
  await keepTexts(parts, tx, { id: row.news, version: textVersion, texts })
  await attachPictures(parts, tx, { id: row.news, picture: draft.picture, texts })
  const picture = draft.picture ?? null
  if (state !== 'draft') {
    const by = { who: draft.actor.who, reason: draft.reason }
    const from = row.publishAt ?? now
    await tellOfArticle(parts, tx, { row: { ...row, picture }, texts, done: 'changed', from, by, at: now })
  }
  return { textVersion, picture }
}

/** The texts as they are stored, empty languages left out; or why they cannot be. */
function textsIn({ texts }: Pick<NewsDraft, 'texts'>): readonly NewsText[] | Refusal {
  const kept = texts
    .map(({ language, title, summary, body }) => ({
      language,
      title: title.trim(),
      summary: summary.trim(),
      body: bodyOf(body),
    }))
    .filter(({ title, summary, body }) => title !== '' || summary !== '' || body !== '')
  if (new Set(kept.map(({ language }) => language)).size < kept.length) return refuse('parameter_doubled', 'texts')
  const isTitled = kept.every(({ title }) => title !== '') && kept.some(({ language }) => language === 'en')
  return isTitled ? kept : refuse('news_text_missing', 'texts')
}

/**
 * True if an article may be shown to customers: every language of it has a body. A banner needs only its title. A
 * banner is its title.
 */
const isComplete = (kind: NewsKind, texts: readonly NewsText[]): boolean =>
  kind === 'banner' || texts.every(({ body }) => body !== '')

async function keepTexts(
  { encryption }: Parts,
  tx: Transaction,
  kept: { readonly id: number; readonly version: number; readonly texts: readonly NewsText[] },
): Promise<void> {
  const { id, version, texts } = kept
  const rows = texts.map((each) => textWithSeal(encryption, { ...each, news: id, version }))
  await tx.db.insert(newsTexts).values(rows)
}

/** A picture belongs to the article whose saved version names it first, and to no other. */
async function attachPictures(
  { files }: Parts,
  tx: Transaction,
  named: { readonly id: number; readonly picture: string | undefined; readonly texts: readonly NewsText[] },
): Promise<void> {
  const pictures = picturesOf(named)
  if (pictures.length > NEWS_PICTURES_MAX) rollbackWith('too_many_pictures', 'texts')
  for (const picture of pictures) {
    const use = { address: `/api/files/${picture}`, owner: OPERATOR, usedFor: pictureUse(named.id) }
    const attached = await files.attach(tx, use)
    if (!attached.ok) rollbackWith(attached.reason, 'picture')
  }
}

function audited(
  by: Parameters<typeof writeAudit>[0],
  done: {
    readonly actor: Actor
    readonly reason: string
    readonly action: string
    readonly before: NewsRow | undefined
    readonly after: NewsRow
    readonly now: number
  },
): Promise<void> {
  const { actor, reason, action, before, after, now } = done
  return writeAudit(by, {
    actor,
    action,
    subject: { kind: 'news', id: after.news },
    reason: reason.trim(),
    before: before === undefined ? undefined : factsOf(before, now),
    after: factsOf(after, now),
    at: now,
  })
}

/** The texts of each version are kept in the store, so their number says what they were. */
const factsOf = (row: NewsRow, now: number) => ({
  kind: row.kind,
  state: stateAt(row, now),
  text_version: row.textVersion,
  publish_at: row.publishAt === null ? null : new Date(row.publishAt).toISOString(),
  end_at: row.endAt === null ? null : new Date(row.endAt).toISOString(),
  picture: row.picture,
})
