/**
 * Payments by card: begun here, paid on the provider's page, credited when its signed notice says so. One that nobody
 * pays ends by itself. A notice counts once, however often and in whatever order notices arrive; one that comes too
 * late credits nothing and goes to the office.
 */
import { type AssetUnits, type Micros, micros } from '@veritick/domain'
import { and, eq, lte } from 'drizzle-orm'
import { type Once, type Refusal, refuse, say } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { randomId } from '../../services/clock/index.ts'
import { deciding, reject } from '../../services/transactions/index.ts'
import { deposits, paymentNotices, type Transaction } from '../../store/index.ts'
import { isFrozen, languageOf, personOf } from '../accounts/index.ts'
import { type CaseworkParts, usdText } from '../money/index.ts'
import { maySandboxStand } from '../settings/index.ts'
import { type Credits, factsOf, intendCredit, UNSAID } from './credits.ts'
import type { PaymentNotice, PaymentProvider } from './provider.ts'
import { changeDeposit, type DepositRow, lockDeposit } from './queries.ts'
import { type Reading, reportDeposit, tellReported } from './report.ts'
import { endDeposit } from './review.ts'
import { type Sandbox, sandboxOf } from './sandbox.ts'

type Begun = { readonly deposit: number /** Where it is paid. */; readonly url: string; readonly repeated: boolean }

export type Cards = {
  /** Who takes cards now; `undefined`: nobody. */
  offered(): PaymentProvider | undefined
  begin(payment: {
    readonly user: number
    readonly once: Once
    readonly units: AssetUnits
  }): Promise<{ readonly ok: true; readonly value: Begun } | Refusal>
  /** What the provider's door received. Refusals: notice_not_genuine, record_unknown. */
  notice(sent: {
    readonly provider: string
    readonly body: string
    readonly signature: string
  }): Promise<{ readonly ok: true } | Refusal>
  /** Ends every payment that was begun and not paid in its time. */
  expireOld(): Promise<void>
  /** The sandbox and a payment on it; `undefined` while the setting is another. */
  sandbox(reference: string): Promise<{ readonly sandbox: Sandbox; readonly row: DepositRow } | undefined>
}

export function cardsOf(parts: CaseworkParts, credits: Credits): Cards {
  const { store, settings, runtime, encryption } = parts
  const sandbox = sandboxOf({ encryption, runtime })
  const providerNamed = (name: string): PaymentProvider | undefined =>
    name === sandbox.name && settings.get('card_provider') === 'sandbox' && maySandboxStand(settings.get)
      ? sandbox
      : undefined
  const offered = () => providerNamed(settings.get('card_provider'))

  return {
    offered,
    begin: async ({ user, once, units }) => {
      const reported = await reportDeposit(parts, {
        user,
        once,
        read: () => {
          const provider = offered()
          if (provider === undefined) return refuse('channel_unknown')
          return { ok: true, value: readingOf({ units, provider, reference: randomId(runtime) }) }
        },
      })
      if (!reported.ok) return reported
      const { row, repeated } = reported.value
      const { deposit } = row
      if (row.payUrl !== null) return { ok: true, value: { deposit, url: row.payUrl, repeated } }
      // Written, and its page not asked for yet: also by the same request again, after a crash or beside the first.
      const provider = providerNamed(row.provider ?? '')
      if (provider === undefined) return refuse('channel_unknown')
      if (await isFrozen(store.db, user)) return refuse('account_frozen')
      const { url } = await provider.begin({ reference: row.providerReference ?? '', amount: micros(row.amount) })
      await changeDeposit(store.db, deposit, { payUrl: url })
      return { ok: true, value: { deposit, url, repeated } }
    },
    notice: async ({ provider: name, body, signature }) => {
      const notice = providerNamed(name)?.read({ body, signature })
      if (notice === undefined) return refuse('notice_not_genuine')
      const taken = await deciding(store, (tx) => take(parts, tx, { name, notice }))
      if (!taken.ok) return taken
      const credited = await credits.finish(taken.value)
      return credited.ok ? { ok: true } : credited
    },
    expireOld: async () => {
      const old = and(eq(deposits.status, 4), eq(deposits.crediting, false), lte(deposits.expiresAt, runtime.now()))
      const rows = await store.db.select({ deposit: deposits.deposit }).from(deposits).where(old)
      for (const { deposit } of rows) await expire(parts, deposit)
    },
    sandbox: async (reference) => {
      if (providerNamed(sandbox.name) === undefined) return undefined
      const row = await paymentOf(store, { name: sandbox.name, reference })
      return row && { sandbox, row }
    },
  }
}

