/**
 * The mails of alerts, in English as everything in the office (decision 32). They name no customer: what they lead to
 * stands in the office.
 */
import type { AlertKind } from '@veritick/contract/office'
import type { Mail } from '../../services/messages/index.ts'

export type AlertFacts = { readonly [name: string]: string }

export type AlertNews = {
  readonly kind: AlertKind
  readonly state: 'raised' | 'over' | 'happened'
  /** Ready to read, with its zone. */
  readonly since: string
  readonly facts: AlertFacts
  /** The address of the office; `undefined`: OFFICE_URL is not set. */
  readonly office: string | undefined
  readonly quietMinutes: number
}

const TITLE: { readonly [Kind in AlertKind]: { readonly raised: string; readonly over: string } } = {
  feed_silent: { raised: 'prices do not arrive', over: 'prices arrive again' },
  protection_paid: { raised: 'negative balance protection was paid', over: '' },
  queue_old: { raised: 'a review queue waits longer than usual', over: 'no review queue waits longer than usual' },
  disk_full: { raised: 'a disk is full or nearly full', over: 'the disk has room again' },
  commit_late: { raised: 'commits are late', over: 'commits are on time again' },
  clock_stopped: { raised: 'the market clock stands still', over: 'the market clock runs again' },
  backup_old: { raised: 'no recent backup', over: 'a backup is recent again' },
  journal_damaged: { raised: 'the journal is damaged, trading has stopped', over: 'the journal is right again' },
  record_changed: {
    raised: 'a record of money was changed in the store',
    over: 'no record of money is found changed in the store any more',
  },
  notice_lost: { raised: 'a notice to a customer could not be stored', over: '' },
}

const ADVICE: { readonly [Kind in AlertKind]: string } = {
  feed_silent:
    'Orders and stops of these instruments wait until a good price comes. Look at the feed and at the health page.',
  protection_paid:
    'A loss was larger than the balance of its account. Look at the exposure page and at the leverage of the ' +
    'instrument.',
  queue_old: 'Customers see the usual time. Look at the review queues.',
  disk_full: 'A full disk refuses orders and all other changes. Make room on the disk.',
  commit_late: 'Orders wait for the store. Look at the database and its disk.',
  clock_stopped:
    'Sessions, financing and prices stand still with it. Look at the feed; a recording may have reached its end.',
  backup_old:
    'The nightly backup fails or does not run. Read its log and make a backup by hand: docs/operating.md, ' +
    '"Backup and restore".',
  journal_damaged:
    'The server takes no order and moves no money, and a restart is refused. The health page names the row. Do what ' +
    'docs/operating.md says under "When the stored state is in doubt".',
  record_changed:
    'The server takes no decision about these records and moves no money for them: send nothing for them either. The ' +
    'health page says what is wrong with each. Find out who can write to the store, and do what docs/operating.md ' +
    'says under "When the stored state is in doubt".',
  notice_lost:
    'The customer does not have it: neither in the app nor by push or mail. The log names the account and the fault, ' +
    'such as a row that was changed in the store. Tell the customer, and find out who can write to the store.',
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

export function alertMail({ kind, state, since, facts, office, quietMinutes }: AlertNews): Mail {
  const title = TITLE[kind][state === 'over' ? 'over' : 'raised']
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${oneLine(value)}`)
  const text = [
    [`Since: ${since}`, ...lines].join('\n'),
    ...(state === 'over' ? [] : [ADVICE[kind]]),
    ...(office === undefined ? [] : [office]),
    `At most one mail in ${quietMinutes} minutes comes about this. The settings of the office say who gets it.`,
  ]
  return { subject: `Veritick office: ${title}`, text: text.join('\n\n') }
}
