/** A line of the account log in words. */
import { type EntryKind, type LogEntry, moneyText } from '@veritick/contract'
import { ENTRY_KINDS } from '@veritick/contract/schemas'
import { assert, micros } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { say } from '../../calls/index.ts'
import type { AccountLogRow } from '../../projections/index.ts'
import type { Ids } from '../../services/encryption/index.ts'
import type { LogRecord } from './records.ts'

/**
 * `code` is the instrument's, for lines that belong to an order; `record` the deposit or withdrawal that others belong
 * to.
 */
export function wireEntry(line: {
  readonly row: AccountLogRow
  readonly code: string
  readonly record?: LogRecord | undefined
  readonly language: Language
  readonly ids: Ids
}): LogEntry {
  const { row, code, record, language, ids } = line
  const order = row.order === null ? null : ids.order(row.order)
  const kind = kindOf(row.kind)
  return {
    Id: ids.entry(row.sequence),
    Kind: kind,
    Value: moneyText(micros(row.amount)),
    Balance: moneyText(micros(row.balanceAfter)),
    OrderId: order,
    MemoTran:
      recordWords(kind, record, language) ?? say(language, memoKey(kind, row.amount), { code, order: order ?? '' }),
    CreatedAtTran: new Date(row.at).toISOString(),
  }
}

/** The event of the line, with the number that the customer knows. */
function recordWords(kind: EntryKind, record: LogRecord | undefined, language: Language): string | undefined {
  if (record === undefined) return undefined
  const { id } = record
  if (record.kind === 'deposit') return say(language, 'messages.memo_of_deposit', { id })
  if (kind === 'withdrawal_returned') return say(language, 'messages.memo_of_withdrawal_returned', { id })
  const { state } = record
  const word = state === 'paid' || state === 'approved' ? state : 'locked'
  return say(language, `messages.memo_of_withdrawal_${word}`, { id })
}

function memoKey(kind: EntryKind, amount: number) {
  return kind === 'profit' && amount < 0 ? 'messages.memo_loss' : (`messages.memo_${kind}` as const)
}

function kindOf(text: string): EntryKind {
  const kind = ENTRY_KINDS.find((each) => each === text)
  assert(kind !== undefined, `the account log knows no entry of kind ${text}`)
  return kind
}
