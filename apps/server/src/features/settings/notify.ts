/**
 * Tells staff by mail, in the transaction of the change, that a protected setting was changed: one staff member alone
 * neither redirects deposits nor removes a limit, deletes evidence or ends alerts unseen.
 */

import type { Role, SettingKey } from '@veritick/contract/office'
import { millis } from '@veritick/domain'
import { type Mail, momentText } from '../../services/messages/index.ts'
import type { Transaction } from '../../store/index.ts'
import type { Context } from './context.ts'

/** The receivers: admins, who can reverse the change, and the roles that work with deposits and withdrawals. */
const TOLD: readonly Role[] = ['admin', 'finance', 'compliance']

export type MailingStaff = Pick<Context, 'messages' | 'knownStaff'>

export type ProtectionChange = {
  readonly key: SettingKey
  /** Name of the staff member. */
  readonly by: string
  readonly reason: string
  readonly at: number
  readonly holdsFrom: number
  readonly hasPartAtOnce: boolean
}

/** `alsoTold`: roles beside `TOLD`. */
export async function tellOfProtection(
  parts: MailingStaff,
  tx: Transaction,
  { alsoTold, ...change }: ProtectionChange & { readonly alsoTold: readonly Role[] },
): Promise<void> {
  await mailStaff(parts, tx, { also: alsoTold, mail: protectionMail(change) })
}

/** `also`: roles beside those that are told of every change which protects customers' money. */
export async function mailStaff(
  { messages, knownStaff }: MailingStaff,
  tx: Transaction,
  { also, mail }: { readonly also: readonly Role[]; readonly mail: Mail },
): Promise<void> {
  const addresses = await knownStaff.mailboxes(tx.query, [...TOLD, ...also])
  for (const to of addresses) await messages.mail(tx.query, { to, ...mail })
}

/** The mail about a change, in English as the office is. Only the office shows the value itself. */
export function protectionMail({ key, by, reason, at, holdsFrom, hasPartAtOnce }: ProtectionChange): Mail {
  const timeOf = (moment: number) => momentText(millis(moment))
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
  const facts = [`The setting ${key} was changed.`, `By: ${oneLine(by)}, ${timeOf(at)}`, `Reason: ${oneLine(reason)}`]
  const force =
    holdsFrom > at
      ? `It comes into force at ${timeOf(holdsFrom)}. Until then the value before holds` +
        `${pricesOf(hasPartAtOnce)}, and setting the value in force again withdraws the change.`
      : 'It holds at once.'
  const doubt = 'Did you not expect this? Ask the colleague, by phone or in person, and have it set back in the office.'
  return {
    subject: `Veritick office: the setting ${key} was changed`,
    text: [facts.join('\n'), force, doubt].join('\n\n'),
  }
}

const pricesOf = (areNew: boolean): string => (areNew ? ', with the new prices that need no delay' : '')
