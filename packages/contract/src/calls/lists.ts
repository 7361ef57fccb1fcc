/** Calls about the lists of instruments of a customer, for demo and real accounts. */
import { z } from 'zod'
import { FAVOURITES_MAX } from '../paging.ts'
import { text } from '../schemas/fields.ts'
import { type Call, POST, READ } from './call.ts'

const CODE = '[A-Za-z0-9._-]{1,24}'
const CODES = new RegExp(`^(?:${CODE}(?: ${CODE}){0,${FAVOURITES_MAX - 1}})?$`)
const CODES_LENGTH_MAX = FAVOURITES_MAX * 25
const favourites = z.object({
  codes: z.array(z.string()).meta({ description: 'Codes of instruments, in their order' }),
})

export const LIST_CALLS = {
  favouriteList: {
    ...READ,
    path: '/api/user/favourites',
    caller: 'user',
    doc: 'The favourite instruments of the customer, in the order of the customer.',
    request: z.object({}),
    answer: favourites,
  },
  favouriteSet: {
    ...POST,
    path: '/api/user/favourites_set',
    caller: 'user',
    doc: 'Replaces the favourite instruments. The last call counts, also from another device. Idempotent.',
    request: z.object({
      codes: text({
        max: CODES_LENGTH_MAX,
        pattern: CODES,
        description: 'Codes in their order, a space between two; empty: no favourites',
      }),
    }),
    answer: favourites,
  },
} as const satisfies Record<string, Call>
