/** A kept notice as the wire shows it, with its words in the reader's language. Pure. */
import { type EndReason, isReason, moneyText, type WireNotice } from '@veritick/contract'
import {
  type AccountId,
  CANCEL_REASONS,
  CLOSE_REASONS,
  type Micros,
  micros,
  type UserId,
  unreachable,
} from '@veritick/domain'
import { LANGUAGE_FACTS, type Language } from '@veritick/locales'
import { say } from '../../calls/index.ts'
import type { Ids } from '../../services/encryption/index.ts'
import { centsText } from '../money/index.ts'
import type { NoticeFacts } from './facts.ts'

export type KeptNotice = {
  readonly notice: number
  readonly user: UserId
  /** Only where the user has several accounts. */
  readonly account: AccountId | undefined
  readonly facts: NoticeFacts
  readonly at: number
  readonly read: boolean
}

export function wireNotice(kept: KeptNotice, language: Language, ids: Ids): WireNotice {
  const { facts } = kept
  return {
    id: kept.notice,
    kind: facts.kind,
    order: facts.order === undefined ? null : ids.order(facts.order),
    reason: endReasonOf(facts.reason) ?? null,
    equity: moneyIf(facts.equity),
    margin: moneyIf(facts.margin),
    amount: moneyIf(facts.amount),
    fee_before: moneyIf(facts.feeBefore),
    fee_after: moneyIf(facts.feeAfter),
    account: kept.account === undefined ? null : String(kept.account),
    instrument: facts.kind === 'price_alert' ? (facts.instrument ?? null) : null,
    words: wordsOf(facts, language, ids),
    time: kept.at,
    read: kept.read,
  }
}

const moneyIf = (amount: number | undefined): string | null => (amount === undefined ? null : moneyText(micros(amount)))
const centsOf = (amount: number | undefined): string => centsText(micros(amount ?? 0) satisfies Micros)

function wordsOf(facts: NoticeFacts, language: Language, ids: Ids): string {
  const { kind, code = '', price = '' } = facts
  const order = facts.order === undefined ? '' : ids.order(facts.order)
  switch (kind) {
    case 'margin_call':
    case 'margin_warning':
    case 'margin_recovered':
    case 'stopped_out':
    case 'demo_reset':
    case 'support':
      return say(language, `messages.notice_${kind}`)
    case 'balance_protected':
      return say(language, 'messages.notice_balance_protected', { amount: centsOf(facts.amount) })
    case 'order_opened':
      return say(language, 'messages.notice_order_opened', { order, code, price })
    case 'order_cancelled':
      return say(language, 'messages.notice_order_cancelled', { order, why: whyOf(facts.reason, language) })
    case 'order_closed': {
      const end = facts.reason === 'take_profit' ? 'take_profit' : 'stop_loss'
      return say(language, `messages.notice_${end}`, { order, code, price })
    }
    case 'fee_changed':
      if (facts.list !== undefined) return say(language, 'messages.notice_fees_changed', { list: facts.list })
      return say(language, 'messages.notice_fee_changed', {
        order,
        code,
        before: centsOf(facts.feeBefore),
        after: centsOf(facts.feeAfter),
      })
    case 'price_alert': {
      const { side = 'above', bid = '', note = '' } = facts
      const told = say(language, `messages.notice_price_${side}`, { code, price, bid })
      return note === '' ? told : `${told}\n${note}`
    }
    case 'deposit':
    case 'withdrawal':
    case 'identity':
    case 'sign_in':
    case 'account_frozen':
    case 'account_unfrozen': {
      const { message, sum } = facts
      const told = message === undefined ? '' : say(language, `mails.${message}_subject`)
      return sum === undefined ? told : `${told}: ${sumIn(sum, language)}`
    }
    default:
      return unreachable(kind)
  }
}

/** An amount of a mail, grouped as there, in the writing of the reader: `20.000,00 USD` in German. */
function sumIn(sum: string, language: Language): string {
  const [, figure = '', unit = ''] = /^([\d,]+(?:\.\d+)?) (\S+)$/.exec(sum) ?? []
  if (figure === '') return sum
  const plain = figure.replaceAll(',', '')
  const decimals = plain.split('.')[1]?.length ?? 0
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const { tag, direction } = LANGUAGE_FACTS[language]
  const format = new Intl.NumberFormat(tag, { numberingSystem: 'latn', ...digits })
  const shown = `${format.format(plain as Intl.StringNumericLiteral)} ${unit}`
  return direction === 'rtl' ? `\u2068${shown}\u2069` : shown
}

function whyOf(reason: string | undefined, language: Language): string {
  if (reason === 'terms_changed') return say(language, 'messages.why_terms_changed')
  return reason !== undefined && isReason(reason) ? say(language, `refusals.${reason}`) : ''
}

const END_REASONS: readonly EndReason[] = [...CLOSE_REASONS, ...CANCEL_REASONS]
const endReasonOf = (text: string | undefined): EndReason | undefined => END_REASONS.find((each) => each === text)
