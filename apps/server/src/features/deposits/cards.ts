/**
 * Payments by card: begun here, paid on the provider's page, credited when its signed notice says so. A payment that is
 * not paid in time ends. A notice counts once, however often and in which order notices arrive; a notice that comes too
 * late credits nothing and goes to the office.
 */
import { type AssetUnits, MICROS_PER_USD, micros } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { and, eq, lte } from 'drizzle-orm'
import { type Once, type Refusal, refuse, say } from '../../calls/index.ts'
import { randomId } from '../../services/clock/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import { deposits, paymentNotices, type Transaction } from '../../store/index.ts'
import { barOf, languageOf, personOf } from '../accounts/index.ts'
import { advance, CLOCK, customerActor, openCase } from '../approvals/index.ts'
import { type CaseworkParts, finishEach, usdText } from '../money/index.ts'
import { maySandboxStand } from '../settings/index.ts'
import type { Credits } from './credits.ts'
import type { PaymentNotice, PaymentProvider } from './provider.ts'
import type { DepositRow } from './queries.ts'
import { type Reading, type Report, reportDeposit } from './report.ts'
import { reportedWith } from './same-payment.ts'
import { type Sandbox, sandboxOf } from './sandbox.ts'
import { DEPOSIT_TRANSITIONS, DEPOSITS } from './transitions.ts'

type Begun = { readonly deposit: number /** Where it is paid. */; readonly url: string; readonly repeated: boolean }

