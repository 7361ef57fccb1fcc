/**
 * Why a PostgreSQL server cannot be used, as one sentence: the setting, the cause, the remedy. Only causes that an
 * operator can remove are named; everything else stays an error with its stack. The address is told without its
 * password.
 */
import { StoreRefused } from './interface.ts'

/** The error as a StoreRefused where its cause is known, otherwise as it was. */
export function databaseRefusal(error: unknown, databaseUrl: string): unknown {
  if (error instanceof StoreRefused) return error
  const { place, role, database } = partsOf(databaseUrl)
  const why = causeOf(error, { place, role, database })
  return why === undefined ? error : new StoreRefused(`DATABASE_URL: ${why}`)
}

/**
 * True when the same connection may succeed later without any change of a setting: the server is down, starting or
 * full.
 */
export function mayAnswerLater(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return LATER.has(codeOf(error) ?? '') || /timeout expired|connection timeout|Connection terminated/i.test(message)
}

const LATER: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  // too_many_connections, admin_shutdown, crash_shutdown, cannot_connect_now
  ...['53300', '57P01', '57P02', '57P03'],
])

type Parts = { readonly place: string; readonly role: string; readonly database: string }

function causeOf(error: unknown, { place, role, database }: Parts): string | undefined {
  const code = codeOf(error)
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `no PostgreSQL answers at ${place}: start it, or correct host and port`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host of ${place} is not known to this machine's name service: correct the host; a password with @ or / must be percent-encoded`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${place} cannot be reached over the network: check host, port and firewall`
    case '28P01':
      return `PostgreSQL at ${place} refuses the password of role "${role}", or has no such role: correct the password, or create the role`
    case '28000':
      return `PostgreSQL at ${place} does not let role "${role}" in: create the role with LOGIN, or allow it in pg_hba.conf`
    case '3D000':
      return `database "${database}" does not exist at ${place}: create it (createdb -O ${role} ${database}) or correct the name`
    case '42501':
      return (
        `role "${role}" may not connect to database "${database}" or not create its schema there: ` +
        `grant connect, create on database ${database} to ${role}`
      )
    case '53300':
      return `PostgreSQL at ${place} has no free connection: raise max_connections or end other clients`
    case 'ECONNRESET':
    case '57P01':
    case '57P02':
      return `PostgreSQL at ${place} closed the connection: it is stopping, or a proxy before it has no server`
    case '57P03':
      return `PostgreSQL at ${place} is starting or stopping: try again in a moment`
    default:
      return causeInWords(error, { place, role, database })
  }
}

/** The sentence for an error that the driver gives without a code; `undefined`: the error is not a known one. */
function causeInWords(error: unknown, { place, role }: Parts): string | undefined {
  const message = error instanceof Error ? error.message : ''
  if (/timeout expired|connection timeout/i.test(message))
    return `${place} does not answer within 10 s: check host, port and firewall`
  if (/Connection terminated/.test(message)) return `PostgreSQL at ${place} closed the connection: look at its log`
  if (/password must be a (?:non-empty )?string/.test(message)) {
    return `PostgreSQL at ${place} asks for a password of role "${role}": put it into the address`
  }
  if (/does not support SSL/.test(message))
    return `PostgreSQL at ${place} offers no TLS: remove sslmode from the address, or set TLS up there`
  if (/certificate/i.test(message))
    return `the certificate of PostgreSQL at ${place} is not trusted (${message}): see sslrootcert`
  return undefined
}

/** An AggregateError, of a host with several addresses, has the code of its first. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'cause' in error ? codeOf(error.cause) : undefined
}

function partsOf(databaseUrl: string): Parts {
  const url = new URL(databaseUrl)
  const host = decodeURIComponent(url.hostname) || url.searchParams.get('host') || 'this machine'
  const role = decodeURIComponent(url.username) || 'of the system user'
  return {
    place: url.port === '' ? host : `${host}:${url.port}`,
    role,
    database: decodeURIComponent(url.pathname.slice(1)) || role,
  }
}
