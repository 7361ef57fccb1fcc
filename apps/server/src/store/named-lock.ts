/**
 * Waits for the lock of a name, `$1`, and holds it until the transaction ends. The types are exact: a function of the
 * same name that is made in our schema fits no better, so PostgreSQL takes its own.
 */
export const LOCK_NAMED = 'select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended($1::text, 0::bigint))'
