/** Calls of identity verification, for real accounts only. */
import { type Call, POST, READ } from './call.ts'

export const IDENTITY_CALLS = {
  identityCenter: {
    ...READ,
    path: '/api/user_real/center',
    caller: 'real',
    doc:
      'How far the own verification is: 0 nothing waits (a rejected one says why in `rejected`), 1 being ' +
      'checked, 2 verified. ' +
      'Name and number are masked; the addresses of the pictures open for some minutes.',
  },
  identitySubmit: {
    ...POST,
    path: '/api/user_real/real_name',
    caller: 'real',
    doc:
      'Hands in name, document number and the pictures of both sides for review; again after a rejection. ' +
      'Country and birth date may be left ' +
      'out (the country of the registration counts then), unless `birth_date_required` says otherwise. Answers ' +
      'what center answers.',
  },
} as const satisfies Record<string, Call>
