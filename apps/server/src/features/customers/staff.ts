/**
 * The office's calls about customers. Each finds the customer first and records which staff member reads the data. A
 * change is one transaction with its audit entry, or goes through the feature that owns the data.
 */
import { may, type OfficeCallName } from '@veritick/contract/office'
import { accountId, type UserId, userId } from '@veritick/domain'
import { type OfficeHandlers, type Refusal, refuse, type StaffRequest, type Success } from '../../calls/index.ts'
import { pageOf, recordAccess } from '../../services/office/index.ts'
import { LIMITS, workLimit } from '../../services/rate-limits/index.ts'
import { isUser, personOf, setCreditScore } from '../accounts/index.ts'
import { auditOfPerson } from '../audit-log/index.ts'
import { closureOf } from '../closures/index.ts'
import { isRecordFault } from '../money/index.ts'
import type { Context } from './context.ts'
import { ledgerOf } from './ledger.ts'
import { addNote, notesOf } from './notes.ts'
import { orderEventsOf } from './order-events.ts'
import { profileOf, wireClosure, wireFreeze } from './profile.ts'
import { ordersOf, payeesShown, sessionsShown } from './records.ts'
import { searchPeople } from './search.ts'
import { endSessions } from './sign-out.ts'

type Names =
  | 'peopleSearch'
  | 'person'
  | 'personOrders'
  | 'personOrderEvents'
  | 'personLedger'
  | 'personPayees'
  | 'personSessions'
  | 'endPersonSessions'
  | 'personNotes'
  | 'addPersonNote'
  | 'personAudit'
  | 'freezePerson'
  | 'unfreezePerson'
  | 'closePerson'
  | 'reopenPerson'
  | 'setCreditScore'

type About = Pick<StaffRequest<OfficeCallName>, 'actor'> & { readonly params: { readonly id: number } }

export function peopleHandlers(context: Context): OfficeHandlers<Names> {
  const { store } = context
  const orderHistories = workLimit(LIMITS.work.orderHistories)

  /** Reads data of a customer, and records the staff member in the access log. */
  const reading = async <Data>({ actor, params }: About, read: (user: UserId) => Promise<Data | undefined>) => {
    const user = userId(params.id)
    if (!(await isUser(store.db, user))) return refuse('person_unknown', 'id')
    await recordAccess(context, { actor, kind: 'person', id: user })
    const data = await unlessChanged(context, user, () => read(user))
    if (data === CHANGED) return refuse('record_changed', 'id')
    return data === undefined ? notFound(params) : ({ ok: true, data } satisfies Success<Data>)
  }

  return {
    peopleSearch: async ({ params, staff }) => {
      await context.core.projected()
      return {
        ok: true,
        data: await searchPeople(context, { params, seesContact: may(staff.role, 'people_contact') }),
      }
    },

    person: (request) =>
      reading(request, async (user) => {
        const person = await personOf({ ...context, db: store.db }, user)
        return profileOf(context, { person, seesContact: may(request.staff.role, 'people_contact') })
      }),
    personOrders: (request) =>
      reading(request, (user) =>
        ordersOf(context, {
          user,
          ...accountIn(request.params),
          status: request.params.status,
          ...pageOf(request.params),
        }),
      ),
    personOrderEvents: (request) =>
      reading(request, (user) =>
        orderHistories.run(request.staff.id, () => orderEventsOf(context, { user, order: request.params.order })),
      ),
    personLedger: (request) =>
      reading(request, (user) => ledgerOf(context, { user, ...accountIn(request.params), ...pageOf(request.params) })),
    personPayees: (request) => reading(request, (user) => payeesShown(context, user)),
    personSessions: (request) => reading(request, (user) => sessionsShown(context, user)),
    personNotes: (request) => reading(request, (user) => notesOf(context, { user, ...pageOf(request.params) })),
    personAudit: (request) =>
      reading(request, (user) =>
        auditOfPerson(
          { ...context, query: store.query },
          { user, action: request.params.action, ...pageOf(request.params) },
        ),
      ),

    endPersonSessions: (request) => endSessions(context, request),
    addPersonNote: (request) => addNote(context, request),

    ...decisionHandlers(context),
  }
}

const CHANGED = Symbol('changed in the store')

/** A page that needs a row which does not prove itself is refused. */
async function unlessChanged<Data>(
  { log }: Context,
  user: UserId,
  read: () => Promise<Data>,
): Promise<Data | typeof CHANGED> {
  try {
    return await read()
  } catch (error) {
    if (!isRecordFault(error)) throw error
    log.error({ user, fault: error.message }, 'facts about a customer were changed in the store')
    return CHANGED
  }
}

/** The decisions of staff about a customer. */
function decisionHandlers(
  context: Context,
): Pick<OfficeHandlers<Names>, 'freezePerson' | 'unfreezePerson' | 'closePerson' | 'reopenPerson' | 'setCreditScore'> {
  const { freezes, closures, store } = context
  return {
    freezePerson: async ({ params, actor }) => {
      const { remark, reason_text: reason } = params
      const user = userId(params.id)
      const done = await freezes.freeze({ user, actor, remark, reason })
      return done.ok ? { ok: true, data: { id: user, frozen: await wireFreeze(context, done.value) } } : done
    },

    unfreezePerson: async ({ params, actor }) => {
      const { reason_text: reason } = params
      const user = userId(params.id)
      const done = await freezes.unfreeze({ user, actor, reason })
      return done.ok ? { ok: true, data: { id: user, frozen: null } } : done
    },

    closePerson: async ({ params, actor }) => {
      const user = userId(params.id)
      // The staff member has checked who sent the request, and says in the reason how.
      const done = await closures.close({ user, actor, reason: params.reason_text })
      return done.ok ? { ok: true, data: { id: user, closed: await wireClosure(context, done.value) } } : done
    },

    reopenPerson: async ({ params, actor }) => {
      const user = userId(params.id)
      const done = await closures.reopen({ user, actor, reason: params.reason_text })
      if (!done.ok) return done
      return {
        ok: true,
        data: { id: user, closed: await wireClosure(context, await closureOf({ ...context, db: store.db }, user)) },
      }
    },

    setCreditScore: async ({ params, actor }) => {
      const { score, reason_text: reason } = params
      const user = userId(params.id)
      const done = await setCreditScore(context, { user, score, reason, actor })
      return done.ok ? { ok: true, data: { id: user, credit_score: score } } : done
    },
  }
}

/** The refusal that names the record which the customer does not have. */
function notFound(params: object): Refusal {
  if ('trading_account' in params) return refuse('account_unknown', 'trading_account')
  return 'order' in params ? refuse('order_unknown', 'order') : refuse('person_unknown', 'id')
}

/** The account that the request names. */
const accountIn = (params: { readonly trading_account?: number | undefined }) => ({
  account: params.trading_account === undefined ? undefined : accountId(params.trading_account),
})
