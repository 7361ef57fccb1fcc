/** How withdrawals and payees stand on the wire. */
import { type DrawMethod, type DrawRecord, moneyText } from '@veritick/contract'
import { ASSET_DECIMALS, formatDecimal, micros } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { say } from '../../calls/index.ts'
import { isoOf } from '../../services/clock/index.ts'
import { withdrawalMethodCode, withdrawalStatusCode } from '../approvals/index.ts'
import type { PayeeRow } from './encryption.ts'
import type { SeenWithdrawal } from './seen.ts'
import { shownState } from './states.ts'

export function wireWithdrawal(
  row: SeenWithdrawal,
  shown: { readonly language: Language; readonly usualMinutes: number },
): DrawRecord {
  const state = shownState(row)
  const isFaulty = row.fault !== undefined
  const ended = state === 'paid' || state === 'rejected' || state === 'cancelled'
  return {
    id: row.withdrawal,
    type: withdrawalMethodCode(row.method),
    number: moneyText(micros(row.amount)),
    fee: moneyText(micros(row.fee)),
    real_number: formatDecimal(row.received, ASSET_DECIMALS[row.method]),
    draw_currency: { code: row.currency, protocol: row.protocol },
    status: withdrawalStatusCode(state),
    status_name: say(shown.language, isFaulty ? 'messages.draw_needs_check' : `messages.draw_${state}`),
    created_at: isoOf(row.createdAt),
    address: row.method === 'coin' ? row.account : '',
    payee_account: row.method === 'bank' ? row.account : '',
    payee_name: row.payeeName,
    // Before the end it is a note between office and ledger.
    notes: ended ? row.notes : '',
    memo: row.memo,
    can_cancel: row.state === 'waiting' && !isFaulty,
    needs_check: isFaulty,
    usual_minutes: shown.usualMinutes,
    timeline: [
      { step: 'requested', at: isoOf(row.createdAt), note: '' },
      ...(row.approvedAt === null ? [] : [{ step: 'approved', at: isoOf(row.approvedAt), note: '' }]),
      ...(ended && row.endedAt !== null ? [{ step: state, at: isoOf(row.endedAt), note: row.notes }] : []),
    ],
  }
}

export function wirePayee(row: PayeeRow, now: number): DrawMethod {
  const coin = row.method === 'coin'
  return {
    id: row.payee,
    type: withdrawalMethodCode(row.method),
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
