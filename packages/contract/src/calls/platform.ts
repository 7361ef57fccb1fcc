/** Calls about the session, the balance and the base data of the platform. */
import { z } from 'zod'
import { ENTRY_GROUPS, type EntryGroup } from '../money.ts'
import { balance, balanceDetail, basicInfo, logList, signIn, user } from '../schemas/accounts.ts'
import { text, word } from '../schemas/fields.ts'
import { type Call, CHANGE, none, PAGE, READ } from './call.ts'

const ENTRY_GROUP_NAMES = Object.keys(ENTRY_GROUPS) as EntryGroup[]

export const PLATFORM_CALLS = {
  createAccountDemoForU: {
    ...CHANGE,
    path: '/api/user/createAccountDemoForU',
    caller: 'visitor',
    doc:
      'Opens a demo account, or signs in to the existing one of this device (same demo_id, or same ' +
      'idempotency-key of 16 characters or more). Answers a new token. Use POST: the demo_id is a secret, and ' +
      'URLs are stored in logs.',
    request: z.object({
      demo_id: text({
        max: 64,
        pattern: /^[A-Za-z0-9_-]{16,64}$/,
        description:
          'A secret the device made: the same one signs in to the same demo account again. 16 to 64 letters, ' +
          'digits, - and _.',
      }).optional(),
    }),
    answer: signIn,
  },
  userInfo: {
    ...READ,
    path: '/api/user/info',
    caller: 'user',
    doc: 'The signed-in customer.',
    request: none,
    answer: user,
  },
  logout: {
    ...CHANGE,
    protects: true,
    path: '/api/user/logout',
    caller: 'user',
    doc: 'Ends the session of the token; its private topics close.',
    request: none,
    answer: z.null(),
  },
  getBasicInfo: {
    ...READ,
    path: '/api/basicSet/getBasicInfo',
    caller: 'visitor',
    doc: 'Settings of the platform that every client needs.',
    request: none,
    answer: basicInfo,
  },
  resetForexDemoAccount: {
    ...CHANGE,
    changesOrder: true,
    path: '/v1/api/main/user/resetForexDemoAccount',
    caller: 'user',
    doc: 'Closes all positions of a demo account, cancels its pending orders and restores its demo money.',
    request: none,
    answer: balance,
  },
  getBalance: {
    ...READ,
    path: '/v1/api/main/wallet/getBalance',
    caller: 'user',
    doc: 'The balance.',
    request: none,
    answer: balance,
  },
  forexDetail: {
    ...READ,
    path: '/v1/api/main/account/forexDetail',
    caller: 'user',
    doc: 'The balance and its locked part.',
    request: none,
    answer: balanceDetail,
  },
  forexChange: {
    ...READ,
    path: '/v1/api/main/accountLog/forexChange',
    caller: 'user',
    doc: 'Every change of the balance, newest first.',
    request: z.object({
      page: PAGE,
      group: word(ENTRY_GROUP_NAMES, 'Only changes of these kinds; left out: all').optional(),
    }),
    answer: logList,
  },
} as const satisfies Record<string, Call>