export type Cards = {
  /** The provider that takes cards now; `undefined`: none does. */
  offered(): PaymentProvider | undefined
  begin(payment: {
    readonly session: Report['session']
    readonly once: Once
    readonly units: AssetUnits
    readonly language: Language
  }): Promise<{ readonly ok: true; readonly value: Begun } | Refusal>
  /**
   * A notice of the provider. Refusals: `notice_not_genuine`; `record_unknown` and `record_changed`, with which nothing
   * of the notice was carried out; those of the ledger for the credit.
   */
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
    begin: async ({ session, once, units, language }) => {
      const reported = await reportDeposit(parts, {
        session,
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
      if (row.state !== 'begun') return refuse('record_decided')
      // Written, and its page not asked for yet: also by the same request again, after a crash or beside the first.
      const provider = providerNamed(row.provider ?? '')
      if (provider === undefined) return refuse('channel_unknown')
      const bar = await barOf({ ...parts, db: store.db }, session.user)
      if (bar !== undefined) return refuse(bar)
      if (parts.usageTerms.isNeeded(session.user)) return refuse('terms_acceptance_needed')
      const { url } = await provider.begin({
        reference: row.providerReference ?? '',
        amount: micros(row.amount),
        language,
      })
      const noted = await inTransaction(store, async (tx) => {
        const opened = await openCase(DEPOSITS, { parts, tx, id: deposit, actor: customerActor(session.user) })
        return advance(opened, DEPOSIT_TRANSITIONS.offer, { reason: '', input: { url }, now: runtime.now() })
      })
      return noted.ok ? { ok: true, value: { deposit, url, repeated } } : noted
    },
    notice: async ({ provider: name, body, signature }) => {
      const notice = providerNamed(name)?.read({ body, signature })
      if (notice === undefined) return refuse('notice_not_genuine')
      const taken = await takeOrLog(parts, { name, notice })
      if (!taken.ok) return taken
      const credited = await credits.finish(taken.value)
      return credited.ok ? { ok: true } : credited
    },
    expireOld: async () => {
      // The end of a payment is final: a wall clock that is ahead for a moment must end none.
      const old = and(eq(deposits.state, 'begun'), lte(deposits.expiresAt, runtime.guardedNow()))
      const rows = await store.db.select({ deposit: deposits.deposit }).from(deposits).where(old)
      const ids = rows.map(({ deposit }) => deposit)
      await finishEach(parts.log, { kind: 'deposit', ids }, (deposit) => expire(parts, deposit))
    },
    sandbox: async (reference) => {
      if (providerNamed(sandbox.name) === undefined) return undefined
      const row = await paymentOf(store, { name: sandbox.name, reference })
      return row && { sandbox, row }
    },
  }
}

function readingOf(payment: {
  readonly units: AssetUnits
  readonly provider: PaymentProvider
  readonly reference: string
}): Reading {
  const { units, provider, reference } = payment
  return {
    method: 'card',
    channel: 0,
    currency: 'USD',
    protocol: '',
    paidTo: '',
    units,
    usdPrice: micros(MICROS_PER_USD),
    provider: { name: provider.name, reference },
  }
}

type Received = { readonly name: string; readonly notice: PaymentNotice }

async function takeOrLog(parts: CaseworkParts, received: Received) {
  const taken = await inTransaction(parts.store, (tx) => take(parts, tx, received))
  if (taken.ok) return taken
  const { name: provider, notice } = received
  const refused = { provider, notice: notice.notice, outcome: notice.outcome, reason: taken.reason }
  parts.log.error(refused, 'a genuine notice of a card payment was not carried out: ask the provider about it')
  return taken
}

/**
 * Writes the notice down and decides what follows from it. Returns the deposit. A notice whose row is there was carried
 * out in the transaction that wrote the row, because only this server can make its name; a payment that is still begun
 * shows that it was not.
 */
async function take(parts: CaseworkParts, tx: Transaction, { name, notice }: Received): Promise<number> {
  const actor = { who: `provider:${name}`, role: 'provider' }
  const paid = await paymentOf(tx, { name, reference: notice.reference })
  // The server remembers which payment a row named that was changed in the store, and refuses it as changed.
  const [remembered] = reportedWith(parts, [notice.reference]).keys()
  const deposit = paid?.deposit ?? remembered
  if (deposit === undefined) return rollbackWith('record_unknown')
  const opened = await openCase(DEPOSITS, { parts, tx, id: deposit, actor })
  // The row was found by its reference and is proven by its number: both may have been another row's for a moment.
  if (opened.row.provider !== name || opened.row.providerReference !== notice.reference)
    return rollbackWith('record_changed')
  const now = parts.runtime.now()
  const written = await tx.db
    .insert(paymentNotices)
    .values({ provider: name, ...sealedNotice(parts, { name, deposit, notice }), at: now })
    .onConflictDoNothing()
    .returning()
  const { row } = opened
  if (written.length === 0 && row.state !== 'begun') return deposit
  const given = { reason: `notice ${notice.notice}`, now }
  const { receive, decline, reopen, flag_late } = DEPOSIT_TRANSITIONS
  if (row.state === 'begun' && notice.outcome === 'paid' && notice.amount > 0) {
    await advance(opened, receive, { ...given, input: { amount: notice.amount } })
  } else if (row.state === 'begun') {
    const remark = say(languageOf(await personOf({ ...parts, db: tx.db }, row.user)), 'messages.card_declined')
    await advance(opened, decline, { ...given, input: { remark } })
  } else if (notice.outcome === 'paid') {
    const flags = [...new Set([...row.flags.split(' '), 'paid_late'])].join(' ').trim()
    // A deposit that a staff member has ended stays ended.
    const isOurs = row.decidedBy === null || row.decidedBy === actor.who
    const isReopened = isOurs && reopen.from.includes(row.state)
    await advance(opened, isReopened ? reopen : flag_late, { ...given, input: { flags, paid: usdText(notice.amount) } })
  }
  return deposit
}

/** The number of the provider ends with a keyed mark of all that the notice says, so that no inserted row has it. */
function sealedNotice(
  { encryption }: Pick<CaseworkParts, 'encryption'>,
  taken: { readonly name: string; readonly deposit: number; readonly notice: PaymentNotice },
) {
  const { name, deposit, notice } = taken
  const { notice: number, reference, outcome, amount } = notice
  const said = JSON.stringify([name, deposit, number, reference, outcome, amount])
  return { notice: `${number} ${encryption.fingerprint('card notice', said)}`, deposit, outcome, amount }
}

/** Ends what was begun and not paid in its time; one that was paid meanwhile is left as it is. */
async function expire(parts: CaseworkParts, deposit: number): Promise<void> {
  const { store, runtime } = parts
  await inTransaction(store, async (tx) => {
    const opened = await openCase(DEPOSITS, { parts, tx, id: deposit, actor: CLOCK })
    const given = { reason: 'not paid in its time', input: undefined, now: runtime.now() }
    await advance(opened, DEPOSIT_TRANSITIONS.expire, given)
  })
}

async function paymentOf(
  connection: Pick<Transaction, 'db'>,
  payment: { readonly name: string; readonly reference: string },
): Promise<DepositRow | undefined> {
  const { name, reference } = payment
  const [row] = await connection.db
    .select()
    .from(deposits)
    .where(and(eq(deposits.provider, name), eq(deposits.providerReference, reference)))
  return row
}
