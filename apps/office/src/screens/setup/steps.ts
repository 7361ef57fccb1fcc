/** The steps of a new office before customers can deposit and withdraw: title, reason, and where each is done. */
import type { SetupStep } from '@veritick/contract/office'

type Words = {
  readonly title: string
  readonly why: string
  /** The page of the office; undefined for steps on the server. */
  readonly path?: string
}

export const STEPS: Readonly<Record<SetupStep, Words>> = {
  second_admin: {
    title: 'A second admin',
    why: 'An admin who loses a phone is reset by another admin. A single admin must be reset on the server.',
    path: '/staff',
  },
  two_finance: {
    title: 'Two people in finance',
    why:
      'Large withdrawals and all corrections need the approval of two people. New staff ' +
      'must wait for a day before they approve.',
    path: '/staff',
  },
  compliance: {
    title: 'A compliance officer',
    why: 'Reviews identities, reads the audit, and is notified when the access of staff changes.',
    path: '/staff',
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
  deposits: {
    title: 'A deposit method',
    why:
      'Deposit networks, banks or a card provider. Until there is one, the app shows that deposits are not ' +
      'available.',
    path: '/settings',
  },
  withdrawals: {
    title: 'A withdrawal method',
    why: 'Withdrawal currencies with their fees. Until there is one, customers cannot request withdrawals.',
    path: '/settings/draw_currencies',
  },
  support: {
    title: 'A support address',
    why:
      'The app asks customers with a frozen account to write to support. Without an address it cannot ' + 'say where.',
    path: '/settings/support_email',
  },
}
