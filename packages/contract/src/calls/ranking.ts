/** Calls about the ranking: the list for visitors, the own place and the consent for customers. */
import { z } from 'zod'
import { flag, word } from '../schemas/fields.ts'
import { rankingList, rankingOwn } from '../schemas/ranking.ts'
import { RANKING_KINDS, RANKING_SORTS } from '../values.ts'
import { type Call, PAGE, POST, READ } from './call.ts'

const SORT = word(RANKING_SORTS, 'Largest first; left out: three_week_rate').optional()

export const RANKING_CALLS = {
  followList: {
    ...READ,
    path: '/api/follow/list',
    caller: 'visitor',
    doc: 'Measured records of accounts whose owners agreed to be listed, computed every few minutes; at most 100.',
    request: z.object({
      kind: word(RANKING_KINDS, 'Real or demo accounts; left out: real').optional(),
      sort: SORT,
      page: PAGE,
    }),
    answer: rankingList,
  },
  followOwn: {
    ...READ,
    path: '/api/follow/own',
    caller: 'user',
    doc: 'Whether the customer agreed to be listed, and the places of their own accounts of the kind of the session.',
    request: z.object({ sort: SORT }),
    answer: rankingOwn,
  },
  followListed: {
    ...POST,
    path: '/api/follow/listed',
    caller: 'user',
    doc:
      'Agrees that the accounts of the kind of the session are listed, or ends that at once. Idempotent. After ' +
      'the end of a consent the codes are removed; a new consent gives other codes.',
    request: z.object({ listed: flag('True: list my accounts') }),
    answer: rankingOwn.pick({ listed: true, state: true }),
  },
} as const satisfies Record<string, Call>
