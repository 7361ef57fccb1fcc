/**
 * Tells staff by mail, in the transaction of the change, that an instrument has other fees: they apply to waiting
 * orders too, whose owners get a notice (features/notices/fees.ts). One staff member alone raises no fee unseen.
 */
import { moneyText, rateText } from '@veritick/contract'
import { millis } from '@veritick/domain'
import { type Mail, momentText } from '../../services/messages/index.ts'
import type { Transaction } from '../../store/index.ts'
import { type MailingStaff, mailStaff } from '../settings/index.ts'
import type { StoredTerms } from './changes.ts'

type FeeChange = StoredTerms & {
  /** Name of the staff member. */
  readonly by: string
  readonly reason: string
}

export async function tellOfFees(parts: MailingStaff, tx: Transaction, change: FeeChange): Promise<void> {
  const { before, after } = change
  if (after.feePerLot === before.feePerLot && after.feeOfMargin === before.feeOfMargin) return
  await mailStaff(parts, tx, { also: ['risk'], mail: feeMail(change) })
}

/** In English as the office is. */
function feeMail({ before, after, by, reason, at }: FeeChange): Mail {
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
  const facts = [
    `The fees of ${after.code} were changed.`,
    `Fee of a lot: ${moneyText(before.feePerLot)} -> ${moneyText(after.feePerLot)} USD`,
    `Fee of the margin: ${rateText(before.feeOfMargin)} -> ${rateText(after.feeOfMargin)}`,
    `By: ${oneLine(by)}, ${momentText(millis(at))}`,
    `Reason: ${oneLine(reason)}`,
  ]
  const force = 'The fees hold at once, also for pending orders when they open. Their owners are told.'
  const doubt = 'Did you not expect this? Ask the colleague, by phone or in person, and have it set back in the office.'
  return {
    subject: `Veritick office: the fees of ${after.code} were changed`,
    text: [facts.join('\n'), force, doubt].join('\n\n'),
  }
}
