/** Locks of a name, `$1`. */
import { qualified } from './qualified.ts'

const KEY = 'hashtextextended($1::text, 0::int8)'

/** Waits for the lock, and holds it until the transaction ends. */
export const LOCK_NAMED = qualified(`select pg_advisory_xact_lock(${KEY})`)

/** Takes the lock until the connection ends. `taken` is false where another connection has it. */
export const TRY_LOCK_NAMED = qualified(`select pg_try_advisory_lock(${KEY}) as taken`)

/** Another connection of a writer that holds such a lock. */
export const WRITER_WITH_LOCK = qualified(
  `select a.pid, host(a.client_addr) as address from pg_locks l join pg_stat_activity a on a.pid = l.pid
   where l.locktype = 'advisory' and l.granted and a.pid <> pg_backend_pid()
     and starts_with(a.application_name, 'veritick writer') limit 1`,
)
