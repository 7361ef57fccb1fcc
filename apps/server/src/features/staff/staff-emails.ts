/**
 * The mails to staff about access: the staff member who was let in, reset or given another role, and the admin. In
 * English, as everything in the office is (decision 32). Names are what an admin typed, so nothing of them reaches
 * further than its own line.
 */
import type { Mail } from '../../services/messages/index.ts'

export type AccessAct = 'staff_invite' | 'staff_reset' | 'staff_enable' | 'staff_disable' | 'staff_role'

export type AccessNews = {
  readonly act: AccessAct
  /** The staff member whose access has changed. */
  readonly name: string
  readonly email: string
  readonly role: string
  /** The author of the change: the name of a staff member, or the server. */
  readonly by: string
  readonly reason: string
  /** Ready to read, with its zone. */
  readonly time: string
  /** Until when the hold lasts that follows from it; `undefined`: none does. */
  readonly heldUntil: string | undefined
}

export type LinkNews = AccessNews & {
  /** The whole address, or only its end where the operator never said where the office is. */
  readonly address: string
  readonly until: string
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const DONE: { readonly [Act in AccessAct]: (news: AccessNews) => string } = {
  staff_invite: ({ role }) => `invited to the office as ${role}`,
  staff_reset: () => 'reset: the old password and authenticator app no longer work',
  staff_enable: () => 'let in again',
  staff_disable: () => 'disabled',
  staff_role: ({ role }) => `given another role: ${role}`,
}

const SUBJECT: { readonly [Act in AccessAct]: string } = {
  staff_invite: 'was invited',
  staff_reset: 'was reset',
  staff_enable: 'was let in again',
  staff_disable: 'was disabled',
  staff_role: 'has another role',
}

/** The mail to the staff who read the audit log. */
export function watchMail(news: AccessNews): Mail {
  const name = oneLine(news.name)
  const facts = [
    `${name} (${oneLine(news.email)}) was ${DONE[news.act](news)}.`,
    `By: ${oneLine(news.by)}, ${news.time}`,
    `Reason: ${oneLine(news.reason)}`,
  ]
  const hold = news.heldUntil === undefined ? [] : [`${name} decides nothing about money before ${news.heldUntil}.`]
  const doubt =
    'Did you not expect this? Ask, by phone or in person, and have it undone in the office: disable the account ' +
    'that should not be able to sign in.'
  return {
    subject: `Veritick office: ${name} ${SUBJECT[news.act]}`,
    text: [facts.join('\n'), ...hold, doubt].join('\n\n'),
  }
}

/**
 * The mail to the staff member whose access has changed, without a link. The reason that another staff member wrote is
 * left out.
 */
export function ownMail(news: AccessNews): Mail {
  const text = [
    `You were ${DONE[news.act](news)}.\nBy: ${oneLine(news.by)}, ${news.time}`,
    ...holdOfOwn(news),
    OWN_DOUBT,
  ]
  return { subject: 'Veritick office: your access was changed', text: text.join('\n\n') }
}

/** The mail with the one-time link; it goes to the address of the staff member only. */
export function linkMail(news: LinkNews): Mail {
  const invited = news.act === 'staff_invite'
  const open = news.address.startsWith('http')
    ? `Open this to set a password and an authenticator app. It works once, until ${news.until}:`
    : `Open the office at the address you know, put this behind it, and set a password and an authenticator ` +
      `app. It works once, until ${news.until}:`
  const text = [
    `You were ${DONE[news.act](news)}.\nBy: ${oneLine(news.by)}, ${news.time}`,
    `${open}\n\n${news.address}`,
    'Do not give it to another person: the person who opens it can act as you.',
    ...holdOfOwn(news),
    invited ? 'If you do not work here, an address was mistyped: delete this mail.' : OWN_DOUBT,
  ]
  const subject = invited ? 'Veritick office: you are invited' : 'Veritick office: your new one-time link'
  return { subject, text: text.join('\n\n') }
}

const holdOfOwn = ({ heldUntil }: AccessNews): readonly string[] =>
  heldUntil === undefined ? [] : [`You decide nothing about money before ${heldUntil}.`]

const OWN_DOUBT =
  'Did you not expect this? Tell an admin or compliance at once, by phone or in person: another person may be ' +
  'about to act as you.'
