/** The steps of a new office before customers can deposit and withdraw: title, reason, and where each is done. */
import type { SetupStep } from '@veritick/contract/office'

type Opens = readonly [word: string, path: string]

type Words = {
  readonly title: string
  readonly why: string
  /** The pages of the office where it is done, each with the word of its button; none for steps on the server. */
  readonly opens?: readonly Opens[]
}

export const STEPS: Readonly<Record<SetupStep, Words>> = {
  second_admin: {
    title: 'A second admin',
    why: 'An admin who loses a phone is reset by another admin. A single admin must be reset on the server.',
    opens: [['Open', '/staff']],
  },
  two_finance: {
    title: 'Two people in finance',
    why:
      'Large withdrawals and all corrections need the approval of two people. Staff who join after the first day ' +
      'of the platform wait 24 hours before they decide about money.',
    opens: [['Open', '/staff']],
  },
  compliance: {
    title: 'A compliance officer',
    why: 'Reviews identities, reads the audit, and is notified when the access of staff changes.',
    opens: [['Open', '/staff']],
  },
  mail: {
    title: 'A mail server',
    why:
      'Set SMTP_URL on the server. Until then no mails are sent, and you are shown the one-time links ' + 'of others.',
  },
  address: {
    title: 'The address of this office',
    why: 'Set OFFICE_URL on the server: one-time links in mails contain it.',
  },
  operator: {
    title: 'The identity of the operator',
    why:
      'Legal name, registered address, registration number and law. The terms, the privacy statement and the company ' +
      'page name them; until then they say that the operator has not stated this.',
    opens: [['Open', '/companies/operator']],
  },
  deposits: {
    title: 'A deposit method that takes money',
    why:
      'A deposit network or a deposit bank without the trial mark. Trial methods and the card sandbox work in the app ' +
      'and take no money; they are not counted here.',
    opens: [
      ['Networks', '/settings/charge_networks'],
      ['Banks', '/settings/charge_banks'],
    ],
  },
  withdrawals: {
    title: 'A withdrawal method that pays money',
    why: 'A withdrawal currency with its fee and without the trial mark. Trial currencies are not counted here.',
    opens: [['Open', '/settings/draw_currencies']],
  },
  payee_hold: {
    title: 'A waiting period of new payees',
    why:
      'The trial settings set it to 0, and it stays 0 without them: a thief of a session could withdraw to a new ' +
      'address at once. Set it to 24 hours or more before money is real.',
    opens: [['Open', '/settings/payee_hold_hours']],
  },
  support: {
    title: 'A support address',
    why:
      'The app asks customers with a frozen account to write to support. Without an address it cannot ' + 'say where.',
    opens: [['Open', '/settings/support_email']],
  },
}
