/**
 * The office's calls about customers. Each finds the customer first and records which staff member reads the data. A
 * change is one transaction with its audit entry, or goes through the feature that owns the data.
 */
import { may, type OfficeCallName } from '@veritick/contract/office'
import { assert, must } from '@veritick/domain'
import { eq } from 'drizzle-orm'
import { type OfficeAsk, type OfficeHandlers, refuse, type Success } from '../../calls/index.ts'
import { writeAudit } from '../../services/audit/index.ts'
import { claim, claimed } from '../../services/idempotency/index.ts'
import { namesOf, pageOf, recordLook } from '../../services/office/index.ts'
import { aloneFor, deciding, reject } from '../../services/transactions/index.ts'
import { notes, type Store, type Transaction, users } from '../../store/index.ts'
import { type Person, setCreditScore } from '../accounts/index.ts'
import { auditOfPerson } from '../audit-log/index.ts'
import type { Context } from './context.ts'
import { profileOf, wireFreeze } from './profile.ts'
import { ledgerOf, notesOf, ordersOf, payeesShown, sessionsShown } from './records.ts'
import { searchPeople } from './search.ts'

type Names =
  | 'peopleSearch'
  | 'person'
  | 'personOrders'
  | 'personLedger'
  | 'personPayees'
  | 'personSessions'
  | 'endPersonSessions'
  | 'personNotes'
  | 'addPersonNote'
  | 'personAudit'
  | 'freezePerson'
  | 'unfreezePerson'
  | 'setCreditScore'

type About = Pick<OfficeAsk<OfficeCallName>, 'actor'> & { readonly params: { readonly id: number } }

export function peopleHandlers(context: Context): OfficeHandlers<Names> {
  const { store, freezes } = context

  /** Reads data of a customer, and records the staff member in the access log. */
  const reading = async <Data>({ actor, params }: About, read: (person: Person) => Promise<Data | undefined>) => {
    const person = await personOf(store, params.id)
    if (person === undefined) return refuse('person_unknown', 'id')
    await recordLook(context, { actor, kind: 'person', id: person.user })
    const data = await read(person)
    return data === undefined ? refuse('person_unknown', 'id') : ({ ok: true, data } satisfies Success<Data>)
  }

  return {
    peopleSearch: async ({ params, staff }) => {
      await context.core.projected()
      return {
        ok: true,
        data: await searchPeople(store.query, {
          params,
          ids: context.ids,
          seesContact: may(staff.role, 'people_contact'),
        }),
      }
    },

    person: (ask) =>
      reading(ask, (person) => profileOf(context, { person, seesContact: may(ask.staff.role, 'people_contact') })),
    personOrders: (ask) =>
      reading(ask, ({ user }) => ordersOf(context, { user, status: ask.params.status, ...pageOf(ask.params) })),
    personLedger: (ask) => reading(ask, ({ user }) => ledgerOf(context, { user, ...pageOf(ask.params) })),
    personPayees: (ask) => reading(ask, ({ user }) => payeesShown(context, user)),
    personSessions: (ask) => reading(ask, ({ user }) => sessionsShown(context, user)),
    personNotes: (ask) => reading(ask, ({ user }) => notesOf(context, { user, ...pageOf(ask.params) })),
    personAudit: (ask) =>
      reading(ask, ({ user }) =>
        auditOfPerson(store.query, { user, action: ask.params.action, ...pageOf(ask.params) }),
      ),

    endPersonSessions: (ask) => endSessions(context, ask),
    addPersonNote: (ask) => addNote(context, ask),

    freezePerson: async ({ params, actor }) => {
      const { id: user, remark, reason_text: reason } = params
      const done = await freezes.freeze({ user, actor, remark, reason })
      return done.ok ? { ok: true, data: { id: user, frozen: await wireFreeze(context, done.value) } } : done
    },

    unfreezePerson: async ({ params, actor }) => {
      const { id: user, reason_text: reason } = params
      const done = await freezes.unfreeze({ user, actor, reason })
      return done.ok ? { ok: true, data: { id: user, frozen: null } } : done
    },

    setCreditScore: async ({ params, actor }) => {
      const { id: user, score, reason_text: reason } = params
      const done = await setCreditScore(context, { user, score, reason, actor })
      return done.ok ? { ok: true, data: { id: user, credit_score: score } } : done
    },
  }
}

async function personOf(store: Store, user: number): Promise<Person | undefined> {
  const [row] = await store.db.select().from(users).where(eq(users.user, user))
  return row
}

type AskOf<Name extends Names> = Parameters<OfficeHandlers<Names>[Name]>[0]

async function endSessions(context: Context, { params, actor }: AskOf<'endPersonSessions'>) {
  const { store, runtime, sessions } = context
  const { id: user, session, reason_text: reason } = params
  if ((await personOf(store, user)) === undefined) return refuse('person_unknown', 'id')
  const only = session === 'all' ? undefined : session
  const done = await deciding(store, async (tx) => {
    const ended = await sessions.endOthers(tx.query, { user, except: undefined, only })
    const after = { session: only ?? 'all' }
    const subject = { kind: 'person', id: user }
    await writeAudit(tx, { actor, action: 'person_sign_out', subject, reason, after, at: runtime.now() })
    return ended
  })
  return done.ok ? { ok: true as const, data: { ended: done.value() } } : done
}

async function addNote(context: Context, { params, actor, once }: AskOf<'addPersonNote'>) {
  const { store, runtime } = context
  const { id: user } = params
  const text = params.text.trim()
  const done = await deciding(store, async (tx) => {
    await aloneFor(tx, user)
    const [known] = await tx.db.select({ user: users.user }).from(users).where(eq(users.user, user))
    if (known === undefined) reject('person_unknown', 'id')
    const at = runtime.now()
    const before = once && (await claimed(tx, { once, now: at }))
    if (before !== undefined) return noteOf(tx, before)
    const [row] = await tx.db.insert(notes).values({ user, who: actor.who, text, at }).returning()
    assert(row !== undefined, 'an insert returns its row')
    const subject = { kind: 'person', id: user }
    await writeAudit(tx, { actor, action: 'person_note', subject, reason: '', after: { note: row.note }, at })
    if (once !== undefined) await claim(tx, { once, kind: 'note', record: row.note, now: at })
    return row
  })
  if (!done.ok) return done
  const named = await namesOf(store.query, [actor.who])
  const { note: id, at } = done.value
  return { ok: true as const, data: { id, by: named(actor.who), text, at } }
}

async function noteOf(tx: Transaction, note: number): Promise<typeof notes.$inferSelect> {
  const [row] = await tx.db.select().from(notes).where(eq(notes.note, note))
  return must(row, 'a claim names a note, which stays')
}
