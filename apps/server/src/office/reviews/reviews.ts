/** The calls of the three queues, and what they share: what waits, and who is at it. */
import { may } from '@veritick/contract/office'
import type { House } from '../../house.ts'
import { refuse } from '../../http/answer.ts'
import type { OfficeHandlers } from '../calls.ts'
import { queueAges } from './counts.ts'
import { depositHandlers } from './deposits.ts'
import { identityHandlers } from './identities.ts'
import { drop, mayTake, take } from './takes.ts'
import { withdrawalHandlers } from './withdrawals.ts'

type Own = 'reviewCounts' | 'reviewTake' | 'reviewDrop'

function ownHandlers(house: House): OfficeHandlers<Own> {
  return {
    reviewCounts: async ({ staff }) => {
      const data = await queueAges(house, (permission) => may(staff.role, permission))
      return { ok: true, data: { data, total: data.length } }
    },
    reviewTake: async ({ params, staff, actor }) => {
      const { kind, id: record } = params
      if (!mayTake(staff.role, kind)) return refuse('not_permitted', 'kind')
      return { ok: true, data: { taken: await take(house, { kind, record, who: actor.who }) } }
    },
    reviewDrop: async ({ params, staff, actor }) => {
      const { kind, id: record } = params
      if (!mayTake(staff.role, kind)) return refuse('not_permitted', 'kind')
      return { ok: true, data: { taken: await drop(house, { kind, record, who: actor.who }) } }
    },
  }
}

export function reviewHandlers(house: House) {
  return { ...ownHandlers(house), ...identityHandlers(house), ...depositHandlers(house), ...withdrawalHandlers(house) }
}
