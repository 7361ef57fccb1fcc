/**
 * Tells staff by mail, in the transaction of the decision, that a freeze ended which another staff member had set: the
 * customer may withdraw at once, so one staff member alone ends no freeze of a colleague unseen (decision 157).
 */
import { millis } from '@veritick/domain'
import { momentText } from '../../services/messages/index.ts'
import { namesOf } from '../../services/office/index.ts'
import type { freezes, Transaction } from '../../store/index.ts'
import { type MailingStaff, mailStaff } from '../settings/index.ts'

type FreezeRow = typeof freezes.$inferSelect

export async function tellOfEnd(
  parts: MailingStaff,
  tx: Transaction,
  /** `undefined`: the row of the freeze is missing, or was changed in the store. */
  { before, after }: { readonly before: FreezeRow | undefined; readonly after: FreezeRow },
): Promise<void> {
  if (before?.decidedBy === after.decidedBy) return
  const named = await namesOf({ ...parts, query: tx.query }, [before?.decidedBy ?? null, after.decidedBy])
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
  const facts = [
    `The freeze of customer ${after.user} was ended. The customer can open positions and withdraw at once.`,
    before === undefined
      ? 'Its row was missing or changed in the store.'
      : `Frozen by: ${oneLine(named(before.decidedBy).name)}, ${momentText(millis(before.at))}`,
    `Ended by: ${oneLine(named(after.decidedBy).name)}, ${momentText(millis(after.at))}`,
    `Reason: ${oneLine(after.reason)}`,
  ]
  const doubt = 'Did you not expect this? Freeze the customer again in the office, then ask the colleague.'
  const mail = {
    subject: `Veritick office: the freeze of customer ${after.user} was ended`,
    text: [facts.join('\n'), doubt].join('\n\n'),
  }
  await mailStaff(parts, tx, { also: ['risk'], mail })
}
