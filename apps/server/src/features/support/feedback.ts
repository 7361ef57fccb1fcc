/**
 * Feedback and complaints: stored encrypted under a reference that the sender is given. A complaint is also mailed to
 * the operator's complaint address, if there is one, in the transaction that stores it.
 */
import type { FeedbackKind } from '@veritick/contract'
import { assert, must, type UserId } from '@veritick/domain'
import { and, asc, count, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Once, type Refusal, refuse } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { randomBelow } from '../../services/clock/index.ts'
import { recordOnce } from '../../services/idempotency/index.ts'
import { type Ceiling, ceilingOf, LIMITS, networkCeilingOf } from '../../services/rate-limits/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import { feedback, LOCK_NAMED, type Transaction } from '../../store/index.ts'
import { readEmail } from '../accounts/index.ts'
import type { SupportParts } from './context.ts'

export type FeedbackRow = typeof feedback.$inferSelect
export type FeedbackContent = { readonly text: string; readonly email: string }

/** Letters and digits without those that look alike: I, L, O, 0 and 1. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const REFERENCE_LENGTH = 8
const CONTENT = z.object({ text: z.string(), email: z.string() })

type HandedIn = {
  /** `undefined`: a visitor. */
  readonly user: UserId | undefined
  /** True also for demo customers: a demo account costs nothing, so the limits of visitors count for them too. */
  readonly countsAsVisitor: boolean
  /** The network that it comes from. */
  readonly from: string
  readonly kind: FeedbackKind
  readonly text: string
  readonly email: string | undefined
  readonly picture: string | undefined
  readonly once: Once | undefined
}

export type FeedbackBox = {
  /** Refusals: `email_malformed`, `support_limit_reached`, `picture_unknown`, `picture_used`, those of the key. */
  handIn(request: HandedIn): Promise<{ readonly ok: true; readonly value: { readonly reference: string } } | Refusal>
}

export function feedbackBox(parts: SupportParts): FeedbackBox {
  const { feedbackOwn, feedbackNetwork, feedbackNetworkDay, feedbackVisitors } = LIMITS.support
  const clock = { now: parts.runtime.monotonicNow }
  const limits: Limits = {
    own: ceilingOf({ ...clock, ...feedbackOwn }),
    networks: [feedbackNetwork, feedbackNetworkDay].map((limit) => networkCeilingOf({ ...clock, ...limit })),
    all: ceilingOf({ ...clock, ...feedbackVisitors }),
  }
  return {
    handIn: async (request) => {
      const email = request.email === undefined ? undefined : readEmail(request.email)
      if (email?.ok === false) return refuse(email.reason, 'email')
      const done = await inTransaction(parts.store, async (tx) => {
        const { once } = request
        const now = parts.runtime.now()
        // The same request twice waits here, then finds its feedback.
        if (once !== undefined) await tx.query(LOCK_NAMED, [`feedback ${once.key}`])
        const { record } = await recordOnce(tx, { once, kind: 'feedback', runtime: parts.runtime }, () => {
          if (!mayHandIn(limits, request)) rollbackWith('support_limit_reached')
          return insert(parts, tx, { ...request, email: email?.value ?? '', now })
        })
        const row = must(await lockFeedback(tx, record), 'an idempotency key names a feedback')
        // Another feedback under the request's key was put there in the store.
        if (row.user !== (request.user ?? null) || row.kind !== request.kind) rollbackWith('idempotency_mismatch')
        return row
      })
      return done.ok ? { ok: true, value: { reference: done.value.reference } } : done
    },
  }
}

type Limits = { readonly own: Ceiling; readonly networks: readonly Pick<Ceiling, 'take'>[]; readonly all: Ceiling }

function mayHandIn({ own, networks, all }: Limits, { user, countsAsVisitor, from }: HandedIn): boolean {
  if (user !== undefined && !own.take(String(user))) return false
  return !countsAsVisitor || (networks.every((each) => each.take(from)) && all.take('visitors'))
}

