/** Calls of identity verification, for real accounts only. */
import { type Call, POST, READ } from './call.ts'

export const IDENTITY_CALLS = {
  identityCenter: {
    ...READ,
    path: '/api/user_real/center',
    caller: 'real',
    doc:
      'State of the identity verification: 0 nothing submitted (`rejected` gives the reason of a rejection), 1 ' +
      'under review, 2 verified. Name and number are masked; the URLs of the pictures expire after some minutes.',
  },
  identitySubmit: {
    ...POST,
    path: '/api/user_real/real_name',
    caller: 'real',
    doc:
      'Submits name, document number and the pictures of both sides for review; again after a rejection. Country ' +
      'is optional (default: that of the registration), and so is the birth date unless `birth_date_required` is ' +
      'set. Answers like center.',
  },
} as const satisfies Record<string, Call>
