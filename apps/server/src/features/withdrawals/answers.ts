/** How withdrawals and payees stand on the wire. */
import { DRAW_STATUS, type DrawMethod, type DrawRecord, moneyText } from '@veritick/contract'
import { ASSET_DECIMALS, assert, formatDecimal, micros } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { say } from '../../calls/index.ts'
import { isoOf } from '../../services/clock/index.ts'
import type { PayeeRow, WithdrawalRow } from './encryption.ts'

export function wireWithdrawal(
  row: WithdrawalRow,
  shown: { readonly language: Language; readonly usualMinutes: number },
): DrawRecord {
  const { state } = row
  assert(state !== 'asked' && state !== 'refused', 'what was never locked is not shown')
  const ended = state === 'paid' || state === 'rejected' || state === 'cancelled'
  return {
    id: row.withdrawal,
    type: row.type,
    number: moneyText(micros(row.amount)),
    fee: moneyText(micros(row.fee)),
    real_number: formatDecimal(row.received, ASSET_DECIMALS[row.type === 1 ? 'coin' : 'bank']),
    draw_currency: { code: row.currency, protocol: row.protocol },
    status: DRAW_STATUS[state],
    status_name: say(shown.language, `messages.draw_${state}`),
    created_at: isoOf(row.createdAt),
    address: row.type === 1 ? row.account : '',
    payee_account: row.type === 2 ? row.account : '',
    payee_name: row.payeeName,
    // Before the end it is a note between office and ledger.
    notes: ended ? row.notes : '',
    memo: row.memo,
    can_cancel: state === 'waiting' && row.intent === null,
    usual_minutes: shown.usualMinutes,
    timeline: [
      { step: 'requested', at: isoOf(row.createdAt), note: '' },
      ...(row.approvedAt === null ? [] : [{ step: 'approved', at: isoOf(row.approvedAt), note: '' }]),
      ...(ended && row.endedAt !== null ? [{ step: state, at: isoOf(row.endedAt), note: row.notes }] : []),
    ],
  }
}

export function wirePayee(row: PayeeRow, now: number): DrawMethod {
  const coin = row.type === 1
  return {
    id: row.payee,
    type: row.type,
    draw_currency: { id: row.currency, code: row.code, protocol: row.protocol },
    dc_address: coin ? row.account : '',
    bank_name: row.bankName,
    bank_address: row.bankAddress,
    bank_swift: row.bankSwift,
    payee_name: row.payeeName,
    payee_account: coin ? '' : row.account,
    created_at: isoOf(row.createdAt),
    usable_at: isoOf(row.usableAt),
    usable: row.usableAt <= now,
  }
}
