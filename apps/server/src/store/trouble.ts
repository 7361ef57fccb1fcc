/**
 * Classifies failures of the store. A trouble is temporary: the store is full, slow, out of reach or gave a lock to
 * another transaction. Every other failure of a statement is a fault in our own code and stays an error.
 */

/** A statement that was never sent, because as many callers wait for a connection as may. */
export class StoreBusy extends Error {}

/**
 * `busy`: a deadline or a ceiling; `lost`: no connection; `disk_full`: the disk under the store, or under DATA_DIR;
 * `read_only`: the server takes no writes.
 */
export type StoreTrouble = 'busy' | 'lost' | 'disk_full' | 'read_only'

/** Errors in each other; deeper ones are not looked at. */
const CAUSES_MAX = 5

/** `undefined`: no trouble of the store. */
export function troubleOf(error: unknown): StoreTrouble | undefined {
  for (const each of chainOf(error)) {
    const trouble = each instanceof StoreBusy ? 'busy' : (troubleOfCode(each) ?? TROUBLE_OF_MESSAGE[each.message])
    if (trouble !== undefined) return trouble
  }
  return undefined
}

function troubleOfCode(error: Error): StoreTrouble | undefined {
  const code = codeOf(error) ?? ''
  if (CONNECTION_CODE.test(code)) return 'lost'
  if (isOfConnecting(error) && UNREACHABLE.has(code)) return 'lost'
  return TROUBLE_OF_CODE[code]
}

/** The same codes of a file or a mail server mean something else. */
const isOfConnecting = (error: Error) =>
  'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')

/**
 * True when the server itself said that it took the statement back for a reason that passes: the very same statement
 * may be sent again. Without an answer (a lost connection, a deadline of ours) it may have been done, and this is
 * false.
 */
export function isRolledBack(error: unknown): boolean {
  return chainOf(error).some((each) => ROLLED_BACK.has(codeOf(each) ?? ''))
}

/** The sentence for an operator; `undefined` where the code needs none. */
export function adviceFor(error: unknown): string | undefined {
  for (const each of chainOf(error)) {
    if (codeOf(each) === DISK_FULL) return DISK_FULL_ADVICE
    if (codeOf(each) === 'ENOSPC') return DATA_DISK_FULL_ADVICE
    if (codeOf(each) === READ_ONLY) return READ_ONLY_ADVICE
    if (CONNECTION_CODE.test(codeOf(each) ?? '') || TROUBLE_OF_MESSAGE[each.message] === 'lost') return CONNECTION_LOST
  }
  return undefined
}

/** A write that may be missing: a full or slow store must not keep its caller from going on. */
export async function forgiving(write: PromiseLike<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (troubleOf(error) === undefined) throw error
  }
}

/** PostgreSQL, appendix A of its manual: `disk_full`. */
export const DISK_FULL = '53100'
export const DISK_FULL_ADVICE =
  'The disk of the store is full: nothing can be written and no order is taken. Free space on the disk that holds the database; then it goes on by itself.'
/** `read_only_sql_transaction`: a standby, or default_transaction_read_only. */
const READ_ONLY = '25006'
const READ_ONLY_ADVICE =
  'The store takes no writes: DATABASE_URL leads to a standby, or default_transaction_read_only is on. ' +
  'No order is taken until the store can be written; then it goes on by itself.'
export const DATA_DISK_FULL_ADVICE =
  'The disk of DATA_DIR is full: free space on it. Pictures, mails in the outbox and the embedded store cannot be written until then.'

/** The usual causes: without them an operator would look for a fault of Veritick. */
export const CONNECTION_LOST_CAUSES = 'PostgreSQL was restarted, failed over, or the network to it broke'
export const CONNECTION_LOST = `the connection to PostgreSQL broke: ${CONNECTION_LOST_CAUSES}`

/**
 * query_canceled (a statement's deadline), lock_not_available, serialization_failure, deadlock_detected, disk_full,
 * read_only_sql_transaction, out_of_memory, too_many_connections.
 */
const ROLLED_BACK: ReadonlySet<string> = new Set([
  ...['57014', '55P03', '40001', '40P01', DISK_FULL, READ_ONLY, '53200', '53300'],
])

const TROUBLE_OF_CODE: Readonly<Record<string, StoreTrouble>> = {
  [DISK_FULL]: 'disk_full',
  [READ_ONLY]: 'read_only',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  '57014': 'busy',
  '55P03': 'busy',
  '40001': 'busy',
  '40P01': 'busy',
  '53200': 'busy',
  '53300': 'busy',
  '53400': 'busy',
  '25P03': 'busy',
  ECONNREFUSED: 'lost',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
}

/**
 * Class 08 (connection exception), and of class 57 admin_shutdown, crash_shutdown, cannot_connect_now,
 * idle_session_timeout.
 */
const CONNECTION_CODE = /^(?:08...|57P0[1235])$/

/** Of a server that cannot be reached; ENOENT: the Unix socket of a server that has stopped. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
])

/** The driver gives these no code. */
const TROUBLE_OF_MESSAGE: Readonly<Record<string, StoreTrouble>> = {
  'timeout exceeded when trying to connect': 'busy',
  'Query read timeout': 'busy',
  'Connection terminated due to connection timeout': 'lost',
  'Connection terminated unexpectedly': 'lost',
  'Connection terminated': 'lost',
  'Client has encountered a connection error and is not queryable': 'lost',
}

function chainOf(error: unknown): readonly Error[] {
  const chain: Error[] = []
  for (let next = error; next instanceof Error && chain.length < CAUSES_MAX; next = next.cause) chain.push(next)
  return chain
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
