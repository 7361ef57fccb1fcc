/**
 * The calls of the queues of identities, deposits and withdrawals; and for every queue the waiting records and their
 * review locks. The other queues have their calls in the folders of their records.
 */
import { may } from '@veritick/contract/office'
import { type OfficeHandlers, refuse } from '../../calls/index.ts'
import type { Context } from './context.ts'
import { queueAges } from './counts.ts'
import { depositHandlers } from './deposits.ts'
import { identityHandlers } from './identities.ts'
import { drop, mayTake, take } from './review-locks.ts'
import { withdrawalHandlers } from './withdrawals.ts'

type Own = 'reviewCounts' | 'reviewTake' | 'reviewDrop'

function ownHandlers(context: Context): OfficeHandlers<Own> {
  return {
    reviewCounts: async ({ staff }) => {
      const data = await queueAges(context, (permission) => may(staff.role, permission))
      return { ok: true, data: { data, total: data.length } }
    },
    reviewTake: async ({ params, staff, actor }) => {
      const { kind, id: record } = params
      if (!mayTake(staff.role, kind)) return refuse('not_permitted', 'kind')
      return { ok: true, data: { taken: await take(context, { kind, record, who: actor.who }) } }
    },
    reviewDrop: async ({ params, staff, actor }) => {
      const { kind, id: record } = params
      if (!mayTake(staff.role, kind)) return refuse('not_permitted', 'kind')
      return { ok: true, data: { taken: await drop(context, { kind, record, who: actor.who }) } }
    },
  }
}

export function reviewHandlers(context: Context) {
  return {
    ...ownHandlers(context),
    ...identityHandlers(context),
    ...depositHandlers(context),
    ...withdrawalHandlers(context),
  }
}
