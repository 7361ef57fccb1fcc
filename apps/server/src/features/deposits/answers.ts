/** How a deposit stands on the wire. */
import { CHARGE_STATUS, CHARGE_TYPE, type ChargeRecord, moneyText } from '@veritick/contract'
import { ASSET_DECIMALS, formatDecimal, micros } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { say } from '../../calls/index.ts'
import { isoOf } from '../../services/clock/index.ts'
import type { DepositRow } from './queries.ts'

const STATUS_WORDS = ['unchecked', 'finished', 'rejected', 'invalid', 'begun'] as const

export function wireDeposit(row: DepositRow, language: Language): ChargeRecord {
  const { status, credited } = row
  const kind = row.type === 0 ? 'coin' : 'bank'
  const finished = status === CHARGE_STATUS.finished && credited !== null
  const begun = status === CHARGE_STATUS.begun && !row.crediting
  return {
    id: row.deposit,
    type: row.type,
    number: formatDecimal(row.units, ASSET_DECIMALS[kind]),
    currency_code: row.currency,
    protocol_code: row.protocol,
    usd_price: moneyText(micros(row.usdPrice)),
    usd: moneyText(micros(row.amount)),
    reference: row.reference ?? '',
    credited: finished ? moneyText(micros(credited)) : null,
    status,
    status_name: say(language, `messages.charge_${STATUS_WORDS[status]}`),
    // Before the end it is a note between office and ledger.
    remark: row.endedAt === null ? '' : row.remark,
    paid_to: row.type === CHARGE_TYPE.card ? '' : row.paidTo,
    // Kept with its chain in front, so that it counts once on each.
    tx_hash: row.txHash?.slice(row.txHash.indexOf(':') + 1) ?? '',
    pay_url: begun ? (row.payUrl ?? '') : '',
    expires_at: begun && row.expiresAt !== null ? isoOf(row.expiresAt) : null,
    created_at: isoOf(row.createdAt),
    timeline: [
      { step: 'reported', at: isoOf(row.createdAt), note: '' },
      ...(row.endedAt === null ? [] : [{ step: STATUS_WORDS[status], at: isoOf(row.endedAt), note: row.remark }]),
    ],
  }
}
