/** Calls about inviting friends: the programme with its rules, and the progress of the friends. */
import { z } from 'zod'
import { inviteInfo, inviteList } from '../schemas/invites.ts'
import { type Call, none, PAGE, READ } from './call.ts'

export const INVITE_CALLS = {
  inviteInfo: {
    ...READ,
    path: '/api/invite/info',
    caller: 'real',
    doc: 'The invite code, the rules of the programme, and what the caller earned. Rules come with every state.',
    request: none,
    answer: inviteInfo,
  },
  inviteList: {
    ...READ,
    path: '/api/invite/list',
    caller: 'real',
    doc: 'Friends who registered with the code, newest first: conditions met and rewards, without personal data.',
    request: z.object({ page: PAGE }),
    answer: inviteList,
  },
} as const satisfies Record<string, Call>
