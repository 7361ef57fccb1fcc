/**
 * The objects of the store that change what the server reads or writes: columns, defaults, constraints, triggers,
 * rules, policies, views in the place of tables, heirs, functions and casts. A foreign one changes rows before they are
 * proven or sealed; a missing trigger lets a statement change what is append-only. The start compares them with those
 * that the migrations make (store/description.ts).
 */
import {
  type Described,
  describeStore,
  descriptionHash,
  type Lane,
  OWN_DESCRIPTION_HASH,
  ownDescription,
  type Query,
  qualified,
} from '../../store/index.ts'
import { RowChanged } from './row-seals.ts'

type Parts = {
  readonly store: Pick<Lane, 'query' | 'transaction'>
  /** `undefined`: as in production. */
  readonly ownHash?: string
}

/** Throws RowChanged with the first object that is foreign, changed or missing. */
export async function requireOwnObjects({ store, ownHash = OWN_DESCRIPTION_HASH }: Parts): Promise<void> {
  const found = await describeStore(store.query)
  await requireOwnSession(store.query)
  if (descriptionHash(found) === ownHash) return
  // This version of PostgreSQL may spell an expression in another way, so it describes what the migrations make here.
  const [watcher] = await eventTriggers(store.query)
  const own = await ownDescription(store)
  const difference = firstDifference(own, found)
  if (difference !== undefined) throw new RowChanged(`${difference}. ${REMEDY}`)
  if (watcher === undefined) return
  throw new RowChanged(
    `event trigger ${watcher.name}, which this server did not make, may have changed what the start compares the ` +
      `store with: disable it for this start. ${REMEDY}`,
  )
}

function firstDifference(own: readonly Described[], found: readonly Described[]): string | undefined {
  const [expected, there] = [factsOf(own), factsOf(found)]
  const isChanged = ({ name, fact }: Described) => expected.has(name) && expected.get(name) !== fact
  const textOf = ({ name, fact }: Described) => `${name} was changed: expected "${expected.get(name)}", found "${fact}"`
  // A view in the place of a table has none of its triggers and indexes.
  const table = found.find((each) => each.name.startsWith('table ') && isChanged(each))
  if (table !== undefined) return textOf(table)
  const foreign = found.find(({ name }) => !expected.has(name))
  if (foreign !== undefined) return `${foreign.name} was not made by this server`
  const missing = own.find(({ name }) => !there.has(name))
  if (missing !== undefined) return `${missing.name} is missing`
  const changed = found.find(isChanged)
  return changed && textOf(changed)
}

const factsOf = (described: readonly Described[]) => new Map(described.map(({ name, fact }) => [name, fact]))

type EventTrigger = { readonly name: string; readonly event: string }

const EVENT_TRIGGERS = qualified(
  `select evtname::text as name, evtevent::text as event from pg_event_trigger where evtenabled <> 'D' order by 1`,
)
const eventTriggers = (query: Query) => query<EventTrigger>(EVENT_TRIGGERS)

const SESSION_ROLE = qualified(`select current_setting('session_replication_role') as role`)

/**
 * A trigger of the sign-in runs a foreign program in each session. A role or a database with this setting runs no
 * trigger of the store, so that nothing is append-only.
 */
async function requireOwnSession(query: Query): Promise<void> {
  const atLogin = (await eventTriggers(query)).find(({ event }) => event === 'login')
  if (atLogin !== undefined)
    throw new RowChanged(`event trigger ${atLogin.name} at a sign-in was not made by this server. ${REMEDY}`)
  const [session] = await query<{ role: string }>(SESSION_ROLE)
  if (session?.role === 'origin') return
  throw new RowChanged(
    `session_replication_role is ${session?.role}, so no trigger of the store works: reset it for the role of ` +
      `DATABASE_URL and for the database. ${REMEDY}`,
  )
}

const REMEDY = 'Find out who can change the store, and restore it from the newest backup before that'
