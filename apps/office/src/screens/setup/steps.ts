/** What an office needs before customers can pay in and be paid: each step in words, why, and where it is done. */
import type { SetupStep } from '@veritick/contract/office'

type Words = {
  readonly title: string
  readonly why: string
  /** Where it is done in the office; what is done at the server has none. */
  readonly path?: string
}

export const STEPS: Readonly<Record<SetupStep, Words>> = {
  second_admin: {
    title: 'A second admin',
    why: 'A lost phone is another admin’s reset. An only admin has to be reset where the server runs.',
    path: '/staff',
  },
  two_finance: {
    title: 'Two people in finance',
    why:
      'Large withdrawals and every correction are approved by two different people. Whoever is invited after today ' +
      'waits a day before.',
    path: '/staff',
  },
  compliance: {
    title: 'Somebody in compliance',
    why: 'Reviews identities, reads the audit, and is told when somebody’s access changes.',
    path: '/staff',
  },
  mail: {
    title: 'A mail server',
    why:
      'Set SMTP_URL where the server runs. Until then nobody receives a mail, and you are shown the one-time links ' +
      'of others.',
  },
  address: {
    title: 'The address of this office',
    why: 'Set OFFICE_URL where the server runs: it stands in the one-time links that are mailed.',
  },
  deposits: {
    title: 'A way to pay in',
    why: 'Deposit networks, banks or a card provider. Until there is one, the app says that there is none.',
    path: '/settings',
  },
  withdrawals: {
    title: 'A way to be paid',
    why: 'Withdraw currencies with their fees. Until there is one, nobody can ask for a withdrawal.',
    path: '/settings/draw_currencies',
  },
  support: {
    title: 'A support address',
    why:
      'Customers whose account is frozen are told to write to support. Until there is an address, the app cannot ' +
      'say where.',
    path: '/settings/support_email',
  },
}
