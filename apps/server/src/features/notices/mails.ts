/**
 * Notices that also go by mail: margin, stop-out, negative balance protection, fees of pending orders. Only to a real
 * account with a confirmed address. A margin level that is crossed to and fro sends one mail in MARGIN_MAIL_QUIET_MS;
 * the notice in the app stands each time.
 */
import { type AccountId, type Millis, micros, must, unreachable } from '@veritick/domain'
import type { Logger } from 'pino'
import { DAY_MS, HOUR_MS } from '../../services/clock/index.ts'
import type { Encryption, Ids } from '../../services/encryption/index.ts'
import { type Message, type Messages, momentText } from '../../services/messages/index.ts'
import type { Transaction } from '../../store/index.ts'
import { isOwnAccount, languageOf, type OwnedAccount, personToMail } from '../accounts/index.ts'
import { centsText } from '../money/index.ts'
import type { AccountNotice } from './facts.ts'

/** Between two mails about the same margin level of one account. */
export const MARGIN_MAIL_QUIET_MS = 6 * HOUR_MS
/** Older notices are shown in the app only: a mail would seem to be news. Wall time. */
export const MAIL_AGE_MAX_MS = DAY_MS

/** Notices of one account. `happened`: wall time of the batch. */
export type ToldNotices = {
  readonly owned: OwnedAccount
  readonly notices: readonly AccountNotice[]
  readonly happened: number
}

type MailParts = {
  readonly tx: Transaction
  readonly messages: Messages
  readonly now: Millis
  readonly ids: Ids
  readonly encryption: Encryption
  readonly log: Logger
}

/** Mails to the owner, in the transaction that stores the notices. Demo accounts send no mail. */
export async function mailNotices(parts: MailParts, told: ToldNotices): Promise<void> {
  const { tx, messages, now } = parts
  const mailed = told.notices.flatMap((message) => mailOf(message, parts.ids) ?? [])
  if (mailed.length === 0 || now - told.happened > MAIL_AGE_MAX_MS || told.owned.kind === 'demo') return
  // An account that was given to another customer in the store mails them nothing of its owner.
  if (!isOwnAccount(parts, told.owned)) return
  const person = await personToMail(parts, told.owned.user)
  if (person === undefined || person.email === null || person.emailConfirmedAt === null) return
  const target = { channel: 'mail', to: person.email, language: languageOf(person) } as const
  for (const message of mailed) {
    if (isMargin(message) && !(await mayMail(parts, { account: told.owned.account, kind: message.name }))) continue
    await messages.notify(tx.query, { ...target, message })
  }
}

const isMargin = (message: Message): boolean => message.name === 'margin_call' || message.name === 'margin_warning'

/** Notes the mail when it may go. */
async function mayMail(
  { tx, now }: { readonly tx: Transaction; readonly now: Millis },
  about: { readonly account: AccountId; readonly kind: string },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into notice_mails (account_id, kind, at) values ($1, $2, $3)
     on conflict (account_id, kind) do update set at = excluded.at
       where notice_mails.at <= $4 or notice_mails.at > $3 returning account_id`,
    [about.account, about.kind, now, now - MARGIN_MAIL_QUIET_MS],
  )
  return rows.length > 0
}

/** A mail about money never says zero for an amount that is missing. */
const usd = (amount: number | undefined): string => `${centsText(micros(must(amount, 'the amount of a notice')))} USD`

/** The number of the order that its owner sees. */
const orderIn = ({ order }: AccountNotice['facts'], ids: Ids): string =>
  order === undefined ? '' : String(ids.order(order))

function mailOf({ facts, at }: AccountNotice, ids: Ids): Message | undefined {
  const time = momentText(at as Millis)
  switch (facts.kind) {
    case 'margin_call':
    case 'margin_warning':
    case 'stopped_out':
      return { name: facts.kind, values: { time, equity: usd(facts.equity), margin: usd(facts.margin) } }
    case 'balance_protected':
      return { name: facts.kind, values: { time, amount: usd(facts.amount) } }
    case 'fee_changed':
      return {
        name: facts.kind,
        values: {
          list: facts.list ?? `#${orderIn(facts, ids)} ${facts.code}: ${usd(facts.feeBefore)} → ${usd(facts.feeAfter)}`,
        },
      }
    case 'margin_recovered':
    case 'order_opened':
    case 'order_cancelled':
    case 'order_closed':
    case 'demo_reset':
    case 'price_alert':
    case 'deposit':
    case 'withdrawal':
    case 'identity':
    case 'sign_in':
    case 'account_frozen':
    case 'account_unfrozen':
    case 'support':
      return undefined
    default:
      return unreachable(facts.kind)
  }
}