async function insert(
  parts: SupportParts,
  tx: Transaction,
  given: Omit<HandedIn, 'email'> & { readonly email: string; readonly now: number },
): Promise<number> {
  const { encryption, files, settings, messages, runtime } = parts
  const { user, kind, email, now } = given
  const text = given.text.trim()
  const reference = newReference(runtime)
  const file = given.picture === undefined || user === undefined ? null : await attach(given.picture, user)
  async function attach(address: string, owner: UserId): Promise<string> {
    const attached = await files.attach(tx, { address, owner, usedFor: pictureUse({ reference }) })
    return attached.ok ? attached.file : rollbackWith(attached.reason, 'picture')
  }
  const bound = { reference, user: user ?? null, kind, file, createdAt: now }
  const encrypted = encryption.encryptText(
    encryptionContext(bound),
    JSON.stringify({ text, email } satisfies FeedbackContent),
  )
  const values = {
    ...bound,
    encrypted,
    state: 'open',
    endedAt: null,
  } as const
  const [row] = await tx.db.insert(feedback).values(values).returning()
  assert(row !== undefined, 'an insert returns its row')
  const to = settings.get('complaint_email')
  if (kind === 'complaint' && to !== '') {
    const answer = email === '' ? 'No address for an answer was given.' : `Answer to: ${email}`
    await messages.mail(tx.query, { to, subject: `Complaint ${reference}`, text: `${text}\n\n${answer}` })
  }
  return row.feedback
}

function newReference(runtime: SupportParts['runtime']): string {
  return Array.from({ length: REFERENCE_LENGTH }, () => ALPHABET.charAt(randomBelow(runtime, ALPHABET.length))).join('')
}

export const pictureUse = ({ reference }: Pick<FeedbackRow, 'reference'>): string => `feedback:${reference}`

type Bound = Pick<FeedbackRow, 'reference' | 'user' | 'kind' | 'file' | 'createdAt'>

/** A text belongs to its sender, picture and time: with another one, or as another kind, it does not decrypt. */
const encryptionContext = ({ reference, user, kind, file, createdAt }: Bound) => ({
  purpose: 'feedback',
  row: `${reference}:${kind}:${user ?? 'visitor'}:${file ?? 'no picture'}:${createdAt}`,
})

export function contentOf({ encryption }: Pick<SupportParts, 'encryption'>, row: FeedbackRow): FeedbackContent {
  return CONTENT.parse(JSON.parse(encryption.decryptText(encryptionContext(row), row.encrypted)))
}

/** No other transaction changes the row until this one ends. */
async function lockFeedback(tx: Transaction, id: number): Promise<FeedbackRow | undefined> {
  const [row] = await tx.db.select().from(feedback).where(eq(feedback.feedback, id)).for('update')
  return row
}

export async function findFeedback(
  { store }: Pick<SupportParts, 'store'>,
  id: number,
): Promise<FeedbackRow | undefined> {
  const [row] = await store.db.select().from(feedback).where(eq(feedback.feedback, id))
  return row
}

export async function feedbackPage(
  { store }: Pick<SupportParts, 'store'>,
  wanted: {
    readonly state: FeedbackRow['state'] | undefined
    readonly kind: FeedbackKind | undefined
    readonly page: number
    readonly size: number
    readonly oldestFirst: boolean
  },
): Promise<{ readonly rows: readonly FeedbackRow[]; readonly total: number }> {
  const { state, kind, page, size, oldestFirst } = wanted
  const where = and(
    state === undefined ? undefined : eq(feedback.state, state),
    kind === undefined ? undefined : eq(feedback.kind, kind),
  )
  const [counted] = await store.db.select({ total: count() }).from(feedback).where(where)
  const rows = await store.db
    .select()
    .from(feedback)
    .where(where)
    .orderBy(oldestFirst ? asc(feedback.createdAt) : desc(feedback.createdAt), desc(feedback.feedback))
    .limit(size)
    .offset((page - 1) * size)
  return { rows, total: counted?.total ?? 0 }
}

/** Refusals: `record_unknown`, `record_decided`. */
export function finishFeedback(
  { store, runtime, encryption }: Pick<SupportParts, 'store' | 'runtime' | 'encryption'>,
  done: { readonly id: number; readonly actor: Actor; readonly reason: string },
): Promise<{ readonly ok: true; readonly value: FeedbackRow } | Refusal> {
  const { id, actor, reason } = done
  return inTransaction(store, async (tx) => {
    const row = (await lockFeedback(tx, id)) ?? rollbackWith('record_unknown', 'id')
    if (row.state === 'done') rollbackWith('record_decided', 'id')
    const at = runtime.now()
    const [changed] = await tx.db
      .update(feedback)
      .set({ state: 'done', endedAt: at })
      .where(eq(feedback.feedback, id))
      .returning()
    await writeAudit(
      { tx, encryption },
      { actor, action: 'feedback_done', subject: { kind: 'feedback', id }, reason, at },
    )
    return must(changed, 'the row is locked')
  })
}
