/**
 * The triggers of the store. A foreign trigger changes rows while the server writes them, before they are sealed; a
 * missing one lets a statement change what is append-only. The start compares them with store/guards.sql.
 */
import type { Query } from '../../store/index.ts'
import { RowChanged } from './row-seals.ts'

/** `name table`, as guards.sql makes them (own-triggers.test.ts). */
export const OWN_TRIGGERS: readonly string[] = [
  'audit_append_only audit',
  'company_files_append_only company_files',
  'instrument_changes_append_only instrument_changes',
  'news_texts_append_only news_texts',
  'notes_append_only notes',
  'notes_deletion notes',
  'picture_views_append_only picture_views',
  'settings_append_only settings',
  'terms_acceptances_append_only terms_acceptances',
  'users_inviter_fixed users',
]

/** Throws RowChanged with the first trigger or rule that is foreign, disabled or missing. */
export async function requireOwnTriggers(query: Query): Promise<void> {
  const rows = await query<{ name: string; of: string; on: boolean }>(
    `select t.tgname as name, c.relname as of, t.tgenabled in ('O', 'A') as on
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and n.nspname = current_schema() order by 1, 2`,
  )
  const active = new Set(rows.filter(({ on }) => on).map(({ name, of }) => `${name} ${of}`))
  const foreign = rows.find(({ name, of }) => !OWN_TRIGGERS.includes(`${name} ${of}`))
  if (foreign !== undefined) throw notOurs(`trigger ${foreign.name} of table ${foreign.of}`)
  const [name, of] = OWN_TRIGGERS.find((each) => !active.has(each))?.split(' ') ?? []
  if (name !== undefined) throw new RowChanged(`trigger ${name} of table ${of} is missing or disabled. ${REMEDY}`)
  const [rule] = await query<{ name: string; of: string }>(
    'select rulename as name, tablename as of from pg_rules where schemaname = current_schema()',
  )
  if (rule !== undefined) throw notOurs(`rule ${rule.name} of table ${rule.of}`)
}

const REMEDY = 'Find out who can change the store, and restore it from the newest backup before that'
const notOurs = (what: string) => new RowChanged(`${what} was not made by this server. ${REMEDY}`)