const ONE_DOLLAR = micros(1_000_000)

function readingOf(payment: {
  readonly units: AssetUnits
  readonly provider: PaymentProvider
  readonly reference: string
}): Reading {
  const { units, provider, reference } = payment
  return {
    type: 2,
    channel: 0,
    currency: 'USD',
    protocol: '',
    paidTo: '',
    units,
    usdPrice: ONE_DOLLAR,
    provider: { name: provider.name, reference },
  }
}

/** Writes the notice down and decides what follows from it. Gives the deposit. */
async function take(
  parts: CaseworkParts,
  tx: Transaction,
  received: { readonly name: string; readonly notice: PaymentNotice },
): Promise<number> {
  const { name, notice } = received
  const before = await paymentOf(tx, { name, reference: notice.reference, lock: true })
  if (before === undefined) return reject('record_unknown')
  const now = parts.runtime.now()
  const written = await tx.db
    .insert(paymentNotices)
    .values({
      provider: name,
      notice: notice.notice,
      deposit: before.deposit,
      outcome: notice.outcome,
      amount: notice.amount,
      at: now,
    })
    .onConflictDoNothing()
    .returning()
  if (written.length === 0) return before.deposit
  const actor = { who: `provider:${name}`, role: 'provider' }
  const reason = `notice ${notice.notice}`
  if (before.status === 4 && !before.crediting) {
    if (notice.outcome === 'paid' && notice.amount > 0) {
      await intendCredit(tx, { before, amount: notice.amount, remark: '', actor, reason, now, firstBy: null })
    } else {
      const remark = say(languageOf(await personOf(tx.db, before.user)), 'messages.card_declined')
      await endDeposit(parts, tx, { before, status: 2, decision: { actor, reason, remark } })
    }
  } else if (notice.outcome === 'paid') {
    await paidLate(parts, tx, { before, actor, reason, amount: notice.amount })
  }
  return before.deposit
}

/**
 * Somebody paid for what had ended: nothing is credited by itself, the office must see it. What a colleague ended stays
 * ended; everything else waits in their queue like money that was reported.
 */
async function paidLate(
  parts: CaseworkParts,
  tx: Transaction,
  late: { readonly before: DepositRow; readonly actor: Actor; readonly reason: string; readonly amount: Micros },
): Promise<void> {
  const { before, actor, reason, amount } = late
  const flags = [...new Set([...before.flags.split(' '), 'paid_late'])].join(' ').trim()
  const isOurs = before.decidedBy === null || before.decidedBy === actor.who
  const reopened = isOurs && (before.status === 2 || before.status === 3)
  const after = await changeDeposit(tx.db, before.deposit, {
    flags,
    ...(reopened && { ...UNSAID, status: 0, remark: '', decidedBy: null, endedAt: null }),
  })
  const subject = { kind: 'deposit', id: before.deposit }
  const facts = { ...factsOf(after), paid: usdText(amount) }
  await writeAudit(tx, {
    actor,
    action: 'deposit_paid_late',
    subject,
    reason,
    before: factsOf(before),
    after: facts,
    at: parts.runtime.now(),
  })
  if (reopened) await tellReported(parts, tx, after)
}

/** Ends what was begun and not paid in its time. */
async function expire(parts: CaseworkParts, deposit: number): Promise<void> {
  const { store, runtime } = parts
  await store.transaction(async (tx) => {
    const before = await lockDeposit(tx.db, deposit)
    const now = runtime.now()
    if (before?.status !== 4 || before.crediting || before.expiresAt === null || before.expiresAt > now) return
    const remark = say(languageOf(await personOf(tx.db, before.user)), 'messages.card_expired')
    const after = await changeDeposit(tx.db, deposit, { ...UNSAID, status: 3, remark, endedAt: now })
    const subject = { kind: 'deposit', id: deposit }
    const actor = { who: 'clock', role: 'clock' }
    await writeAudit(tx, {
      actor,
      action: 'deposit_expire',
      subject,
      reason: 'not paid in its time',
      before: factsOf(before),
      after: factsOf(after),
      at: now,
    })
  })
}

async function paymentOf(
  place: Pick<Transaction, 'db'>,
  payment: { readonly name: string; readonly reference: string; readonly lock?: true },
): Promise<DepositRow | undefined> {
  const { name, reference, lock } = payment
  const found = place.db
    .select()
    .from(deposits)
    .where(and(eq(deposits.provider, name), eq(deposits.providerReference, reference)))
  const [row] = lock ? await found.for('update') : await found
  return row
}
