/**
 * Locks of a name, `$1`. The types are exact: a function of the same name that is made in our schema fits no better, so
 * PostgreSQL takes its own.
 */

/** Waits for the lock, and holds it until the transaction ends. */
export const LOCK_NAMED = 'select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended($1::text, 0::bigint))'

/** Takes the lock until the connection ends. `taken` is false where another connection has it. */
export const TRY_LOCK_NAMED =
  'select pg_catalog.pg_try_advisory_lock(pg_catalog.hashtextextended($1::text, 0::bigint)) as taken'
