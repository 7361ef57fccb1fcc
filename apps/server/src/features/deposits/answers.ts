/** How a deposit stands on the wire. */
import { type ChargeRecord, moneyText } from '@veritick/contract'
import { ASSET_DECIMALS, formatDecimal, micros } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { say } from '../../calls/index.ts'
import { isoOf } from '../../services/clock/index.ts'
import { depositMethodCode, depositStatusCode } from '../approvals/index.ts'
import type { ShownRecord } from '../money/index.ts'
import { textOfPayment } from './payment-reference.ts'
import type { DepositRow } from './queries.ts'

export function wireDeposit(row: ShownRecord<DepositRow>, language: Language): ChargeRecord {
  return row.fault === undefined ? provenDeposit(row, language) : changedDeposit(row, language)
}

/** Its row was changed in the store: where it was paid to, and what was written about it, may be an attacker's. */
function changedDeposit(row: DepositRow, language: Language): ChargeRecord {
  const nothing = moneyText(micros(0))
  return {
    id: row.deposit,
    type: depositMethodCode(row.method),
    ...{ number: nothing, usd_price: nothing, usd: nothing, credited: null },
    ...{ currency_code: '', protocol_code: '', reference: '', remark: '', paid_to: '', tx_hash: '', pay_url: '' },
    status: depositStatusCode('unchecked'),
    status_name: say(language, 'messages.charge_unchecked'),
    expires_at: null,
    needs_check: true,
    created_at: isoOf(row.createdAt),
    timeline: [],
  }
}

function provenDeposit(row: DepositRow, language: Language): ChargeRecord {
  const { credited, state } = row
  const kind = row.method === 'coin' ? 'coin' : 'bank'
  const finished = state === 'finished' && credited !== null
  const begun = state === 'begun'
  const shown = state === 'crediting' ? 'unchecked' : state
  return {
    id: row.deposit,
    type: depositMethodCode(row.method),
    number: formatDecimal(row.units, ASSET_DECIMALS[kind]),
    currency_code: row.currency,
    protocol_code: row.protocol,
    usd_price: moneyText(micros(row.usdPrice)),
    usd: moneyText(micros(row.amount)),
    reference: row.reference ?? '',
    credited: finished ? moneyText(micros(credited)) : null,
    status: depositStatusCode(state),
    status_name: say(language, `messages.charge_${shown}`),
    // Before the end it is a note between office and ledger.
    remark: row.endedAt === null ? '' : row.remark,
    paid_to: row.method === 'card' ? '' : row.paidTo,
    tx_hash: textOfPayment(row.txHash),
    pay_url: begun ? (row.payUrl ?? '') : '',
    expires_at: begun && row.expiresAt !== null ? isoOf(row.expiresAt) : null,
    needs_check: false,
    created_at: isoOf(row.createdAt),
    timeline: [
      { step: 'reported', at: isoOf(row.createdAt), note: '' },
      ...(row.endedAt === null ? [] : [{ step: shown, at: isoOf(row.endedAt), note: row.remark }]),
    ],
  }
}
